import { describe, expect, it } from 'vitest';
import { askTable } from './tables.ts';

const row = (...cells: string[]) => cells;
const sales = {
  title: '',
  filename: 'sales.csv',
  isOnly: true,
  headings: ['sale_id', 'region', 'seller', 'product', 'amount', 'sold on'],
  rows: [
    row('s1', 'North', 'Garcia', 'lamp', '120.5', '2024-03-05'),
    row('s2', 'North West', 'Okafor', 'lamp', '80', '2024-03-31'),
    row('s3', 'Süd', 'Garcia', 'chair', '300', '2024-04-01'),
    row('s4', 'North', 'Lind', 'lamp', '40', '2024-12-24'),
    row('s5', 'Süd', 'Lind', 'table', '700', '2023-03-02'),
    row('s6', 'North', 'Garcia', 'chair', '310', '2022-07-14'),
    row('s7', 'Süd', 'Okafor', 'lamp', '330', '2022-08-01'),
    row('s8', 'North', 'Okafor', 'chair', '720', '2022-08-02'),
  ],
};
const ask = (question: string) => askTable(question, sales);

describe('askTable', () => {
  it.each([
    ['What is the total amount?', '2600.5'],
    ['How many rows are in North West?', '1'],
    ['Wie hoch ist die Summe von amount im Süd?', '1330'],
    ['total amount in March 2024', '200.5'],
    ['total amount in December 2024', '40'],
    ['amount en marzo de 2023', '700'],
    ['total amount of 2022', '1360'],
    ['total amount on 5 March 2024', '120.5'],
    ['total amount on 2024-03-31', '80'],
    ['for 2024, total amount in March', '200.5'],
    ['What is the average amount of lamps?', '142.625'],
    ['How many sales have an amount over 300?', '4'],
    ['What did Garcia sell for in total?', '730.5'],
    ['Which region has the highest total amount?', 'Süd'],
    // One sale may be meant, or all of a region.
    ['Which region has the highest amount?', null],
    ['Which product has the highest amount?', 'chair'],
    ['Which seller sold most often?', null],
    ['Which product was sold most often?', 'lamp'],
    ['Which product sold most often in 2022?', 'chair'],
    ['Welches product wurde am häufigsten verkauft?', 'lamp'],
    ['¿Qué product se vendió más veces?', 'lamp'],
  ])('%s', (question, value) => {
    expect(ask(question)?.value ?? null).toBe(value);
  });

  it.each(['What did Ilse sell?', 'total amount in the East', 'amount on 5/3/2024', ''])(
    'tells nothing of %j',
    (question) => {
      expect(ask(question)?.value).toBeUndefined();
    },
  );
});

it('answers the part of two questions that is of the table where that is asked for', () => {
  const question = 'What is the total amount in March 2024, and from which pier does the ferry leave?';
  expect(askTable(question, sales)).toBeNull();
  expect(askTable(question, sales, { inParts: true })).toEqual({
    text: '200.5 is the sum of amount over 2 rows where sold on in March 2024.',
  });
});

it('makes a question whole by those before it, and not by what was replied', () => {
  const earlier = [
    { role: 'user', text: 'And in North West?' },
    { role: 'assistant', text: '1190.5 is the sum of amount over 4 rows where region = North.' },
    { role: 'user', text: 'What is the total amount in North?' },
  ] as const;
  expect(askTable('And in the Süd?', sales, { earlier: earlier.slice(1) })?.value).toBe('1330');
  expect(askTable('And in the Süd?', sales, { earlier })?.value).toBe('1330');
  expect(askTable('And in the Süd?', sales)?.value).toBeUndefined();
});
