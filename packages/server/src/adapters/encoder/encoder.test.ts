import { expect, it } from 'vitest';
import { Encoder, encoderDimensions, windowsOf } from './encoder.ts';
import { WordPieces } from './word-pieces.ts';

const words = new WordPieces(
  [
    '<s>\t0',
    '<pad>\t0',
    '</s>\t0',
    '<unk>\t0',
    '\u2581\t-4',
    'a\t-5',
    'b\t-5',
    'ab\t-6',
    '\u2581ab\t-7',
    'fi\t-8',
  ].join('\n'),
  'fb01\t66 69\na0\t20\n',
);

it('writes a text with the most likely pieces, and what has none as unknown', () => {
  expect([...words.split('ab')]).toEqual([8]);
  expect([...words.split('  ab\u00a0 b')]).toEqual([8, 4, 6]);
  expect([...words.split('\ufb01')]).toEqual([4, 9]);
  expect([...words.split('')]).toEqual([4]);
  expect([...words.split('a?')]).toEqual([4, 5, 3]);
});

it('reads a word behind a mark or within a compound as that word, where no piece of its own stands for it', () => {
  const pieces = [
    '<s>',
    '<pad>',
    '</s>',
    '<unk>',
    '\u2581',
    '\u2581House',
    '\u2581boat',
    '\u2581il',
    'il',
    '\u2581an',
    '"',
    "'",
    ...'abehinostuHBA',
  ];
  const known = new WordPieces(pieces.map((piece) => `${piece}\t-5`).join('\n'), '');
  const split = (text: string) =>
    [...known.split(text)].map((number) => pieces[number]?.replace('\u2581', '_')).join(' ');
  expect(split('"House"')).toBe('_ " _House "');
  expect(split("an'an")).toBe("_an ' _an");
  expect(split('boathouse')).toBe('_boat _House');
  expect(split('Houseboat')).toBe('_House _boat');
  // A piece of its own comes first, and short ends of words are none.
  expect(split("an'il")).toBe("_an ' il");
  expect(split('Housean')).toBe('_House a n');
});

it('takes time that grows with the length alone', () => {
  const timeOf = (length: number) => {
    const started = performance.now();
    words.split('a'.repeat(length));
    return performance.now() - started;
  };
  timeOf(100_000);
  expect(timeOf(400_000)).toBeLessThan(12 * Math.max(5, timeOf(100_000)));
});

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
