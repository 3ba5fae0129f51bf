import { expect, it, test } from 'vitest';
import { answerFromMail } from './answer-from-mail.ts';

const mail = `# Kiln firing on Friday

**From:** Rosa Lindt <rosa@clay.example>
**To:** Members <members@clay.example>
**Cc:** Per Olsen <per@clay.example>
**Date:** 2025-02-11T08:15:00.000Z
**Subject:** Kiln firing on Friday

Dear all, please bring your pots by Thursday. Tomas sent the glaze list. The invoice was sent on 3 March.
`;
const ask = (question: string) => answerFromMail(question, [{ filename: 'kiln.eml', text: mail }]);

test.each([
  ['Who sent this email?', 'From: Rosa Lindt <rosa@clay.example>'],
  ['Who is the message from?', 'From: Rosa Lindt'],
  ['When was the email sent?', 'Date: 2025-02-11'],
  ['Who received this message?', 'To: Members'],
  ['Who is in copy of the mail?', 'Cc: Per Olsen'],
  ['What is the subject?', 'Subject: Kiln firing on Friday'],
])('%s', (question, told) => {
  const reply = ask(question);
  expect(reply?.text).toContain(told);
  const [source] = reply?.sources ?? [];
  expect(mail.slice(source?.start, source?.end)).toContain(told.split(': ')[1] ?? '');
});

it('leaves what the message says to its sentences', () => {
  for (const question of [
    'Who sent the glaze list?',
    'When was the invoice sent?',
    'When is the firing?',
    'Who is Per?',
  ])
    expect(ask(question), question).toBeUndefined();
});

it('says nothing of a text without such lines', () => {
  expect(
    answerFromMail('Who sent this email?', [{ filename: 'a.txt', text: 'From the hill: a view.' }]),
  ).toBeUndefined();
});
