import { expect, test } from 'vitest';
import { answerFromTables } from './answer-from-tables.ts';

const workshops = JSON.stringify([
  {
    code: 'W1',
    title: 'Felting',
    tutor: { name: 'Ana Prado' },
    fee: { full: 40, reduced: 25 },
    places: { booked: 8, max: 8 },
  },
  {
    code: 'W2',
    title: 'Bookbinding',
    tutor: { name: 'Jon Reed' },
    fee: { full: 55, reduced: 30 },
    places: { booked: 3, max: 10 },
  },
  {
    code: 'W3',
    title: 'Etching',
    tutor: { name: 'Ana Prado' },
    fee: { full: 60, reduced: 35 },
    places: { booked: 6, max: 9 },
  },
]);
const inventory = JSON.stringify({
  owner: 'Lind',
  insurance: { sum_insured: 9000, excess: 100 },
  rooms: [
    {
      room: 'Hall',
      items: [
        { item: 'Mirror', price: 120 },
        { item: 'Bench', price: 80 },
      ],
    },
    { room: 'Attic', items: [{ item: 'Trunk', price: 50 }] },
  ],
});
const fuel = `| Date | Litres | Price per litre | Amount | Station |
|---|---|---|---|---|
| 2025-01-04 | 40 | 1.5 | 60 | Quay |
| 2025-02-04 | 20 | 2 | 40 | Hill |
`;
const stays = `| ref | guest | nights | total_gbp | deposit_paid |
|---|---|---|---|---|
| 1 | Ana Prado | 3 | 900 | 200 |
| 2 | Jon Reed | 7 | 1600 | 1550 |
`;
const ask = (question: string, text: string, filename: string) => answerFromTables(question, [{ filename, text }]);

test.each([
  ['Which workshops are full?', /^(?=.*Felting)(?!.*Etching)/],
  ['Which workshops have places left?', /Bookbinding.*Etching/],
  ['How many places are left in W2?', /^7 is the difference: places booked 3, places max 10/],
])('compares the places that are taken with those there are: %s', (question, said) => {
  expect(ask(question, workshops, 'workshops.json')?.text.replaceAll('\n', ' ')).toMatch(said);
});

test.each([
  ['How many people are booked on all the workshops?', workshops, 'workshops.json', '17'],
  ['What is the full fee of W3?', workshops, 'workshops.json', '60'],
  ['What is the sum of all prices in the inventory?', inventory, 'home_inventory.json', '250'],
  ['What did we pay on average?', fuel, 'fuel.csv', '50'],
  ['How many stays cost more than 1500 pounds?', stays, 'stays.csv', '1'],
])('%s', (question, text, filename, value) => expect(ask(question, text, filename)?.shortAnswer).toBe(value));

test('adds up no single object', () =>
  expect(ask('What is the sum of all fines in the inventory?', inventory, 'home_inventory.json')).toBeUndefined());
