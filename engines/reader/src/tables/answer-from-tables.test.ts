import { describe, expect, test } from 'vitest';
import { answerFromTables } from './answer-from-tables.ts';

const orders = `## Orders

Garden tools sold in spring

| No | Day | Buyer | Tool | Quantity | Price | Sent |
| --- | --- | --- | --- | --- | --- | --- |
| 501 | 2025-03-02 | B7 | Rake | 3 | 18.50 | yes |
| 502 | 2025-03-19 | B2 | Spade | 1 | 27.00 | no |
| 503 | 2025-04-05 | B7 | Rake | 5 | 18.00 | yes |
| 504 | 2025-04-28 | B4 | Hose | 2 | 41.20 | no |

## Buyers

| Buyer | Name | City |
| --- | --- | --- |
| B2 | Villa Rosa | Padua |
| B4 | Hotel Kranich | Bremen |
| B7 | Parc du Nord | Lille |
`;
const parts = JSON.stringify({
  plant: { city: 'Oulu', head: 'Aino Laine' },
  machines: [
    {
      code: 'M-12',
      kind: 'press',
      year: 2011,
      running: true,
      repairs: [{ day: '2024-02-01', part: 'valve', cost: 310 }],
    },
    { code: 'M-17', kind: 'saw', year: 2019, running: false, repairs: [] },
    {
      code: 'M-20',
      kind: 'press',
      year: 2022,
      running: true,
      repairs: [
        { day: '2024-06-09', part: 'belt', cost: 95 },
        { day: '2024-08-20', part: 'fuse', cost: 12 },
      ],
    },
  ],
});
const ask = (question: string, text = orders, filename = 'shop.xlsx') =>
  answerFromTables(question, [{ filename, text }]);

describe('looks a question up in a table', () => {
  test.each([
    ['How many rakes were sold?', '8'],
    ['In which city is Hotel Kranich?', 'Bremen'],
    ['What is the highest price?', '41.20'],
    ['How many spades were sold in March?', '1'],
    ['What is the sum of the quantity?', '11'],
    ['Which tool has the lowest price?', 'Rake'],
  ])('%s', (question, value) => expect(ask(question)?.shortAnswer).toBe(value));

  test('shows the rows that a yes or no column picks, and cites them', () => {
    const reply = ask('Which orders are not sent?');
    expect(reply?.text).toContain('502');
    expect(reply?.text).toContain('504');
    expect(reply?.text).not.toContain('501');
    expect(reply?.sources?.map(({ start, end }) => orders.slice(start, end))).toEqual([
      '| 502 | 2025-03-19 | B2 | Spade | 1 | 27.00 | no |',
      '| 504 | 2025-04-28 | B4 | Hose | 2 | 41.20 | no |',
    ]);
  });

  test('sums no column that putting tables together repeats', () => {
    const deposits = orders
      .replace('| City |', '| Deposit |')
      .replace('Padua', '10')
      .replace('Bremen', '20')
      .replace('Lille', '30');
    expect(ask('What is the total deposit of the buyers of rakes?', deposits)?.text ?? '').not.toContain('60');
  });

  test('takes the doer of a verb, and a column headed first or last, for what is asked', () => {
    const stops =
      '| Stop | First tram | Last tram | Owner |\n| --- | --- | --- | --- |\n| Quay | 05:10 | 23:40 | City |\n| Mill | 05:25 | 23:55 | Anna Roth |\n';
    expect(ask('What time is the last tram from Quay?', stops, 'tram.md')?.shortAnswer).toBe('23:40');
    expect(ask('Who owns Mill?', stops, 'tram.md')?.shortAnswer).toBe('Anna Roth');
  });

  test('says that the asked column of the row is empty', () => {
    const people = '| Name | Phone | City |\n| --- | --- | --- |\n| Ida |  | Ulm |\n| Max | 555 | Ulm |\n';
    expect(ask('What is the phone of Ida?', people, 'people.md')).toMatchObject({
      text: 'The table does not say: Phone is empty where Name = Ida.\n- “Name: Ida; City: Ulm”',
      sources: [],
    });
  });
});

describe('reads lists of objects in JSON as tables', () => {
  test.each([
    ['Which machine is the oldest?', 'M-12'],
    ['What did the valve cost?', '310'],
    ['How many machines are running?', '2'],
    ['Who is the head of the plant?', 'Aino Laine'],
    ['When was M-20 last repaired?', '2024-08-20'],
  ])('%s', (question, text) => expect(ask(question, parts, 'machines.json')?.text).toContain(text));
});

