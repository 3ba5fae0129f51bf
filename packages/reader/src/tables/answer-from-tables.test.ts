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
    ['What is the price of order no 504?', '41.20'],
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

  test('puts tables together where that accounts for more of the question', () => {
    expect(ask("What's the name of the buyer of the hose?")?.text).toContain('Name: Hotel Kranich');
  });

  test('sums no column that putting tables together repeats', () => {
    const deposits = orders
      .replace('| City |', '| Deposit |')
      .replace('Padua', '10')
      .replace('Bremen', '20')
      .replace('Lille', '30');
    expect(ask('What is the total deposit of the buyers of rakes?', deposits)?.text ?? '').not.toContain('60');
  });

  test('finds the winner and the runner-up by the column of places', () => {
    const race =
      '## Hill run\n\n| Place | Runner | Time |\n| --- | --- | --- |\n| 1 | Ana Petri | 31:20 |\n| 2 | Jo Sund | 31:58 |\n| 3 | Li Moe | 33:02 |\n';
    expect(ask('Who won the hill run?', race, 'run.md')?.text).toContain('Ana Petri');
    expect(ask('Who came second?', race, 'run.md')?.text).toContain('Jo Sund');
  });

  test('takes the doer of a verb, and a column headed first or last, for what is asked', () => {
    const stops =
      '| Stop | First tram | Last tram | Owner |\n| --- | --- | --- | --- |\n| Quay | 05:10 | 23:40 | City |\n| Mill | 05:25 | 23:55 | Anna Roth |\n';
    expect(ask('What time is the last tram from Quay?', stops, 'tram.md')?.shortAnswer).toBe('23:40');
    expect(ask('Who owns Mill?', stops, 'tram.md')?.shortAnswer).toBe('Anna Roth');
  });

  test('says nothing where the asked column of the row is empty', () => {
    const people = '| Name | Phone | City |\n| --- | --- | --- |\n| Ida |  | Ulm |\n| Max | 555 | Ulm |\n';
    expect(ask('What is the phone of Ida?', people, 'people.md')).toBeUndefined();
  });

  test('joins tables over the column that they share', () => {
    expect(ask('What did Parc du Nord order on 2025-04-05?')?.text).toContain('Tool: Rake');
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
    'What is the price of the rake in May?',
  ])('%s', (question) => expect(ask(question)).toBeUndefined());
});

test('nothing is counted or summed where the text holds only part of the rows', () => {
  const cut = `${orders.slice(0, orders.indexOf('## Buyers')).trim()}\n\n900 further rows are not part of the text; questions about them are answered from the stored rows.\n`;
  expect(ask('How many rakes were sold?', cut)).toBeUndefined();
  expect(ask('What is the price of order no 504?', cut)?.shortAnswer).toBe('41.20');
});

test('a file of several sheets names no rows of the others', () => {
  expect(ask('How many orders did Parc du Nord place?', orders, 'orders.xlsx')?.shortAnswer).toBe('2');
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
    ['What is the lowest temperature?', weather, '-12.4'],
    ['What was the strongest wind?', weather, '11.8'],
    ['Which job took the shortest time?', jobs, '45 min'],
    ['Which mechanic worked for the customer Ola Berg?', jobs, undefined],
    ['Which jobs have no mechanic?', jobs, 'Ola Berg'],
    ['What is the status of the customer Jan Voss?', jobs, 'waiting'],
  ])('%s', (question, text, held) => {
    const reply = ask(question, text, 'sheet.md');
    if (held === undefined) expect(reply).toBeUndefined();
    else expect(reply?.text).toContain(held);
  });

  test('shows the rows that have another value than the one denied', () => {
    const reply = ask('Which jobs are not done?', jobs, 'jobs.md');
    expect(reply?.text).toContain('Job: 72');
    expect(reply?.text).toContain('Job: 74');
    expect(reply?.text).not.toContain('Job: 71');
  });
});
