import { expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { withoutFormRequests } from './form-requests.ts';

test.each([
  ['When was the castle built? Answer in three sentences.', 'When was the castle built?'],
  ['Answer in at most 20 words: What is the castle today?', 'What is the castle today?'],
  ['Explain in exactly two sentences what happened to the castle.', 'Explain what happened to the castle.'],
  ['What does the museum show, in one sentence?', 'What does the museum show?'],
  ['Antworte in drei Sätzen: Wann wurde das Schloss gebaut?', 'Wann wurde das Schloss gebaut?'],
  ['¿Quién lo construyó? Responde en dos frases.', '¿Quién lo construyó?'],
  ['What are the three sentences in the ruling?', 'What are the three sentences in the ruling?'],
  ['How many words are in one sentence of the oath?', 'How many words are in one sentence of the oath?'],
  ['Answer in one sentence.', 'Answer in one sentence.'],
])('%s', (question, rest) => expect(withoutFormRequests(question)).toBe(rest));

const castle =
  'The castle was built in 1340 by Count Otto. It burned down in 1622. It was rebuilt from 1650 on. Today it holds a museum. The museum shows 400 clocks.';
const ask = async (question: string) =>
  (
    await read(
      {
        system: '',
        messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
        documents: [{ filename: 'context', text: castle }],
      },
      { now: 0 },
    )
  ).parts.join('');

test('a limit on the length is kept, and the question found behind it', async () => {
  expect(await ask('When was the castle built? Answer in three sentences.')).toContain('1340');
  expect(await ask('Answer in one sentence: what does the museum show?')).toContain('400 clocks');
});

test('words that introduce a quotation go before words of the quotation', async () =>
  expect(await ask('What does the museum show? Answer in at most 5 words.')).toBe('The museum shows 400 clocks.'));

test('that the text does not say is said whole, whatever the limit', async () =>
  expect(await ask('Who painted the ceiling? Answer in at most 3 words.')).toMatch(/I looked through .*sentences\)/));