describe('reads lists inside the objects of a JSON text', () => {
  const walks = JSON.stringify([
    {
      stage: 3,
      name: 'Over the moor',
      length_km: 14,
      led_by: [{ name: 'Ilse Roth', badge: 'gold' }],
      tags: ['bog', 'larks'],
    },
    { stage: 4, name: 'Down the gorge', length_km: 9, led_by: [], tags: [] },
    {
      stage: 5,
      name: 'Along the dyke',
      length_km: 21,
      led_by: [
        { name: 'Piet Bos', badge: 'blue' },
        { name: 'Ilse Roth', badge: 'gold' },
      ],
      tags: ['geese'],
    },
  ]);
  test.each([
    ['Which tags does stage 3 have?', 'bog, larks'],
    ['What badge has Piet Bos?', 'blue'],
    ["What's the name of stage 4?", 'Down the gorge'],
    ['How long is stage 4?', 'length_km: 9'],
  ])('%s', (question, text) => expect(ask(question, walks, 'walks.json')?.text).toContain(text));
});

describe('says nothing when a word of the question stands for nothing in the table', () => {
  test.each([
    'How many shovels were sold?',
    'What is the discount of order 504?',
    'What is the telephone number of Villa Rosa?',
    'How many rakes were returned damaged?',
    'Which order was placed by Aino Laine?',
  ])('%s', (question) => expect(ask(question)).toBeUndefined());
});

test('says that no row is so where every word is accounted for in a file that is a table', () => {
  const reply = ask('How many loaves did Mira Holt bring on the evening of 2 March?', bakery, 'shifts.csv');
  expect(reply?.text).toMatch(/^No row stands there where .*Mira Holt/);
  expect(reply?.sources).toEqual([]);
  expect(
    ask('What is the price of the rake in May?', `${orders}${'All of it was sold by hand. '.repeat(40)}`),
  ).toBeUndefined();
});

test('nothing is counted or summed where the text holds only part of the rows', () => {
  const cut = `${orders.slice(0, orders.indexOf('## Buyers')).trim()}\n\n900 further rows are not part of the text; questions about them are answered from the stored rows.\n`;
  expect(ask('How many rakes were sold?', cut)).toBeUndefined();
  expect(ask('What is the price of order no 504?', cut)?.shortAnswer).toBe('41.20');
});

test('a heading that says total is a column, not a sum', () => {
  const bills = '| Bill | Total |\n| --- | --- |\n| X-1 | 40.50 |\n| X-2 | 91.20 |\n| X-3 | 12.00 |\n';
  expect(ask('Which bill has the highest total?', bills, 'bills.csv')?.shortAnswer).toBe('X-2');
});

describe('reads what tables hold as it is meant', () => {
  const weather =
    '| Day | Temp min | Temp max | Wind ms |\n| --- | --- | --- | --- |\n| 2025-02-01 | -9.5 | -1.0 | 4.2 |\n| 2025-02-02 | -3.1 | 2.5 | 11.8 |\n| 2025-02-03 | -12.4 | -6.0 | 7.7 |\n';
  const jobs =
    '| Job | Client | Mechanic | Time | Status |\n| --- | --- | --- | --- | --- |\n| 71 | Rosa Lind | Bo | 2 h 10 min | done |\n| 72 | Ola Berg | | 45 min | open |\n| 73 | Rosa Lind | Ina | 1 h 05 min | done |\n| 74 | Jan Voss | Bo | 3 h | waiting |\n';
  test.each([
    ['On which day was it coldest?', weather, '2025-02-03'],
    ['What was the strongest wind?', weather, '11.8'],
    ['Which job took the shortest time?', jobs, '45 min'],
  ])('%s', (question, text, held) => {
    const reply = ask(question, text, 'sheet.md');
    expect(reply?.text).toContain(held);
  });
});

test('a thing that no column is headed with is not taken for one', () => {
  const shifts =
    '| Shift | Day | Guide | Hours | Fees (£) | State |\n| --- | --- | --- | --- | --- | --- |\n| T1 | 2025-05-02 | Mia Berg | 3 | 75.00 | waits for fees |\n| T2 | 2025-05-03 | Ola Roth | 2 | 40.00 | closed |\n| T3 | 2025-05-09 | Mia Berg | 4.5 | 90.00 | closed |\n';
  expect(ask('How many mistakes did Mia Berg make up?', shifts, 'shifts.csv')).toBeUndefined();
});

describe('rows by a limit', () => {
  const trips =
    '| Trip | Guests | Fee (£) |\n| --- | --- | --- |\n| A | 4 | 80.00 |\n| B | 9 | 60.50 |\n| C | 2 | 95.00 |\n';

  test.each([
    ['How many trips cost more than £80?', '1'],
    ['How many trips had at least four guests?', '2'],
    ['How many trips are under 90 pounds?', '2'],
    ['How many trips had over 5 guests?', '1'],
    ['How many trips had at most 4 guests?', '2'],
  ])('%s %s', (question, count) => {
    expect(ask(question, trips, 'trips.csv')?.shortAnswer).toBe(count);
  });

  test.each([
    ['no limit is said', 'How many trips cost more?'],
    ['no column is named', 'How many trips are under 90?'],
    ['the unit is of none of them', 'How many trips took more than 3 hours?'],
    ['a word is of nothing there', 'How many trips had over 5 dogs?'],
    ['the money is of another currency', 'How many trips had a fee over $80?'],
    ['the number is of a time', 'How much did we pay over 3 months?'],
  ])('is not told where %s', (_, question) => {
    expect(ask(question, trips, 'trips.csv')).toBeUndefined();
  });
});

