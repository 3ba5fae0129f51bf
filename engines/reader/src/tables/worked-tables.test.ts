import { describe, expect, test } from 'vitest';
import { boat } from '../../test/timetable.ts';
import { answerFromTables } from './answer-from-tables.ts';

const ask = (question: string, text: string, filename = 'sheet.xlsx') =>
  answerFromTables(question, [{ filename, text }]);
const value = (question: string, text: string) => ask(question, text)?.shortAnswer;

const outages = JSON.stringify({
  outages: [
    { nr: 41, pump: 'P-2', began: '2025-02-03T08:10', ended: '2025-02-03T09:55', reason: 'Seal burst' },
    { nr: 42, pump: 'P-7', began: '2025-02-04T22:40', ended: '2025-02-05T01:10', reason: 'Fuse blown' },
    { nr: 43, pump: 'P-2', began: '2025-02-09T11:00', ended: '2025-02-09T11:25', reason: 'Sensor dirty' },
  ],
});
const farm = `| Field | Crop | Hectares | Tonnes | Costs EUR |
|---|---|---|---|---|
| Long Acre | Wheat | 10 | 72 | 4100 |
| Mill End | Barley | 4 | 30 | 1900 |
| Top | Rye | 6 | 33 | 1500 |
`;
const dues = `Fees of the sailing club

| Class | 2023 | 2024 |
|---|---|---|
| Adult | €120 | €131 |
| Couple | €200 | €226 |
| Youth | €45 | €43 |
`;
const bills = `| Bill | Client | Amount EUR | Paid EUR |
|---|---|---|---|
| 17 | Brink | 400 | 400 |
| 18 | Sorel | 350 | 100 |
| 19 | Amadi | 90 | 0 |
`;
const walks = `| Date | Guide | Walk | Guests |
|---|---|---|---|
| 2025-05-05 | Ira | Moor | 8 |
| 2025-05-10 | Ira | Coast | 21 |
| 2025-05-12 | Ben | Moor | 6 |
| 2025-05-17 | Ira | Coast | 3 |
| 2025-05-19 | Ben | Fen | 9 |
`;

describe('works out how long it took from one time of a row to the other', () => {
  test.each([
    ['How long did outage 42 last?', outages, '2 h 30 min'],
    ['How many minutes did outage 41 take?', outages, '105 min'],
    ['Which outage was the longest?', outages, undefined],
    ['How many minutes does boat 4 take from the Fishmarket to Bird Island?', boat, '45 min'],
  ])('%s', (question, text, held) => expect(value(question, text)).toBe(held));

  test('the longest is named with its row', () => {
    expect(ask('Which outage was the longest?', outages)?.text).toMatch(/2 h 30 min.*Fuse blown/s);
  });

  test('a word that has no part in it forbids the answer', () => {
    expect(ask('How long did outage 42 last without the generator?', outages)).toBeUndefined();
  });
});

describe('divides one column by another', () => {
  test.each([
    ['Which crop gave the most tonnes per hectare?', farm, 'Barley'],
    ['How many tonnes per hectare did Top give?', farm, '5.5'],
    ['Which field has the lowest costs per hectare?', farm, 'Top'],
    ['What are the tonnes per worker of Top?', farm, undefined],
  ])('%s', (question, text, held) => expect(value(question, text)).toBe(held));
});

describe('works out what changed from one year to the next', () => {
  test.each([
    ['How much more does a couple pay than the year before?', dues, '€26'],
    ['By how much did the fee of an adult go up?', dues, '€11'],
  ])('%s', (question, text, held) => expect(ask(question, text)?.text).toContain(held));

  test('and which changed most', () => {
    expect(ask('Which class went up the most?', dues)?.text).toMatch(/€26.*Couple/s);
  });
});

describe('works out what is still owed', () => {
  test.each([
    ['How much does Sorel still owe?', '250'],
    ['How much is outstanding in total?', '340'],
  ])('%s', (question, held) => expect(value(question, bills)).toBe(held));

  test('who owes something', () => {
    const text = ask('Which clients still owe money?', bills)?.text ?? '';
    expect(text).toMatch(/Sorel.*Amadi/s);
    expect(text).not.toContain('Brink');
  });
});

describe('compares the days of the week', () => {
  test.each([
    ['On which day of the week did most guests come?', 'Saturday'],
    ['Which weekday has the most walks?', 'Monday'],
  ])('%s', (question, held) => expect(ask(question, walks)?.text).toContain(held));
});

describe('turns a table over whose columns are the things', () => {
  test.each([
    ['Which boats leave out the Lighthouse?', /Boat: 2(?!\d)/, /Boat: [134]/],
    ['Which boats do not stop at Bird Island?', /Boat: 1.*Boat: 3/s, /Boat: [24]/],
  ])('%s', (question, held, other) => {
    const text = ask(question, boat)?.text ?? '';
    expect(text).toMatch(held);
    expect(text).not.toMatch(other);
  });

  test('and counts them', () => {
    expect(value('How many boats go as far as Bird Island?', boat)).toBe('2');
  });
});
