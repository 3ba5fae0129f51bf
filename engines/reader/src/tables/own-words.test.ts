import { describe, expect, test } from 'vitest';
import { answerFromTables } from './answer-from-tables.ts';

const accounts = `## Accounts

Accounts of the scout hall, January to June 2024, in pounds

| No | Group | What | Payee | Month | Planned | Paid out | Signed by | Notes |
|---|---|---|---|---|---|---|---|---|
| 1 | Roof | Slates | Pim Roofing | January | 400 | 431.5 | Nora |  |
| 2 | Roof | Gutter pipe | Pim Roofing | March | 90 | 85 | Otto | bought in the sale of the year |
| 3 | Camp | Tent hire | Vale Outdoor | March | 250 | 260 | Nora |  |
| 4 | Camp | Food | Kesh Stores | May | 300 | 281.2 | Otto |  |
| 5 | Camp | Food | Kesh Stores | June | 300 | 318.4 | Nora | two trips |
| 6 | Hall | Oil | Brann Fuels | January | 500 | 520 | Otto |  |
| Total | | | | | 1840 | 1896.1 | | |
`;
const tours = `| Date | Guide | Tour | Start | Visitors | Paid hours |
|---|---|---|---|---|---|
| 2025-05-05 | Ilse Brandt | Cellar | 09:00 | 12 | 3 |
| 2025-05-05 | Omar Haddad | Tower | 11:00 | 20 | 4.5 |
| 2025-05-06 | Ilse Brandt | Tower | 09:00 | 8 | 4.5 |
| 2025-05-07 | Paula Ruiz | Cellar | 14:00 | 15 | 3 |
| 2025-05-09 | Ilse Brandt | Garden | 10:00 | 30 | 2 |
`;
const fruit = `| Artikel | Sorte | Menge | Preis € |
|---|---|---|---|
| Birne | Obst | 40 | 0,50 |
| Apfel | Obst | 100 | 0,30 |
| Lauch | Gemüse | 20 | 1,20 |
`;
const offer = `| Pos. | Leistung | Menge | Einzelpreis € | Gesamt € |
|---|---|---|---|---|
| 1 | Zaun streichen | 20 | 6,00 | 120,00 |
| 2 | Tor richten und ölen, innen | 1 | 95,00 | 95,00 |
| 3 | Pfosten setzen | 4 | 31,00 | 124,00 |
|  | Nettosumme |  |  | 339,00 |
|  | zzgl. 19 % MwSt. |  |  | 64,41 |
`;
const children = `| Child | Group | Age | Joined |
|---|---|---|---|
| Mia Roth | Otters | 9 | 2024-01-10 |
| Ben Lott | Otters | 11 | 2023-09-02 |
| Zoe Farr | Herons | 8 | 2024-03-15 |
`;
const spent = `| Datum | Was | Händler | Betrag € | Bezahlt von |
|---|---|---|---|---|
| 03.02.2025 | Farbe | Bauhof Linz | 48,50 | Katrin |
| 10.02.2025 | Bretter | Holz Maier | 112,00 | Jonas |
| 11.03.2025 | Schrauben | Bauhof Linz | 99,80 | Katrin |
`;
const bought = `| Fecha | Concepto | Proveedor | Cantidad | Importe € |
|---|---|---|---|---|
| 03/02/2025 | Vasos | La Loza | 24 | 36,00 |
| 09/02/2025 | Platos | La Loza | 12 | 54,00 |
| 21/03/2025 | Manteles | Telas Ruiz | 6 | 91,00 |
`;
const ask = (question: string, text: string) => answerFromTables(question, [{ filename: 'sheet.xlsx', text }]);

test.each([
  ['how much went on the roof', accounts, '516.5'],
  ['total paid to Kesh Stores', accounts, '599.6'],
  ['What did the food cost?', accounts, '599.6'],
  ['how many did Nora sign', accounts, '3'],
  ['Welcher Artikel ist am billigsten?', fruit, 'Apfel'],
  ['Who is the oldest child?', children, 'Ben Lott'],
  ['Who is the youngest child?', children, 'Zoe Farr'],
  ['Wie viel haben wir im Februar ausgegeben?', spent, '160.5'],
  ['¿Cuánto se gastó en total?', bought, '181'],
  ['¿Cuánto se gastó en La Loza?', bought, '90'],
])('takes the words of who asks for what the table has: %s', (question, text, value) =>
  expect(ask(question, text)?.shortAnswer).toBe(value),
);

test.each([
  ['was kostet das tor', offer, /Tor richten/],
  ['Wie hoch ist die Nettosumme?', offer, /Nettosumme; Gesamt €: 339,00/],
])('groups, ends and lines under the rows: %s', (question, text, said) =>
  expect(ask(question, text)?.text).toMatch(said),
);

test.each([
  ["What is Ilse Brandt's hourly wage?", tours],
  ['What does Ilse Brandt earn per hour?', tours],
  ['How many shifts are there?', fruit],
])('drops no word that could be the one that matters: %s', (question, text) =>
  expect(ask(question, text)).toBeUndefined(),
);

test('takes no figure of a column whose heading stands over several', () => {
  const torn =
    '| Team | Won | Goals for against points |  |  |\n|---|---|---|---|---|\n| Otters | 3 | 9 | 2 | 6 |\n| Voles | 1 | 4 | 8 | 2 |\n';
  expect(ask('How many points did the Otters get?', torn)?.shortAnswer).toBeUndefined();
  expect(ask('What is the average of the points?', torn)).toBeUndefined();
});

test('gives no figure for a reason', () =>
  expect(ask('Why was so much paid out for the oil?', accounts)?.shortAnswer).toBeUndefined());

const cars = `| plate | model | mileage | driver | next service | unit_price | ordered_on | order_no |
|---|---|---|---|---|---|---|---|
| AA-K 11 | Caddy | 81200 | Uwe Brenner | 2026-09-01 | 14900 | 2020-01-05 | 501 |
| AA-K 12 | Vito | 140350 | Selma Kurt | 2026-04-15 | 11200 | 2018-03-09 | 502 |
`;

describe('questions in another language than the headings', () => {
  test.each([
    ['Wer ist der Fahrer vom Vito?', 'Selma Kurt'],
    ['¿Cuál es el precio del Caddy?', '14900'],
    ['Quel est le conducteur du Caddy ?', 'Uwe Brenner'],
    ['Welches Modell hat den höchsten Kilometerstand?', 'Vito'],
    ['Wer ist der Fahrer der Bestellung 502?', 'Selma Kurt'],
  ])('%s', (question, value) => expect(ask(question, cars)?.text).toContain(value));

  test.each([
    'Welche Farbe hat der Vito?',
    'Wer ist der Besitzer vom Caddy?',
    '¿Cuál es la potencia del Caddy?',
    'Wann war der letzte Unfall vom Vito?',
  ])('what no column says is not told: %s', (question) => expect(ask(question, cars)).toBeUndefined());

  test('a small number names a row behind the word for its column', () => {
    const buses = '| line | departure |\n|---|---|\n| 12 | 07:15 |\n| 14 | 07:50 |\n';
    expect(ask('Wann ist die Abfahrt der Linie 14?', buses)?.text).toContain('07:50');
    expect(ask('Wann ist die Abfahrt am Gleis 14?', buses)).toBeUndefined();
  });
});
