import { expect, test } from 'vitest';
import { withEncodings } from '../text/likeness.ts';
import { answerFromTables } from './answer-from-tables.ts';

const machines = `| machine | noise_db | power_kw | price_eur |
| --- | --- | --- | --- |
| Drill press | 78 | 2.2 | 3400 |
| Planer | 94 | 5.5 | 12800 |
| Lathe | 71 | 4 | 9900 |
`;

/** Two directions: what sounds, and what else there is. */
const alike = (share: number): Float32Array => new Float32Array([share, Math.sqrt(1 - share * share)]);
const vectors = new Map([
  ...['loudest', 'quietest', 'lauteste', 'noise db'].map((text): [string, Float32Array] => [text, alike(1)]),
  ...['power kw', 'price eur', 'heaviest'].map((text): [string, Float32Array] => [text, alike(0.5)]),
  ['maschine', alike(0.1)],
  ['machine', alike(0.1)],
]);

const ask = async (question: string, known: ReadonlyMap<string, Float32Array> = vectors) => {
  const { result, missed } = await withEncodings({ vectors: known, judged: [] }, async () =>
    answerFromTables(question, [{ filename: 'machines.csv', text: machines }]),
  );
  return { value: result?.shortAnswer, missed };
};

test.each([
  ['Which machine is the loudest?', 'Planer'],
  ['Which machine is the quietest?', 'Lathe'],
  ['Welche Maschine ist die lauteste?', 'Planer'],
])('%s', async (question, value) => expect(await ask(question)).toEqual({ value, missed: [] }));

test('takes no column that means it no more than another', async () => {
  expect(await ask('Which machine is the heaviest?')).toEqual({ value: undefined, missed: [] });
});

test('says whose vectors it would need, and tells nothing without them', async () => {
  expect(await ask('Which machine is the loudest?', new Map())).toEqual({
    value: undefined,
    missed: ['loudest', 'noise db', 'power kw', 'price eur'],
  });
});

test('tells how many of the orders were returned, not how many there are', () => {
  const text = `| date | orders | returned |
| --- | --- | --- |
| 2025-01-09 | 25 | 2 |
| 2025-06-21 | 51 | 4 |
`;
  const told = (question: string) => answerFromTables(question, [{ filename: 'sales.csv', text }])?.shortAnswer;
  expect(told('How many orders were returned?')).toBe('6');
  expect(told('How many returned orders were there?')).toBe('6');
  expect(told('How many orders were there?')).toBe('76');
});
