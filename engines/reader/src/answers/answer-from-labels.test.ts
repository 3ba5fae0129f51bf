import { expect, it, test } from 'vitest';
import { answerFromLabels } from './answer-from-labels.ts';

const slip = `Repair slip

**Slip number:** R-2281
Customer: Ms Dana Olsen
Ready on: Friday 6 June
Labour: 45.00 EUR
Note: The owner asked for a call first.
`;
const ask = (question: string) => answerFromLabels(question, [{ filename: 'slip.txt', text: slip }]);

test.each([
  ['Who is the customer?', 'Customer: Ms Dana Olsen'],
  ['What is the slip number?', 'Slip number: R-2281'],
  ['How much is the labour?', 'Labour: 45.00 EUR'],
])('%s', (question, line) => expect(ask(question)?.text).toBe(`slip.txt says: “${line}”`));

it('answers nothing that asks for more than the label, less than it, or another sort of thing', () => {
  for (const question of [
    'What is the phone number of the customer?',
    'Who is the number?',
    'Who did the labour?',
    'Why is there a note?',
    'When was the slip written?',
  ])
    expect(ask(question), question).toBeUndefined();
});

it('leaves labels that stand twice to the sentences', () => {
  const documents = [{ filename: 'a.txt', text: 'Customer: Ida Holm\n\nCustomer: Per Lund\n' }];
  expect(answerFromLabels('Who is the customer?', documents)).toBeUndefined();
});
