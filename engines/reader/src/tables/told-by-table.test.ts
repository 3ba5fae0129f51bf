import { expect, it } from 'vitest';
import { read } from '../../test/read-as-served.ts';

const sales = `| date | till | group | item | qty | unit_price | line_total | payment |
|---|---|---|---|---|---|---|---|
| 2025-03-01 | Till 1 | Seeds | Sweet pea | 14 | 2.95 | 41.30 | cash |
| 2025-03-01 | Till 2 | Compost | Peat-free | 9 | 7.50 | 67.50 | card |
| 2025-03-05 | Trade | Seeds | Broad bean | 40 | 3.20 | 128.00 | invoice |
| 2025-03-09 | Trade | Tools | Spade | 6 | 31.00 | 186.00 | invoice |
| 2025-04-21 | Till 2 | Tools | Hand fork |  | 16.40 |  | card |
| 2025-05-18 | Till 1 | Seeds | Pumpkin | 12 | 2.80 | 33.60 |  |
`;
const shows = `| show | starts | host | rent_per_month_gbp |
|---|---|---|---|
| Dawn | 06:30 | Ines Roth | 180 |
| Noon | 12:00 | Paul Kerr | 95 |
| Tide | 18:15 |  | 120 |
`;
const bill = `| Item | Qty | Price | Amount |
|---|---|---|---|
| Goods total |  |  | 912.40 |
| Oak tub | 2 | 60.00 | 120.00 |
`;

async function ask(question: string, filename: string, text: string) {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename, text }],
    },
    { now: 0 },
  );
  return { text: parts.join(''), isClaimed: sources.length > 0 };
}

it.each([
  ['a sum of prices of one', 'What were the total takings over the whole spring?', 'sales.csv', sales],
  ['a sum for a mean', "What's the average value of a Trade sale?", 'sales.csv', sales],
  ['nothing for an empty quantity', 'How many hand forks were sold on 21 April?', 'sales.csv', sales],
  ['a row without how it was paid', 'How was the pumpkin sale paid for?', 'sales.csv', sales],
  ['rows for how much', 'How much did we take for seeds?', 'sales.csv', sales],
  ['a row without a day for when', 'When did the goods arrive?', 'bill.md', bill],
  ['a row whose host is empty for who', 'Who is the host of Tide?', 'shows.md', shows],
])('does not claim %s', async (_what, question, filename, text) => {
  expect(await ask(question, filename, text)).toMatchObject({ isClaimed: false });
});

it.each([
  [
    'a column of what comes each month as one sum',
    'How much rent comes in per month in total?',
    'shows.md',
    shows,
    '395',
  ],
  ['a mean by its column', 'What is the average line total?', 'sales.csv', sales, '91.28'],
  ['how it was paid', 'How was the sweet pea sale paid for?', 'sales.csv', sales, 'cash'],
  ['who, where the cell is filled', 'Who is the host of Dawn?', 'shows.md', shows, 'Ines Roth'],
])('tells %s', async (_what, question, filename, text, told) => {
  expect(await ask(question, filename, text)).toMatchObject({ isClaimed: true, text: expect.stringContaining(told) });
});

const tools = `| tool | bought | price | kept |
|---|---|---|---|
| Saw | 2012 | 410 | shed |
| Plane | 1996 | 95 | loft |
| Vice | 2020 | 130 | shed |
`;
const orders = `| order_no | date | customer | revenue |
|---|---|---|---|
| B-1 | 2025-02-03 | Ann Roe | 40 |
| B-2 | 2025-06-11 | Tom Ash | 95 |
`;
const months = `| month | guests | takings |
|---|---|---|
| May | 410 | 2900 |
| June | 530 | 2700 |
`;
const geräte =
  '| Gerät | Anschaffung | Preis | Standort |\n|---|---|---|---|\n| Säge | 2012 | 410 | Halle 1 |\n| Hobel | 1996 | 95 | Halle 2 |\n';

async function shortAnswerOf(question: string, text: string): Promise<string | undefined> {
  const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: question }] }];
  const { shortAnswer } = await read({ system: '', messages, documents: [{ filename: 'list.csv', text }] }, { now: 0 });
  return shortAnswer;
}

it.each([
  ['Which tool is the oldest?', tools, 'Plane'],
  ['What is the newest tool?', tools, 'Vice'],
  ['What does the saw cost?', tools, '410'],
  ['How much is the plane?', tools, '95'],
  ['When did Tom Ash order?', orders, '2025-06-11'],
  ['When were the takings highest?', months, 'May'],
  ['Welches Gerät ist das älteste?', geräte, 'Hobel'],
  ['Was kostet die Säge?', geräte, '410'],
  ['Wie teuer ist der Hobel?', geräte, '95'],
])('tells by the column that is meant: %s', async (question, text, value) => {
  expect(await shortAnswerOf(question, text)).toBe(value);
});

it.each([
  ['amount', 'What is the total amount?', '10'],
  ['ticket_no', 'What is the total?', undefined],
])('numbers that count up are summed where their heading says of what: %s', async (heading, question, value) => {
  const text = `| region | ${heading} |\n|---|---|\n| North | 1 |\n| South | 2 |\n| North | 3 |\n| West | 4 |\n`;
  expect(await shortAnswerOf(question, text)).toBe(value);
});

it('takes a year for a time beside a row of as many', async () => {
  const text =
    '| region | amount | day |\n|---|---|---|\n| North | 2023 | 2024-03-05 |\n| South | 2024 | 2024-03-09 |\n| West | 2025 | 2023-04-01 |\n';
  expect((await ask('What is the total amount in March 2024?', 'list.csv', text)).text).toContain('4047');
  expect((await ask('What is the total amount in 2024?', 'list.csv', text)).text).toContain('4047');
});

it('gives no price alone where two stand side by side', async () => {
  const text = '| tool | price_new | price_used |\n|---|---|---|\n| Saw | 410 | 120 |\n| Plane | 95 | 30 |\n';
  expect((await ask('What does the saw cost?', 'list.csv', text)).text).toContain('410');
  expect(await shortAnswerOf('What does the saw cost?', text)).toBeUndefined();
});
