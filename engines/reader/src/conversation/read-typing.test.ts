import { expect, test } from 'vitest';
import { read } from '../read.ts';
import { readTyping, withApostrophes } from './read-typing.ts';

const text = `The lantern costs £14.20 and burns for nine hours.
The customer brings the certificate of the gas fitter.
Weather permitting, the harvest begins on 3 May. Receipts are kept for two years; the recipient signs.
`;
const reading = (question: string) => readTyping(question, [{ filename: 'notes.txt', text }], 'en').readAs;

test.each([
  ['what does the latnern cost?', 'lantern'],
  ['when does the harvst begin?', 'harvest'],
  ['who brings the certifcate?', 'certificate'],
  ['who brings the certifcte?', 'certificate'],
])('a slip is read as the one word of the text that is meant: %s', (question, word) =>
  expect(reading(question)[0]?.word).toBe(word),
);

test.each([
  ['a name', 'what does the Latnern cost?'],
  ['another word', 'what does leather cost?'],
])('%s stays what it is', (_what, question) => expect(reading(question)).toEqual([]));

test('a slip that is as near to two words is read as neither', () => {
  const both = [{ filename: 'notes.txt', text: 'The hostels and the hosters pay. ' }];
  expect(readTyping('who are the hosteds?', both, 'en').readAs).toEqual([]);
});

test('the reply says how a word was read, and only where it found something by it', async () => {
  const ask = async (question: string) => {
    const documents = [{ filename: 'notes.txt', text }];
    const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: question }] }];
    return (await read({ system: '', messages, documents }, { now: 0 })).parts.join('');
  };
  expect(await ask('How much does the latnern cost?')).toMatch(/£14\.20[\s\S]*“latnern” was read as “lantern”/);
  expect(await ask('What colour is the latnern?')).not.toContain('was read as');
});

test('the price of a thing that was mistyped is not the line that only names it', async () => {
  const messages = [
    { role: 'user' as const, parts: [{ type: 'text' as const, text: 'price of one bag of barley pelets' }] },
  ];
  const documents = [
    { filename: 'till.txt', text: 'Mill Lane Farm Shop\n20117 BARLEY PELLETS 25LB\nThank you for your visit.\n' },
  ];
  expect((await read({ system: '', messages, documents }, { now: 0 })).sources).toEqual([]);
});

test('an apostrophe that was left out is put back', () => {
  expect(withApostrophes('Why wont it open, and whats wrong?')).toBe("Why won't it open, and what's wrong?");
  expect(withApostrophes('the wontons')).toBe('the wontons');
});
