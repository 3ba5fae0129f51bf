import { expect, it } from 'vitest';
import { Encoder, encoderDimensions, windowsOf } from './encoder.ts';

it('finds one meaning in other words and another language, alone and among others', async () => {
  const encoder = await Encoder.open();
  const passages = [
    'The tenant has to give notice three months before moving out.',
    'Bees make honey from the nectar of flowers.',
    'Die Maschine muss nach 500 Betriebsstunden geölt werden.',
    'El tren de las ocho llega con veinte minutos de retraso.',
    `${'A report about nothing in particular. '.repeat(150)}The auditors found that cash was missing.`,
  ];
  const { vectors, pieces } = await encoder.encode(passages, 'document');
  expect(pieces).toBeGreaterThan(1000);
  const nearest = async (question: string) => {
    const asked = (await encoder.encode([question], 'query')).vectors;
    const likeness = passages.map((_, row) =>
      asked.reduce((sum, value, at) => sum + value * (vectors[row * encoderDimensions + at] ?? 0), 0),
    );
    return likeness.indexOf(Math.max(...likeness));
  };
  expect(await nearest('How long before leaving must the landlord be told?')).toBe(0);
  expect(await nearest('Where does sweet insect food come from?')).toBe(1);
  expect(await nearest('When does the device need lubrication?')).toBe(2);
  expect(await nearest('Is the railway service on time?')).toBe(3);
  // A question of any length takes no longer than one stretch.
  const long = `${'When is the meeting of the board? '.repeat(200)}`;
  const [one, two] = [await encoder.encode([long], 'query'), await encoder.encode([`${long}Or not at all?`], 'query')];
  expect(one.pieces).toBe(510);
  expect(one.vectors).toEqual(two.vectors);
  const alone = await encoder.encode(passages.slice(3, 4), 'document');
  const together = vectors.subarray(3 * encoderDimensions, 4 * encoderDimensions);
  expect(alone.vectors.reduce((sum, value, at) => sum + value * (together[at] ?? 0), 0)).toBeCloseTo(1, 2);
});

it('looks at a text whole, and of one that is a piece to a letter at stretches from its beginning to its end', () => {
  const pieces = (count: number) => Int32Array.from({ length: count }, (_, at) => 10 + at);
  const startsOf = (count: number) => windowsOf(pieces(count), 0).map(({ frame }) => Number(frame[1]) - 10);
  expect(startsOf(1200)).toEqual([0, 510, 1020]);
  const starts = startsOf(40_000);
  expect(starts).toHaveLength(24);
  expect(starts[0]).toBe(0);
  expect(starts.at(-1)).toBeGreaterThan(37_000);
  expect(new Set(starts).size).toBe(24);
});
