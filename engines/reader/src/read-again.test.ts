import { expect, it } from 'vitest';
import { longestQuestion } from './bounds/bounds.ts';
import type { Prompt } from './prompt.ts';
import { read } from './read.ts';
import { ReaderError } from './reader-error.ts';

const text = [
  'The reading room is open from Monday to Friday.',
  'Coats are left in the hall below.',
  'The lift takes you to the gallery.',
  'Guided walks begin at the fountain.',
  'The café sells soup and cake.',
  'Prams may be left with the porter.',
  'The garden is shut when it rains.',
  'Members enter free of charge.',
  'Cameras are welcome without a flash.',
].join(' ');
const asked = 'Where can prams be put during a visit? ';
const prompt: Prompt = {
  system: '',
  messages: [{ role: 'user', parts: [{ type: 'text', text: asked }] }],
  documents: [{ filename: 'm.md', text }],
  responseFormat: { schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] } },
};

it('says with a refusal what an encoder would have to say, and replies when that is said', async () => {
  const refusal = await read(prompt, { now: 0 }).catch((error: unknown) => error);
  if (!(refusal instanceof ReaderError)) throw new Error('It replied by words alone.');
  expect(refusal.code).toBe('schema_not_met');
  const { unjudged = [] } = refusal.unasked;
  expect(unjudged.some(({ passage }) => passage.includes('porter'))).toBe(true);
  const judgedAs = (odds: (passage: string) => number) =>
    unjudged.map((pair) => ({ ...pair, odds: odds(pair.passage) }));
  const judged = judgedAs((passage) => (passage.includes('porter') ? 9 : -9));
  const { parts } = await read(prompt, { now: 0, judged });
  expect(JSON.parse(parts.join('')).answer).toContain('left with the porter');
  await expect(read(prompt, { now: 0, judged: judgedAs(() => -9) })).rejects.toThrow(ReaderError);
});

it('quotes first what an encoder holds for likeliest, also what touches no word of the question', async () => {
  const parts = text.split('. ').map((sentence, at) => `## Part ${at + 1}\n\n${sentence}.`);
  const notice = parts.join('\n\n');
  const { responseFormat: _, ...plain } = prompt;
  const question: Prompt = {
    ...plain,
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Where can one buy lunch?' }] }],
    documents: [{ filename: 'm.md', text: notice }],
  };
  const quoted = async (odds?: (passage: string) => number) => {
    const first = await read(question, { now: 0 });
    const judged = odds && first.unjudged?.map((pair) => ({ ...pair, odds: odds(pair.passage) }));
    const { near = [] } = judged ? await read(question, { now: 0, judged }) : first;
    return near.map(({ start, end, score }) => ({ quote: notice.slice(start, end), score }));
  };
  const saysSoup = ({ quote }: { quote: string }): boolean => quote.includes('soup');
  expect((await quoted()).some(saysSoup)).toBe(false);
  const likeliest = await quoted((passage) => (passage.includes('soup') ? -1 : -6));
  expect(likeliest.findIndex(saysSoup)).toBe(0);
  expect(likeliest.length).toBeLessThanOrEqual(5);
  expect(likeliest.map(({ score }) => score)).toEqual(
    likeliest.map(({ score }) => score).sort((one, other) => other - one),
  );
  expect((await quoted(() => -9)).some(saysSoup)).toBe(false);
});

it('has no more of a long question judged than an encoder looks at', async () => {
  const long: Prompt = { ...prompt, messages: [{ role: 'user', parts: [{ type: 'text', text: asked.repeat(500) }] }] };
  const refusal = await read(long, { now: 0 }).catch((error: unknown) => error);
  const { unjudged = [] } = refusal instanceof ReaderError ? refusal.unasked : {};
  expect(unjudged.length).toBeGreaterThan(0);
  expect(Math.max(...unjudged.map(({ question }) => question.length))).toBeLessThanOrEqual(longestQuestion);
});
