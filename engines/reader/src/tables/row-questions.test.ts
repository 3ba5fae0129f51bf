import { describe, expect, test } from 'vitest';
import { answerFromTables } from './answer-from-tables.ts';

const ask = (question: string, text: string, filename: string) => answerFromTables(question, [{ filename, text }]);
const value = (question: string, text: string, filename: string) => ask(question, text, filename)?.shortAnswer;

const shop = `## Crops

| Code | Crop | Sort | Bag | Qty | Price GBP | Shed | Grower | Spray free |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| C11 | Oat 'Lyon' | Grain | 5 kg | 12 | 6.50 | East | own farm | yes |
| C12 | Rye 'Dukato' | Grain | 25 kg | 0 | 21.00 | East | Ola Brand | no |
| C13 | Pea 'Kelvedon' | Pulse | 500 g | 40 | 3.20 | West | Ola Brand | yes |
| C14 | Bean 'Cobra' | Pulse | 500 g | 0 | 4.10 | Loft | Una Falk | no |
| C15 | Clover 'Milka' | Ley | 5 kg | 7 | 39.90 | West | Ola Brand | yes |
`;
const shows = `## Box office

| Date | Play | Tickets sold | Takings ($) | House manager |
| --- | --- | --- | --- | --- |
| 2025-02-01 | Crow | 50 | 500 | Ann Lee |
| 2025-02-02 | Crow | 70 | 700 | Bo Ray |
| 2025-02-08 | Heron | 40 | 480 | Ann Lee |
| 2025-02-09 | Heron | 60 | 740 | Ann Lee |
| TOTAL | | 220 | 2420 | |
`;
const dairy = `## Milk

Milk collection

| Date | Turn | Farmer | Litres | Fat % | Rate (Rs/L) | Amount (Rs) |
| --- | --- | --- | --- | --- | --- | --- |
| 2025-09-01 | Morning | Asha Rao | 6 | 4.1 | 36 | 216 |
| 2025-09-01 | Evening | Asha Rao | 5 | 4.3 | 37 | 185 |
| 2025-09-02 | Morning | Devi Nair | 9 | 3.9 | 35 | 315 |
| 2025-09-02 | Evening | Asha Rao | 3 | 4.0 | 36 | 108 |
`;

describe('takes words by what a column measures', () => {
  test.each([
    ["What is the price of the oat 'Lyon' in a 5 kilogram bag?", shop, '6.50'],
    ['Which performance took in the most money?', shows, undefined],
    ['How many litres did Asha Rao bring altogether?', dairy, '14'],
    ['Total milk collected over the three days?', dairy, undefined],
  ])('%s', (question, text, held) => expect(value(question, text, 'sheet.xlsx')).toBe(held));
});

describe('counts rows and sums quantities by what is asked for', () => {
  test.each([
    ['How many lines come from Ola Brand?', shop, '3'],
    ['Which is our dearest crop?', shop, "Clover 'Milka'"],
    ['How much did Ola Brand or Una Falk spend?', shop, undefined],
  ])('%s', (question, text, held) => expect(value(question, text, 'crops.csv')).toBe(held));

  test('a last row of totals is no row', () =>
    expect(value('What is the total of tickets sold?', shows, 'sheet.xlsx')).toBe('220'));

  test('grams and kilograms in one column are not compared', () =>
    expect(value('Which crop has the largest bag?', shop, 'crops.csv')).toBeUndefined());
});

describe('works with several values or columns', () => {
  const jobs =
    '| Job | Client | Fitter | Parts (£) | Labour (£) | State |\n| --- | --- | --- | --- | --- | --- |\n| J1 | Ida Moss | Sal | 10 | 40 | done |\n| J2 | Ida Moss | Kit | 30 | 20 | open |\n| J3 | Ole Moss | Kit | 15 | 25 | done |\n| J4 | Jo Fern | Bea | 90 | 30 | done |\n';
  test.each([['Total labour of Sal and Kit', '85']])('%s', (question, held) =>
    expect(value(question, jobs, 'jobs.csv')).toBe(held),
  );
});

describe('sums columns of one month each', () => {
  const routes = JSON.stringify({
    routes: [
      { id: 'K1', from: 'Ayr', to: 'Oban', guests_2024: { May: 100, June: 300, July: 250 } },
      { id: 'K2', from: 'Oban', to: 'Tarbert', guests_2024: { May: 150, June: 90, July: 400 } },
    ],
  });
  test.each([
    ['Total guests on route K1 in August 2024?', undefined],
    ['Which route goes to Oban?', 'K1'],
  ])('%s', (question, held) => {
    const reply = ask(question, routes, 'routes.json');
    if (held === undefined) expect(reply).toBeUndefined();
    else expect(reply?.text).toContain(held);
  });
});

