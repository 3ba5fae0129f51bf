import { AnswerJudge } from '@parley/weights';
import { describe, expect, test } from 'vitest';
import type { Claim } from '../research-types.ts';
import { answeringClaims, isUnanswered } from '../researchers/answering-claims.ts';
import { asksForFact, isNarrow } from './asks-for-fact.ts';
import { withAnswers } from './find-answers.ts';
import { findFindings } from './find-findings.ts';

const told = (subject: string): string =>
  `Since last autumn the ${subject} has been led by Ada Bruun. The ${subject} was opened to the public in the spring of 1911. The ${subject} has 40 rooms on several floors.`;

const judge = await AnswerJudge.open();

/** As `SourceWork` asks: once more with what the encoder says. */
async function find(question: string, text: string, title = 'note.txt') {
  const task = { title, text, instructions: question, questions: [question], limit: 5 };
  const { unjudged = [] } = await withAnswers(task, findFindings(task));
  const odds = await judge.judge(unjudged);
  const judged = unjudged.map((pair, at) => ({ ...pair, odds: odds[at] ?? 0 }));
  return (await withAnswers({ ...task, judged }, findFindings(task))).findings;
}

describe('of a source', () => {
  test('comes first what tells the fact that is asked for', async () => {
    const [first] = await find('In which year was the Birch garden opened?', told('Birch garden'));
    expect(first?.text).toBe('The Birch garden was opened to the public in the spring of 1911.');
    expect(first?.answers).toBe(true);
  });

  test('about a thing with a longer name nothing is an answer', async () => {
    const found = await find('In which year was the Birch garden opened?', told('Birch garden wing 4'));
    expect(found.some(({ answers }) => answers === true)).toBe(false);
  });

  test('without the code that is asked about nothing is found', async () => {
    const rent = 'The monthly rent of contract C-1043 is 820 euros, to be paid in advance.';
    expect(await find('What is the monthly rent of contract C-9999?', rent)).toEqual([]);
    expect((await find('What is the monthly rent of contract C-1043?', rent))[0]?.answers).toBe(true);
  });

  test('a row of a table answers with its headings', async () => {
    const table = '| Name | Opened | Rooms |\n|---|---|---|\n| Birch garden | 1911 | 40 |\n| Alder mill | 1890 | 9 |\n';
    const [first] = await find('How many rooms does the Birch garden have?', table);
    expect(first?.said).toBe('Name: Birch garden, Opened: 1911, Rooms: 40.');
    expect(first?.text).toBe('Birch garden | 1911 | 40');
    expect(first?.answers).toBe(true);
  });

  test('a request for an overview is answered by no single sentence', async () => {
    const found = await find('Compare the gardens and depots of the town', told('Birch garden'));
    expect(found.some(({ answers }) => answers === true)).toBe(false);
  });
});

test.each([
  ['Who leads the Birch garden?', true],
  ['In which year was it opened?', true],
  ['How many rooms does it have?', true],
  ['Wie viele Zimmer hat es?', true],
  ['What is the rent of contract C-1043?', false],
  ['Research the history of the Birch garden', false],
  ['How do gardens change towns?', false],
])('%s asks for one fact and nothing beside it: %s', (question, narrow) => {
  expect(isNarrow(question)).toBe(narrow);
  expect(asksForFact(question)).toBe(narrow || question.startsWith('What is'));
});

describe('claims', () => {
  const claim = (id: string, question: number, answers: boolean): Claim => ({
    id,
    text: id,
    quote: id,
    start: 0,
    end: 1,
    paragraph: id,
    source: 0,
    question,
    score: 1,
    verified: 'quoted',
    ...(answers && { answers }),
  });
  const questions = ['Who leads the Birch garden?', 'When was it opened?', 'Tell me about its rooms'];
  const claims = [claim('a', 0, false), claim('b', 0, true), claim('c', 1, false), claim('d', 2, false)];

  test('beside the point give way where a question for a fact is answered', () => {
    expect(answeringClaims({ questions }, claims).map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  });

  test('are no answers where none tells the fact', () => {
    expect(questions.map((_, question) => isUnanswered({ questions }, question, claims))).toEqual([false, true, false]);
  });
});