describe('what is asked for by other words', () => {
  const orders = `| Order | Customer | Ordered on | Amount (EUR) |
| --- | --- | --- | --- |
| A-1004 | Ilse Brandt | 2026-03-05 | 35.20 |
| A-1007 | Ilse Brandt | 2026-04-12 | 59.95 |
| A-1006 | Jonas Weil | 2026-05-11 | 129.00 |
`;

  test('"one" is no number behind a superlative', () => {
    const priced = orders.replace('Amount', 'Price');
    expect(ask('Which is the cheapest one?', priced, 'orders.csv')?.text).toContain('A-1004');
  });

  test('a month is said by a day, where each row is of another', () => {
    expect(ask('Which month had the highest amount?', orders, 'orders.csv')?.text).toContain('2026-05-11');
    const twice = orders.replace('2026-05-11', '2026-04-13');
    expect(ask('Which month had the highest amount?', twice, 'orders.csv')).toBeUndefined();
  });

  test('amounts beside a name are no pay of theirs', () => {
    expect(ask('How much does Ilse earn?', orders, 'orders.csv')).toBeUndefined();
    expect(ask('How much did we earn from Ilse?', orders, 'orders.csv')?.shortAnswer).toBe('95.15');
  });
});

const bakery = `| Day | Shift | Baker | Loaves | Pay (Rs) |
| --- | --- | --- | --- | --- |
| 2025-03-01 | Morning | Mira Holt | 40 | 300 |
| 2025-03-01 | Evening | Mira Holt | 30 | 250 |
| 2025-03-01 | Evening | Jan Roe | 25 | 200 |
`;

test('a verb between a name and more that is said of its row drops nothing that matters', () => {
  const asked = 'How many loaves did Mira Holt bring on the evening of 1 March?';
  expect(ask(asked, bakery, 'shifts.csv')?.shortAnswer).toBe('30');
  expect(ask('How many loaves did Mira Holt burn on the oven of 1 March?', bakery, 'shifts.csv')).toBeUndefined();
});

test('the unit in a heading that is asked for is said already', () => {
  expect(ask('pay in rs for Jan Roe', bakery, 'shifts.csv')?.shortAnswer).toBe('200');
});

test('what somebody paid in all is the sum of the only column of money', () => {
  const jobs =
    '| Job | Client | Hours | Charged |\n| --- | --- | --- | --- |\n| 1 | Ada Lind | 2 | € 80.50 |\n| 2 | Ada Lind | 1 | € 40 |\n';
  expect(ask('How much did Ada Lind pay in all?', jobs, 'jobs.csv')?.shortAnswer).toBe('120.5');
});

test('a list within a list of JSON may be asked for by the one around it, and by the contrary of yes', () => {
  const json = JSON.stringify({
    sheds: [
      { code: 'S1', size: 'big', hires: [{ who: 'Ada', nights: 4, paid: true }] },
      {
        code: 'S2',
        size: 'small',
        hires: [
          { who: 'Jan', nights: 3, paid: false },
          { who: 'Una', nights: 2, paid: true },
        ],
      },
      { code: 'S3', size: 'big', hires: [{ who: 'Eve', nights: 5, paid: true }] },
    ],
  });
  expect(ask('Total nights in the big sheds?', json, 'yard.json')?.shortAnswer).toBe('9');
  expect(ask('How many hires are unpaid?', json, 'yard.json')?.shortAnswer).toBe('1');
});

describe('reads days and months of a question', () => {
  const trips =
    '| Trip | Day | Guide | Guests | Fee (£) | Length (km) |\n| --- | --- | --- | --- | --- | --- |\n| A | 2025-03-03 | Mia | 4 | 80.00 | 12 |\n| B | 2025-03-08 | Ola | 9 | 60.50 | 7 |\n| C | 2025-04-12 | Mia | 2 | 95.00 | 21 |\n| D | 2025-05-02 | Ola | 6 | 42.00 | 5 |\n';
  test.each([
    ['How many trips were there from 5 March to 30 April?', '2'],
    ['How many trips were there between 3.3.2025 and 8.3.2025?', '2'],
    ['How many trips were there before 8 March 2025?', '1'],
    ['How many trips were there since April 2025?', '2'],
    ['How many guests in March and May?', '19'],
    ['How many trips were on a Saturday?', '2'],
    ['How many guests in März?', '13'],
  ])('%s', (question, value) => expect(ask(question, trips, 'trips.csv')?.shortAnswer).toBe(value));

  test('a column of years knows no month', () => {
    const members =
      '| Member | Since | Paid ($) |\n| --- | --- | --- |\n| Ada | 2023 | 40 |\n| Bo | 2024 | 50 |\n| Cy | 2024 | 60 |\n';
    expect(ask('What is the total paid in November 2024?', members, 'members.csv')).toBeUndefined();
  });
});
