import { describe, expect, test } from 'vitest';
import { answerFromTables } from './answer-from-tables.ts';

const ask = (question: string, text: string, filename = 'sheet.xlsx') =>
  answerFromTables(question, [{ filename, text }]);
const value = (question: string, text: string) => ask(question, text)?.shortAnswer;

const stores = `| Part | Group | Price | In stock | Order at |
|---|---|---|---|---|
| Hinge | Iron | 4.10 | 9 | 12 |
| Latch | Iron | 7.80 | 30 | 10 |
| Castor, low level | Wheels | 3.20 | 14 | 14 |
| Roller | Wheels | 2.90 | 2 | 6 |
`;
const evenings = `Talks in spring

| Date | Talk | Speaker | Fee | Places left |
|---|---|---|---|---|
| Thu, Mar 6 | Moths | Ada Lunt | £6 | 0 |
| Tue, Mar 18 | Tides | Ben Orr | £9 | 4 |
| Thu, Apr 3 | Peat | Ada Lunt | £8 | 0 |
| Fri, May 2 | Owls | Cy Dent | £11 | 7 |
`;
const hires = `| Date | Hirer | Purpose | People | Fee | Paid |
|---|---|---|---|---|---|
| 2025-04-02 | Nia Bell | Yoga | 10 | 20.00 | yes |
| 2025-04-09 | Nia Bell | Yoga | 13 | 20.00 | no |
| 2025-04-20 | Rook Choir | Concert | 80 | 75.00 | no |
| 2025-05-07 | Nia Bell | Yoga | 7 | 25.00 | no |
`;

describe('takes no places left for full', () => {
  test('and looks up how many are left', () => {
    expect(ask('How many places are left for Tides?', evenings)?.text).toContain('Places left: 4');
  });
});

describe('adds up what the question gives one figure of', () => {
  test.each([['income in april', hires.replace('Fee', 'Income'), '115']])('%s', (question, text, held) =>
    expect(value(question, text)).toBe(held),
  );
});

describe('knows what is not paid and what was late', () => {
  const bills = `| Bill | Client | Due | Amount | Paid on | Status |
|---|---|---|---|---|---|
| 1 | Kiesel | 2026-02-04 | 820.50 | 2026-01-30 | paid |
| 2 | Moll | 2026-02-11 | 310.00 | | open |
| 3 | Kiesel | 2026-03-04 | 1240.00 | 2026-03-20 | paid |
| 4 | Ost | 2026-03-22 | 95.00 | | overdue |
`;

  test('a day is no length of time', () => {
    expect(ask('How long did bill 1 take to be paid?', bills)?.shortAnswer).not.toBe('2026-01-30');
  });
});

describe('reads a stretch of months, a number that is none, and tables of names with what they are', () => {
  const output = `| Month | Produced kWh | Sold kWh |
|---|---|---|
| January | 110 | 0 |
| February | 180 | 30 |
| March | 320 | 120 |
| April | 450 | 260 |
`;
  const hire = `| Item | Detail |
|---|---|
| Named driver | Olu Brandt |
| Daily rate | £62.00 |
| Excess | £750 |
`;
  test.each([
    ['Who is the named driver?', hire, 'Olu Brandt'],
    ['What is the daily rate?', hire, '£62.00'],
  ])('%s', (question, text, held) => expect(value(question, text)).toBe(held));

  test('a share of what was made is none of all rows', () => {
    expect(ask('What share of the production was sold in April?', output)?.shortAnswer ?? '').not.toMatch(/42\.45/);
  });
});

describe('places of a ranking', () => {
  test.each([
    ['Which part is the second dearest?', ['Hinge']],
    ['What is the third most expensive part?', ['Castor']],
    ['What are the two cheapest parts?', ['Roller', 'Castor']],
    ['top 2 parts by price', ['Latch', 'Hinge']],
  ])('%s', (question, held) => {
    const text = ask(question, stores)?.text ?? '';
    for (const part of ['Hinge', 'Latch', 'Castor', 'Roller']) expect(text.includes(part)).toBe(held.includes(part));
  });

  test('of two that share the first place neither is the second', () => {
    expect(ask('Which part is the second dearest?', stores.replace('4.10', '7.80'))?.text).toContain('Castor');
  });

  test('more places than rows are none', () => {
    expect(ask('What are the nine cheapest parts?', stores)).toBeUndefined();
  });
});

