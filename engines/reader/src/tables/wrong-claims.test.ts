import { describe, expect, test } from 'vitest';
import { answerFromTables } from './answer-from-tables.ts';

const studio = `## Students

| Code | Name | Phone | Tutor | Exam passed | Fee per hour (€) |
| --- | --- | --- | --- | --- | --- |
| S1 | Ada Lund | 0151 100 | Rolf | 2025-03-05 | 36 |
| S2 | Ben Moor | 0151 101 | Rolf |  | 38 |
| S3 | Cleo Hart | 0151 102 | Ines | 2025-04-11 | 36 |

## Sittings

| Day | Code | Hours | Subject |
| --- | --- | --- | --- |
| 2025-04-01 | S1 | 2 | Scales |
| 2025-04-03 | S2 | 1.5 | Chords |
| 2025-04-09 | S1 | 1 | Chords |
| 2025-04-16 | S3 | 3 | Scales |
`;
const bills = `| No | Day | Firm | Pages | Amount EUR |
| --- | --- | --- | --- | --- |
| 71 | 2025-01-08 | Tern Press | 210 | 78.20 |
| 72 | 2025-01-12 | Moss & Co | 368 | 141.60 |
| 73 | 2025-02-15 | Tern Press | 92 | 104.00 |
| 74 | 2025-02-20 | Moss & Co | 64 | 95.00 |
`;
const rain = `| Month | Rain (mm) | Sun (hours) |
| --- | --- | --- |
| April | 41 | 160 |
| May | 52 | 188 |
| June | 39 | 201 |
| July | 44 | 197 |
| Year | 176 | 746 |
`;
const duties = `| No. | Duty | Who | By |
| --- | --- | --- | --- |
| 1 | New ladder, up to 40 | Ole | 8 April |
| 2 | Paint the gate | Mia | 20 May |
| 3 | Order gravel | Ole | 1 June |
`;
const league = `Northern League, season 2024/25

| Pos | Club | Played | Points |
| --- | --- | --- | --- |
| 1 | Gull Rovers | 12 | 30 |
| 2 | Tor Albion | 12 | 25 |
| 3 | Fen United | 12 | 19 |
`;
const shows = JSON.stringify({
  shows: [
    { code: 'a1', title: 'Walls', minutes: 41, topics: ['craft', 'stone'] },
    { code: 'a2', title: 'Gates', minutes: 38, topics: ['craft', 'iron'] },
    { code: 'a3', title: 'Owls', minutes: 52, topics: ['birds'] },
    { code: 'a4', title: 'Roofs', minutes: 47, topics: ['straw', 'craft'] },
    { code: 'a5', title: 'Pots', minutes: 30, topics: ['craft'] },
  ],
});
const ask = (question: string, text: string, filename = 'file.csv') => answerFromTables(question, [{ filename, text }]);

