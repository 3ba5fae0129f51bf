import { expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { claimFeatureNames } from './claim-features.ts';
import {
  askedOf,
  heardOf,
  judgeWith,
  loadJudges,
  mayClaim,
  quotesOf,
  readFeatureNames,
  readRows,
} from './judge-claim.ts';

test('holds the weights to the features that they were learned from', async () => {
  const { byWords: judge, byReading } = await loadJudges();
  const nothing = claimFeatureNames.map(() => 0);
  const [alone = 0] = judge([nothing]);
  expect(alone).toBeGreaterThan(0);
  expect(alone).toBeLessThan(1);
  const [first = 0, second] = judge([nothing, nothing]);
  expect(second).toBe(first);
  expect(first).toBeLessThan(alone);
  expect(judge([])).toEqual([]);
  expect(() => judgeWith({ features: claimFeatureNames.slice(1), bags: [] })).toThrow('learned from other features');
  const told = (odds: number) => byReading(readRows([0.3, 0.3], new Map([[0, { odds }]])))[0] ?? 0;
  expect(told(4)).toBeGreaterThan(told(-4));
  expect(readRows([0.3], new Map([[0, { odds: 1 }]]))[0]).toHaveLength(readFeatureNames.length);
});

test('asks about the passages that may be it', () => {
  expect(askedOf([0.5, 0.04, 0.01])).toEqual([0, 1]);
  expect(askedOf([0.02, 0.01])).toEqual([]);
});

test('judges a passage by the likeliest of its parts, and names the part that answers alone', () => {
  const [one, other] = [{ quote: 'Dogs stay out.' }, { quote: 'Pets are welcome on request.' }];
  const passages = [
    { quote: 'Dogs stay out. Pets are welcome on request.', parts: [one, other] },
    { quote: 'Rent is due.', parts: [{ quote: 'Rent is due.' }] },
  ];
  expect(quotesOf(passages, [1, 0])).toEqual(['Rent is due.', passages[0]?.quote, one.quote, other.quote]);
  const heard = heardOf(passages, [1, 0], [-3, -2, -4, 4]);
  expect(heard.get(0)).toEqual({ odds: 4, hasParts: true, part: other });
  expect(heard.get(1)).toEqual({ odds: -3, hasParts: false, part: undefined });
  expect(heardOf(passages, [0], [1, 2, 0]).get(0)).toEqual({ odds: 2, hasParts: true, part: undefined });
});

test('claims what the encoder is sure of, and of several sentences only what it is surer of', () => {
  const nothing = claimFeatureNames.map(() => 0);
  expect(mayClaim(nothing, { odds: 1.5, hasParts: false })).toBe(true);
  expect(mayClaim(nothing, { odds: 1.5, hasParts: true })).toBe(false);
  expect(mayClaim(nothing, { odds: 3, hasParts: true })).toBe(true);
  expect(mayClaim(nothing, { odds: 0.5, hasParts: false })).toBe(false);
  expect(mayClaim(nothing, null)).toBe(false);
  expect(mayClaim(nothing, undefined)).toBe(true);
});

const ask = async (question: string, text: string) => {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'notice.md', text }],
    },
    { now: 0 },
  );
  return { text: parts.join(''), isClaimed: sources.length > 0 };
};

const notice =
  '# House notice\n\nThe pipes of the north stair are being renewed from 4 to 15 May.\n\n## Water\n\nPut the tubs with your drinking ' +
  'water on the landing by 7 o’clock on the morning of 6 May. Nobody carries them up afterwards.\n';

test('tells what is likely, and claims nothing without the form that is asked for', async () => {
  const told = await ask('Until when must I put the drinking water on the landing?', notice);
  expect(told.isClaimed).toBe(true);
  expect(told.text).toContain('7 o’clock');
  expect((await ask('What colour are the tubs on the landing?', notice)).isClaimed).toBe(false);
});
