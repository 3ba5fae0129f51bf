import { describe, expect, test } from 'vitest';
import { boat } from '../../test/timetable.ts';
import { answerFromTables } from './answer-from-tables.ts';

const ask = (question: string, text: string) => answerFromTables(question, [{ filename: 'sheet.png', text }]);

const talks = `| Day | Time | Talk | Room |
|---|---|---|---|
| Mon | 9:30 am | Moths | A |
| Mon | 1:00 pm | Tides | B |
| Tue | 6:30 pm | Peat | A |
| Wed | 10:15 am | Owls | C |
`;

describe('takes a time of day for a condition', () => {
  test.each([
    ['Which talks start after 5 pm?', talks, /Peat/, /Moths|Tides|Owls/],
    ['Which talks are in the morning?', talks, /Moths.*Owls/s, /Tides|Peat/],
    ['Which talk is at 1 pm?', talks, /Tides/, /Moths|Peat|Owls/],
    ['Which talks start before 1:30?', talks, /Moths.*Tides.*Owls/s, /Peat/],
  ])('%s', (question, text, held, other) => {
    const said = ask(question, text)?.text ?? '';
    expect(said).toMatch(held);
    expect(said).not.toMatch(other);
  });
});

describe('finds the first and the next of a timetable', () => {
  test('and no time of the way back', () => {
    expect(ask('How long is boat 4 from Bird Island to the Fishmarket?', boat)).toBeUndefined();
  });

  test('and no last of times on several days', () => {
    expect(ask('What is the last talk?', talks)).toBeUndefined();
  });
});