describe('claims nothing that the table does not say', () => {
  test('takes a unit behind "per" for no measure of that kind', () =>
    expect(ask('How many hours did Ada Lund have altogether?', studio, 'studio.xlsx')?.text ?? '').not.toMatch(
      /Fee per/,
    ));

  test('adds up a bare total from the money and not from another measure', () =>
    expect(ask('total for Tern Press?', bills)?.shortAnswer).toBe('182.2'));

  test('adds up the column that is named beside money', () =>
    expect(ask('total pages for Tern Press?', bills)?.shortAnswer).toBe('302'));

  test('counts a value of a list in a cell by membership', () =>
    expect(ask('how many shows have the topic craft', shows, 'shows.json')?.shortAnswer).toBe('4'));

  test('gives no count of one row for the words that it tells', () => {
    const jobs =
      '| Job | Work | Amount |\n| --- | --- | --- |\n| 1 | Translation, words | 900 |\n| 2 | Layout | 80 |\n';
    expect(ask('How many words did she translate?', jobs)?.shortAnswer).toBeUndefined();
  });

  test.each([
    ['¿Cuál es el artículo más caro por unidad?', undefined],
    ['¿Cuál es el precio más alto?', '94.0'],
    ['What is the highest precio?', '94.0'],
  ])('gives what is highest only where that is asked for and not whose it is: %s', (question, value) => {
    const prices =
      '| nombre | unidades | precio_unidad |\n| --- | --- | --- |\n| Escalera | 7 | 94.0 |\n| Martillo | 20 | 12.5 |\n';
    const reply = ask(question, prices, 'articulos.csv');
    expect(reply?.text).toContain('Escalera');
    expect(reply?.shortAnswer).toBe(value);
  });

  test('counts no row that adds up the year', () =>
    expect(ask('How many months are there?', rain)?.shortAnswer).toBe('4'));

  test.each(['last season', 'last year', 'the previous season', 'next season', 'in the last season'])(
    'declines %s where the table has no times',
    (time) => expect(ask(`How many points did Tor Albion have ${time}?`, league)).toBeUndefined(),
  );

  test.each(["What is Rolf's phone number?", 'What is the phone number of Rolf?', "What is Rolf's phone?"])(
    'gives no value of other rows than the one that is asked for: %s',
    (question) => expect(ask(question, studio, 'studio.xlsx')).toBeUndefined(),
  );

  test('gives the value of the row whose own name is asked for', () =>
    expect(ask("What is Cleo Hart's phone number?", studio, 'studio.xlsx')?.text).toMatch(/0151 102/));

  test('takes a deadline for no deed', () => expect(ask('When did the ladder get bought?', duties)).toBeUndefined());

  test('names a deadline where one is asked for', () =>
    expect(ask('By when should the ladder be bought?', duties)?.text ?? '8 April').toMatch(/8 April/));

  test('says that a cell is empty', () => {
    const reply = ask('When did Ben Moor pass the exam?', studio, 'studio.xlsx');
    expect(reply?.text).toMatch(/Exam passed is empty/);
    expect(reply?.shortAnswer).toBeUndefined();
  });

  test('says that all columns are empty that are asked for', () => {
    const exams =
      '| Name | Theory passed | Test booked |\n| --- | --- | --- |\n| Bo Lind | 2025-01-02 | 2025-03-04 |\n| Al Ray |  |  |\n| Di Fox | 2025-02-02 | 2025-04-04 |\n';
    expect(ask('When did Al Ray pass the theory test?', exams)?.text).toMatch(
      /Theory passed and Test booked are empty/,
    );
  });

  test('does not tell a rate for what something comes to', () => {
    const rates = studio.replace('| Hours |', '| Lengths |');
    expect(ask("What do Ada Lund's sittings come to at her fee?", rates, 'studio.xlsx')?.shortAnswer).toBeUndefined();
  });
});

describe('reads a contracted "not" as one', () => {
  const sent =
    '| No | Tool | Quantity | Sent |\n| --- | --- | --- | --- |\n| 501 | Rake | 3 | yes |\n| 502 | Spade | 1 | no |\n| 503 | Rake | 5 | yes |\n| 504 | Hose | 2 | no |\n| 505 | Saw | 2 | no |\n';
  const prices =
    '| Item | Plain | Rush |\n| --- | --- | --- |\n| Rug | £24.50 | £34.00 |\n| Coat | £12.00 | £17.50 |\n| Hat | £8.00 | – |\n| Tent | £40.00 | – |\n';
  test.each([
    ["How many orders weren't sent?", sent, '3'],
    ["How many orders haven't been sent?", sent, '3'],
    ['How many items cannot be cleaned as rush?', prices, undefined],
  ])('%s', (question, text, value) => expect(ask(question, text, 'orders.csv')?.shortAnswer).toBe(value));
});

const raffle = `| No | Member | Tickets | Since | Remarks |
| --- | --- | --- | --- | --- |
| 1 | Nuria Lamas | 20 | 2025-07-04 |  |
| 2 | Onofre Gil | 10 | 2025-08-11 | was 15 in July |
| 3 | Ruth Baum | 15 | 2025-07-20 | moves out |
`;

describe('a table gives no number for a name, and no row for a reason', () => {
  test.each(['¿Quién tiene más tickets?', 'Wer hat die meisten Tickets?', 'Who has the most tickets?'])(
    'whose it is: %s',
    (question) => {
      const reply = ask(question, raffle);
      expect(reply?.text).toContain('Nuria Lamas');
      expect(reply?.shortAnswer).not.toBe('20');
    },
  );

  test.each(['Why did Ruth Baum?', 'Warum Ruth Baum?', 'How old is Ruth Baum?', '¿Qué edad tiene Onofre Gil?'])(
    'declined: %s',
    (question) => expect(ask(question, raffle)).toBeUndefined(),
  );

  test('a month in a remark is not the month of the rows', () =>
    expect(ask('How many tickets in July?', raffle)?.shortAnswer).toBe('35'));
});