test('who did something is told by a column of those who do it, not of those who do nearly the same', () =>
  expect(ask('Who directed Heron?', shows, 'sheet.xlsx')).toBeUndefined());

describe('reads what is missing, owed and below', () => {
  const store =
    '| Part | Stock | Minimum | Price (€) | Note |\n| --- | --- | --- | --- | --- |\n| Hinge | 4 | 10 | 2.50 | missing |\n| Latch | 30 | 12 | 4.00 | checked |\n| Lock | 8 | 9 | 11.00 | none |\n';
  const stays = JSON.stringify({
    stays: [
      { room: 'R1', guest: { name: 'Ada Lind', mobile: '07700 900112' }, nights: 4, total_eur: 310.5, paid: true },
      { room: 'R2', guest: { name: 'Bo Ek', mobile: '07700 900345' }, nights: 9, total_eur: 700, paid: false },
      { room: 'R3', guest: { name: 'Cy Holm', mobile: '07700 900871' }, nights: 2, total_eur: 120, paid: false },
    ],
  });
  test.each([
    ['Which guest stays longest?', stays, ['nights is 9', 'Bo Ek'], 'R1'],
    ['How much is the total of R2 and R3?', stays, ['820'], 'R1'],
  ])('%s', (question, text, held, not) => {
    const said = ask(question, text, text === store ? 'store.csv' : 'stays.json')?.text ?? '';
    for (const each of held) expect(said).toContain(each);
    expect(said).not.toContain(not);
  });

  test('telephone numbers are neither added up nor counted', () => {
    expect(ask('What is the sum of the mobile numbers?', stays, 'stays.json')).toBeUndefined();
    expect(value('mobile number of Bo Ek', stays, 'stays.json')).toBe('07700 900345');
  });
});

test('a thing that is called as what is done is not passed over', () => {
  const wards =
    '| Ward | Patients 2022 | Patients 2023 |\n| --- | --- | --- |\n| North | 1920 | 2105 |\n| South | 880 | 905 |\n';
  expect(ask('How long was the average stay in 2023?', wards, 'wards.csv')).toBeUndefined();
  expect(ask('What was the average bill in 2023?', wards, 'wards.csv')).toBeUndefined();
});

test('takes the word that a table is called by for its rows, not for a value in another form', () => {
  const halls =
    'hall,channel,fee,status\nOld mill,web,120,done\nBarn,phone,340,done\nOld mill,web,90,booked\nBarn,web,75,booked\n';
  const table = `## hall_bookings\n\n| ${halls
    .trim()
    .replaceAll(',', ' | ')
    .replace('\n', ' |\n| --- | --- | --- | --- |\n| ')
    .replaceAll(/\n(?!\|)/g, ' |\n| ')} |\n`;
  const told = (question: string) => value(question, table, 'hall_bookings.csv');
  expect(ask('Which booking has the highest fee?', table, 'hall_bookings.csv')?.text).toContain('340');
  expect(told('What is the total fee of all bookings from the web?')).toContain('285');
  expect(told('How many bookings are booked?')).toBe('2');
  expect(told('How much did the bookings from the web bring in?')).toBe('285');
});

const machines = `| machine | site | power_kw | status |
| --- | --- | --- | --- |
| Press A | Leeds | 75 | running |
| Lathe 4 | Leeds | 18 | running |
| Saw 2 | York | 30 | stopped |
| Oven 1 | Hull | 120 | maintenance |
`;

test.each([
  ['How many machines are running?', '2'],
  ['How many machines run?', '2'],
  ['How many machines are stopped?', '1'],
  ['How many machines are there?', '4'],
])('a verb that a cell says chooses rows: %s', (question, expected) =>
  expect(value(question, machines, 'machines.csv')).toBe(expected),
);

test('many verbs are held against the cells of a large table once', () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `| item${i} | ${i % 2 === 0 ? 'running' : 'stopped'} | a |`);
  const table = `| name | status | site |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  const question = `How many ${'run sell buy order hold serve work finish '.repeat(45)}?`;
  const before = process.threadCpuUsage();
  expect(ask(question, table, 'items.csv')?.shortAnswer).toBeUndefined();
  const { user } = process.threadCpuUsage(before);
  // A pass over all cells for each verb took eight times as long.
  expect(user / 1000).toBeLessThan(2000);
});
