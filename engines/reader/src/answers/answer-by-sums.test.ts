import { expect, test } from 'vitest';
import { askLetter } from '../../test/ask-letter.ts';

const letter = `Dear Ms Arden,

Lane hire is £18 per hour, shoes are £2.50 each. A coach costs £30 for the first hour, then £20 an hour.
Lockers cost £4 a day if you bring a padlock.
We will bring 14 balls of the small kind, 9 of the middle kind and 3 of the large.
The Sunday group sends 6 players and the cup has 40 seats.
`;

const ask = (question: string, text = letter) => askLetter(question, text);

test.each([
  ['so many hours at so much an hour', 'What does the lane come to for 3 hours?', '3 × £18 = £54'],
  ['so many things at so much each', 'How much do we pay for six shoes?', '6 × £2.50 = £15.00'],
  ['what a sentence lists', 'How many balls will they bring altogether?', '14 + 9 + 3 = 26'],
])('works out %s and shows its parts', async (_what, question, sum) => {
  const reply = await ask(question);
  expect(reply).toMatchObject({ isClaimed: true, text: expect.stringContaining(sum) });
  expect(reply.text).toMatch(/says: “/);
});

test('works out German amounts as they are written', async () => {
  const text = 'Sehr geehrte Frau Arden,\n\ndie Bahn kostet 18,50 € pro Stunde. Schuhe liegen bereit.\n';
  expect(await ask('Was kostet die Bahn für 4 Stunden?', text)).toMatchObject({
    text: expect.stringContaining('4 × 18,50 € = 74,00 €'),
  });
});

test('introduces a sum in the language of the text where the question is too short to tell', async () => {
  const text = 'Liebe Gäste,\n\nden Saft verkauft der Verein für 1,50 Euro je Becher, und das Brot liegt bereit.\n';
  expect((await ask('Was kosten 4 Becher Saft?', text)).text).toMatch(/In letter\.txt steht: „/);
});

test.each([
  ['where the first one costs something else', 'What does a coach cost for 3 hours?'],
  ['where a condition stands', 'What do lockers cost for 3 days?'],
  ['of another thing', 'What do towels cost for 3 hours?'],
  ['where figures count different things', 'How many players are sent altogether?'],
])('works out nothing %s', async (_what, question) => {
  expect((await ask(question)).text).not.toMatch(/[×+].*=/);
});
