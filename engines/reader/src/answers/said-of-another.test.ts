import { expect, test } from 'vitest';
import { askLetter } from '../../test/ask-letter.ts';

const letter = `Loft to let, letter of 3 May

3.2 If the tenant ends the tenancy within the first year, two weeks of rent fall due.
The tenancy of the garage ends on 30 June 2027.
We are leaving a third floor flat at 8 Quay Row for a cottage at 5 Mill Lane, which lies 40 miles away.
As the reading was too high by 21 litres, you will receive a credit of £18.60 for oil in August.
A litre of paraffin costs £1.90 at the depot.
Gravel is £48 per cubic metre, delivered.
The cottage has a green door.
`;

const ask = (question: string, text = letter) => askLetter(question, text);

test.each([
  ['what follows if it happens for when it happens', 'when does the first year of the tenancy end', 'fall due'],
  ['the trait of another thing beside it', 'What floor is the new cottage on?', 'third floor'],
  ['an amount for several of a unit for the price of one', 'What is the price of a litre of oil?', '18.60'],
])('does not answer by %s', async (_what, question, told) => {
  const { text, isClaimed } = await ask(question);
  expect({ text, isWrong: isClaimed && text.includes(told) }).toMatchObject({ isWrong: false });
});

test.each([
  ['when it happens', 'When does the tenancy of the garage end?', '30 June'],
  ['the trait of the thing itself', 'What floor is the flat at Quay Row on?', 'third floor'],
  ['the price of one', 'What is the price of a litre of paraffin?', '1.90'],
  ['the price per unit', 'What is the price of a cubic metre of gravel?', '48'],
])('still answers by %s', async (_what, question, told) => {
  expect(await ask(question)).toMatchObject({ isClaimed: true, text: expect.stringContaining(told) });
});

test('sees the trait of another thing through the marks of a quoted mail', async () => {
  const mail = `Thank you for writing.

On Monday Ada Birch wrote:
> my cousin Fay Noor gave me your address last week. We are leaving a third
> floor flat at 8 Quay Row in Astley for a cottage at 5 Mill Lane in Barrow,
> which lies about 40 miles away. We would like to come on Friday 10 July.
`;
  expect(await ask('What floor is the new cottage on?', mail)).toMatchObject({ isClaimed: false });
});
