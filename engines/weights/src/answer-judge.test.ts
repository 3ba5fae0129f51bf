import { expect, it } from 'vitest';
import { AnswerJudge } from './answer-judge.ts';

const notice = 'The tenant has to give notice three months before moving out.';
const pets = 'One cat is allowed. Dogs are not, for the landing is shared.';
const frist = 'Gekündigt wird mit einer Frist von drei Monaten zum Quartalsende.';
const tiere = 'Eine Katze ist erlaubt, Hunde sind es nicht.';

it.each([
  ['how long before I leave do I have to tell them', notice, pets],
  ['can I bring my dog', pets, notice],
  ['wie lange vorher muss ich bescheid sagen wenn ich ausziehe', frist, tiere],
  ['Darf ich einen Hund halten?', tiere, frist],
])('%s', async (question, right, other) => {
  const judge = await AnswerJudge.open();
  const [odds = 0, least = 0] = await judge.judge([right, other].map((passage) => ({ question, passage })));
  expect(odds).toBeGreaterThan(least);
});

it('judges a pair alike alone and among others, of any length and of none', async () => {
  const judge = await AnswerJudge.open();
  const pair = { question: 'Are dogs allowed?', passage: pets };
  const long = { question: 'dogs? '.repeat(3000), passage: `${pets} `.repeat(3000) };
  const [alone] = await judge.judge([pair]);
  const [among, cut] = await judge.judge([pair, long, { question: '', passage: '' }]);
  expect(among).toBeCloseTo(alone ?? 0, 0);
  expect(Number.isFinite(cut)).toBe(true);
  expect(await judge.judge([])).toEqual([]);
});
