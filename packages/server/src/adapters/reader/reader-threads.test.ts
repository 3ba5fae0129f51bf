import { afterEach, expect, it, vi } from 'vitest';
import type { Prompt } from '../../ports/language-model.ts';
import { type ReadersEncoder, ReaderThreads } from './reader-threads.ts';
import { toReaderPrompt } from './to-reader-prompt.ts';

const opened: ReaderThreads[] = [];
const readerWith = (timeoutMs: number): ReaderThreads => {
  const reader = new ReaderThreads({ threads: 1, timeoutMs });
  opened.push(reader);
  return reader;
};
afterEach(async () => {
  for (const reader of opened.splice(0)) await reader.close();
});

const asking = (text: string, more: Partial<Prompt> = {}): Prompt => ({
  system: '',
  messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
  ...more,
});
/** Until a thread has started, which takes long on a busy machine, there is none that is free. */
const withThread = (use: () => Promise<void>) => vi.waitFor(use, { timeout: 80_000, interval: 100 });
const call = (signal = new AbortController().signal) => ({ now: 0, workspaceId: 'ws_1', signal });

it('hands the errors of the reader on with all that they say', async () => {
  const schema = {
    type: 'object',
    properties: { total: { type: 'number' } },
    required: ['total'],
  };
  const prompt = asking('Extract the total', {
    documents: [{ fileId: null, filename: 'context', text: 'The sea is blue.' }],
    responseFormat: { schema, mode: 'strict' },
  });
  const reader = readerWith(20_000);
  await withThread(() =>
    expect(reader.read(prompt, call())).rejects.toMatchObject({
      code: 'schema_not_met',
      details: expect.stringContaining('/total'),
      fields: { raw: expect.any(String) },
    }),
  );
});

it('reads again with what it would have had the encoder say, and as before where that says nothing', async () => {
  const table = '| machine | noise_db | price |\n| --- | --- | --- |\n| Planer | 94 | 128 |\n| Lathe | 71 | 99 |\n';
  const notes = [
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
  const asked: unknown[] = [];
  const answer = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
  const told = async (question: string, text: string, encoder: ReadersEncoder, more: Partial<Prompt> = {}) => {
    const reader = new ReaderThreads({ threads: 1, timeoutMs: 60_000, encoder });
    opened.push(reader);
    const prompt = asking(question, { documents: [{ fileId: null, filename: 'm.md', text }], ...more });
    // A thread that starts on a busy machine takes long, and what took long is not read twice.
    await reader.read(prompt, call()).catch(() => {});
    return await reader.read(prompt, call());
  };
  const nothing: ReadersEncoder = { embed: async () => null, judge: async () => null };
  const vectorOf = (word: string) => new Float32Array(word === 'price' ? [0, 1] : [1, 0]);
  const knowing: ReadersEncoder = {
    async embed(texts) {
      asked.push(texts);
      return texts.map(vectorOf);
    },
    async judge(pairs) {
      return pairs.map(({ passage }) => (passage.includes('porter') ? 9 : -9));
    },
  };
  const loudest = 'Which machine is the loudest?';
  expect((await told(loudest, table, knowing)).shortAnswer).toBe('Planer');
  expect(asked.at(-1)).toEqual(['loudest', 'noise db', 'price']);
  expect((await told(loudest, table, nothing)).shortAnswer).toBeUndefined();
  const prams = 'Where can prams be put during a visit?';
  expect((await told(prams, notes, knowing)).parts.join('')).toMatch(/^m\.md says: .*left with the porter/u);
  expect((await told(prams, notes, { ...knowing, judge: async (pairs) => pairs.map(() => -9) })).near).toBeDefined();
  expect((await told(prams, notes, nothing)).unjudged).toBeDefined();
  const filled: Partial<Prompt> = { responseFormat: { schema: answer, mode: 'strict' } };
  expect((await told(prams, notes, knowing, filled)).parts.join('')).toContain('left with the porter');
  await expect(told(prams, notes, nothing, filled)).rejects.toMatchObject({ code: 'schema_not_met' });
});

it('gives a request up at its limit and answers the next one in another thread', async () => {
  const reader = readerWith(1);
  await withThread(() =>
    expect(reader.read(asking('What is 2+2?'), call())).rejects.toMatchObject({
      code: 'too_much_to_read',
      cause: { reason: 'timeout' },
    }),
  );
  expect((await readerWith(60_000).read(asking('What is 2+2?'), call())).parts.join('')).toContain('4');
});

it('rejects with the reason of the caller who has left', async () => {
  const leaving = new AbortController();
  const left = expect(readerWith(20_000).read(asking('What is 2+2?'), call(leaving.signal))).rejects.toThrow('gone');
  leaving.abort(new Error('gone'));
  await left;
});

it('copies into the thread what is read, and no pictures or texts for vendors', () => {
  const prompt: Prompt = {
    system: 'Be brief.',
    guidance: 'For vendors.',
    workspaceId: 'ws_1',
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'image', mediaType: 'image/png', base64: 'AAAA' },
          { type: 'text', text: 'Hello', cache: {} },
        ],
      },
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm.', signature: 'seal' }] },
    ],
    documents: [
      {
        fileId: 'file_1',
        filename: 'a.txt',
        text: 'Text.',
        passages: [{ start: 0, end: 5, page: 1 }],
        quotable: [{ start: 0, end: 5, label: '' }],
        pictures: [{ mediaType: 'image/png', base64: 'BBBB', label: '' }],
      },
    ],
    material: [{ type: 'text', text: 'Text.' }],
    responseFormat: { schema: { type: 'object' }, mode: 'strict' },
    temperature: 1,
  };
  expect(toReaderPrompt(prompt)).toEqual({
    system: 'Be brief.',
    messages: [
      { role: 'user', parts: [{ type: 'image' }, { type: 'text', text: 'Hello' }] },
      { role: 'assistant', parts: [{ type: 'reasoning' }] },
    ],
    documents: [{ filename: 'a.txt', text: 'Text.', passages: [{ start: 0, end: 5 }] }],
    responseFormat: { schema: { type: 'object' } },
  });
});

it('refuses before a stop what waits, ends what is being read soon, and still reads what takes no time', async () => {
  const reader = readerWith(60_000);
  await reader.read(asking('What is 2+2?'), call());
  const long = Array.from({ length: 60_000 }, (_, at) => `A. B${at.toString(36)}wert, `).join('');
  const told = { code: 'service_unavailable', message: 'The service is stopping. Send the request again.' };
  const documents = [{ fileId: null, filename: 'context', text: long }];
  const order: string[] = [];
  const refused = (name: string, reading: Promise<unknown>) =>
    expect(reading)
      .rejects.toMatchObject(told)
      .then(() => order.push(name));
  const running = refused('what is being read', reader.read(asking('Who is named?', { documents }), call()));
  const waiting = refused('what waits', reader.read(asking('What is 2+2?'), call()));
  reader.windDown(100);
  await waiting;
  await expect(reader.read(asking('What is 2+2?'), call())).rejects.toMatchObject(told);
  await running;
  expect(order).toEqual(['what waits', 'what is being read']);
});