describe('groups of rows', () => {
  const sales = `| Day | Region | Seller | Revenue | Rate (%) |
|---|---|---|---|---|
| 2026-01-05 | North | Ana | 120.50 | 4.5 |
| 2026-01-19 | South | Bo | 80 | 5 |
| 2026-02-02 | North | Cem | 30 | 6 |
| 2026-02-09 | North |  | 10 | 7 |
`;

  test.each([
    ['What was the revenue by region?', ['North: 160.5', 'South: 80']],
    ['What is the total revenue per month?', ['2026-01: 200.5', '2026-02: 40']],
    ['What is the average rate per region?', ['North: 5.83', 'South: 5']],
    ['How many sellers are there per region?', ['North: 2', 'South: 1']],
    ['Which region had the most revenue?', ['North', '160.5']],
  ])('%s', (question, held) => {
    const text = ask(question, sales, 'sales.csv')?.text ?? '';
    for (const each of held) expect(text).toContain(each);
  });

  test('a mean over rows that are a group each is that of all', () => {
    expect(ask('What was the average revenue per day?', sales, 'sales.csv')?.shortAnswer).toBe('60.125');
  });

  test.each([
    ['rates do not add up', 'What was the rate by region?'],
    ['the dearest of each group is another question', 'What was the highest revenue per region?'],
    ['"every day" parts nothing', 'How many sellers are there every day?'],
  ])('are none where %s', (_, question) => {
    expect(ask(question, sales, 'sales.csv')).toBeUndefined();
  });

  test('and amounts in several currencies come to nothing, in all and by group', () => {
    const mixed = sales.replace('120.50', '€120.50').replace('| 80 |', '| $80 |');
    for (const question of [
      'What is the total revenue?',
      'What was the revenue by region?',
      'Which region had the most revenue?',
    ])
      expect(ask(question, mixed, 'sales.csv')).toBeUndefined();
  });

  test('what else is denied beside an empty cell is not passed over', () => {
    expect(ask('Which region has no seller and no revenue in January?', sales, 'sales.csv')).toBeUndefined();
  });

  test('a cell that is empty is asked for by "no"', () => {
    expect(ask('Which region has no seller?', sales, 'sales.csv')?.text).toContain('2026-02-09');
  });
});

describe('puts two tables side by side by a column that is called as the other table', () => {
  const hives = JSON.stringify({
    hives: [
      { id: 'H1', place: 'Orchard', frames: 10 },
      { id: 'H2', place: 'Brook', frames: 8 },
      { id: 'H4', place: 'Moor', frames: 5 },
    ],
    visits: [
      { hive: 'H1', date: '2026-04-02', honey_kg: 2, by: 'Ada' },
      { hive: 'H2', date: '2026-04-02', honey_kg: 1, by: 'Bo' },
      { hive: 'H1', date: '2026-06-20', honey_kg: 9, by: 'Ada' },
    ],
  });
  test.each([['Which hive has the fewest frames?', 'Moor']])('%s', (question, held) =>
    expect(ask(question, hives, 'hives.json')?.text).toContain(held),
  );
});

describe('gives no value that is none', () => {
  const readings = `| Reading date | Meter reading | Read by |
|---|---|---|
| 3 March 2025 | 1204 | customer |
| 2 June 2025 | 1251 | company |
| 4 September 2025 | - | customer |
`;
  test('the form of a word goes before its stem', () => {
    expect(value('What was the reading in June?', readings)).toBe('1251');
  });
  test.each(['Who read the meter in June?', 'What was the reading in September?'])('%s', (question) =>
    expect(value(question, readings) ?? '').not.toMatch(/[\d-]/),
  );
  test('and a mean with two decimals', () => {
    expect(value('average tonnes', '| Crop | Tonnes |\n|---|---|\n| Oat | 5 |\n| Rye | 4 |\n| Pea | 1 |\n')).toBe(
      '3.33',
    );
  });
});

test('sorts no times of several days', () => {
  const talks =
    '| Day | Time | Talk |\n|---|---|---|\n| Mon | 13:00 | Tides |\n| Tue | 18:30 | Peat |\n| Wed | 10:15 | Owls |\n';
  expect(ask('What is the last talk?', talks)).toBeUndefined();
  expect(ask('What is the last talk?', talks.replaceAll(/(?:Mon|Tue|Wed)/g, 'Hall'))?.text).toContain('Peat');
});
