import { expect, test } from 'vitest';
import { answerFromBill } from '../answers/answer-from-bill.ts';
import { answerFromTables } from './answer-from-tables.ts';

/** As it comes from a photograph: a table whose first line is no row of headings. */
const till = `THE KETTLE & CROCK
4 Mill Row, Danby

| 03/05/2025 Till 1 Served by: Oona | 14:02 Receipt 77-120 |
|---|---|
| Egg cups white | 8.40 |
| 4 @ 2.10 |  |
| Tea towel linen | 6.50 |
| STEW POT 3L |  |
| 2 x 19.00 | 38.00 |
| Spring offer | -5.00 |
| Subtotal | 47.90 |
| TOTAL GBP | 47 . 90 |
| Cash | 50.00 |
| Change | 2.10 |
| VAT 20% | 7.98 |

Tel 01632 960 111
`;
const bill = `Hedge & Sons Nursery, Bank Lane
Mrs Pia Holm, 2 Quay Street
Invoice 2025-88
Payment due 4 July 2025
Please pay by card 0800 555 0190

| Work | Qty | Price £ | Amount £ |
|---|---|---|---|
| Hedge trim | 3 | 20.00 | 60.00 |
| Stump out | 1 | 45.00 | 45.00 |

| Subtotal | 105.00 |
|---|---|
| VAT 20% | 21.00 |
| Total | 126.00 |
| Less deposit | -26.00 |
| Balance to pay | 100.00 |
`;
const plain = `BAR ZUM ANKER
Tisch 4   12.03.2025 19:20

2 x 3,80 Apfelschorle        7,60
Suppe                        6,50
Summe                       14,10
Bar                         20,00
Rückgeld                     5,90
Es bediente Sie: Jule
MwSt 19 %                    2,25
`;
const documents = (text: string) => [{ filename: 'scan.png', text }];
const ofBill = (question: string, text: string) => answerFromBill(question, documents(text));

test.each([
  ['What is the total on the receipt?', till, 'GBP 47.90'],
  ['how much change did i get', till, '2.10'],
  ['How much VAT was there?', till, '7.98'],
  ['how much do i still owe', bill, '100.00'],
  ['What is the total including VAT?', bill, '126.00'],
  ['Wie viel Rückgeld gab es?', plain, '5,90'],
  ['Wie hoch ist die Summe?', plain, '14,10'],
])('reads the lines that every bill has: %s', (question, text, value) =>
  expect(ofBill(question, text)?.shortAnswer).toBe(value),
);

test.each([
  ['who was at the till', till, /Served by: Oona/],
  ['what is the phone number of the shop', till, /01632 960 111/],
  ['when do i have to pay by', bill, /“Payment due 4 July 2025”/],
  ['Wer hat bedient?', plain, /Jule/],
  ['On what day was I at the shop?', till, /03\/05\/2025/],
  ['What was the date of the receipt?', plain, /12\.03\.2025/],
])('%s', (question, text, said) => expect(ofBill(question, text)?.text).toMatch(said));

test.each([
  ['What is the phone number of Mrs Holm?', bill],
  ['How much change did Ben get at the fair?', till],
  ['What was the total of the stew pots?', till],
  ['how much change did i get', bill],
  ['How many loyalty points do I have?', till],
  ['When do I get my money back?', till],
  ['When was the stew pot made?', till],
])('is silent where the question asks for more, or no line says it: %s', (question, text) =>
  expect(ofBill(question, text)).toBeUndefined(),
);

test('takes no amount, time or telephone number for a heading', () =>
  expect(
    answerFromTables(
      'What is the sum?',
      documents('| Tel 01905 555 016 | 14:30 |\n|---|---|\n| Bread | 2 |\n| Milk | 1 |\n'),
    ),
  ).toBeUndefined());

test('a bill in German is asked for all of it with the tax', () => {
  const text = `# Auftrag Zaunbau

Der Zaun wird bis 3. Mai gesetzt.

| Leistung | Menge | Betrag |
|---|---|---|
| Pfosten | 12 | 240,00 € |
| Latten | 60 | 180,00 € |
| Zwischensumme | | 420,00 € |
| Umsatzsteuer | 19 % | 79,80 € |
| Gesamtbetrag | | 499,80 € |
`;
  const reply = answerFromBill('Was kostet uns das Ganze am Ende mit Steuer?', [{ filename: 'auftrag.docx', text }]);
  expect(reply?.shortAnswer).toBe('499,80');
});
