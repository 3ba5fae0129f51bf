import { expect, it } from 'vitest';
import { answerFromLetter } from './answer-from-letter.ts';

const letter = `Ashmoor Water Board
Telephone 01632 960417
Mr and Mrs D. Pell, Thorn Farm
Our reference: LBC/25/0338 Date: 6 May 2025

Dear Mr and Mrs Pell,
Thank you for your application of 17 February 2025. Mrs Beatrice Lang will visit the site.

Yours sincerely,
Howard Tressel
Principal Officer
Copy: Parish Council
`;
const brief = `Stadtwerke Altdorf, den 3. März 2026

Sehr geehrte Frau Moll,
der Zähler wird am 9. April getauscht.

Mit freundlichen Grüßen
Jörn Haber
`;

const ask = (question: string, text = letter) => answerFromLetter(question, [{ filename: 'letter.png', text }]);

it.each([
  ['When was the letter written?', letter, '6 May 2025'],
  ['What is the date of the letter?', letter, '6 May 2025'],
  ['Who signed the letter?', letter, 'Howard Tressel Principal Officer'],
  ['Who wrote the letter?', letter, 'Howard Tressel'],
  ['Who is the letter addressed to?', letter, 'Mr and Mrs Pell'],
  ['Von wann ist der Brief?', brief, '3. März 2026'],
  ['Wer hat den Brief unterschrieben?', brief, 'Jörn Haber'],
  ['An wen ist das Schreiben gerichtet?', brief, 'Frau Moll'],
])('answers %s', (question, text, told) => {
  const reply = ask(question, text);
  expect(reply?.text).toContain(told);
  const [source] = reply?.sources ?? [];
  expect(text.slice(source?.start, source?.end).replaceAll('\n', ' ')).toContain(told);
});

it.each([
  ['a question about what stands in it', 'When was the application sent?', letter],
  ['another person than those of the letter', 'Who visits the site?', letter],
  ['a text that is no letter', 'When was the letter written?', 'A letter came on 6 May 2025.\nIt was short.\n'],
  ['a letter with two dates above the greeting', 'When was the letter written?', `Received 8 May 2025\n${letter}`],
  ['a letter that nobody signed', 'Who signed the letter?', 'Dear Ann,\nthe roof is dry.\n'],
])('leaves %s to others', (_what, question, text) => {
  expect(ask(question, text)).toBeUndefined();
});
