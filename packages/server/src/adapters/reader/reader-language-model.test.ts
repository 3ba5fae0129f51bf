import type { AnswerPair } from '@parley/reader';
import { AnswerJudge } from '@parley/weights';
import { afterAll, describe, expect, it } from 'vitest';
import type { ModelEvent, ModelSource, Prompt, PromptMessage } from '../../ports/language-model.ts';
import { ReaderLanguageModel } from './reader-language-model.ts';
import { ReaderThreads } from './reader-threads.ts';

const now = Date.UTC(2026, 2, 4, 10, 30);
const judge = await AnswerJudge.open();
const encoder = { embed: async () => null, judge: (pairs: readonly AnswerPair[]) => judge.judge(pairs) };
const threads = new ReaderThreads({ threads: 1, timeoutMs: 10_000, encoder });
afterAll(() => threads.close());
const model = new ReaderLanguageModel({
  reader: threads,
  clock: { now: () => now, sleep: async () => {} },
  tokensOf: () => 90,
});

const lake = `Lake Verin lies in the north of Oskaria. It was formed about 12,000 years ago when a glacier blocked the Tarn valley. The lake is 41 km long and at most 3.2 km wide. In 1887 the engineer Marta Holm built a dam at its southern end, which raised the water by four metres. The dam was not repaired after the flood of 1954. Today about 18,000 people live around the lake, most of them in the town of Brenna, where fishing and tourism are the main trades. The lake is not connected to the sea.`;

interface Reply {
  events: ModelEvent[];
  text: string;
  sources: ModelSource[] | undefined;
  shortAnswer: string | undefined;
  code: string | undefined;
}

async function ask(turns: string | string[], more: Partial<Prompt> & { context?: string } = {}): Promise<Reply> {
  const { context, ...rest } = more;
  const list = typeof turns === 'string' ? [turns] : turns;
  const messages = list.map((text, index): PromptMessage => {
    const isUser = (list.length - index) % 2 === 1;
    return isUser
      ? { role: 'user', parts: [{ type: 'text', text }] }
      : { role: 'assistant', parts: [{ type: 'text', text }] };
  });
  const documents = context === undefined ? {} : { documents: [{ fileId: null, filename: 'context', text: context }] };
  const events: ModelEvent[] = [];
  for await (const event of model.stream({ system: '', messages, ...documents, ...rest }, new AbortController().signal))
    events.push(event);
  const found = events.find((event) => event.type === 'sources');
  const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
  const finish = events.find((event) => event.type === 'finish');
  return { events, text, sources: found?.sources, shortAnswer: found?.shortAnswer, code: finish?.code };
}

describe('answers from a text', () => {
  it.each([
    ['Who built the dam?', 'Marta Holm'],
    ['When was the dam built?', '1887'],
    ['How many people live around the lake?', '18,000'],
    ['Is the lake connected to the sea?', 'not connected'],
  ])('%s is answered by the sentence that says so', async (question, answer) => {
    const { text, sources } = await ask(question, { context: lake });
    const { start, end } = sources![0]!;
    expect(lake.slice(start, end)).toContain(answer);
    expect(text.split('\n')[0]).toBe(`The text says: “${lake.slice(start, end)}”`);
  });

  it('names the sentence it answers from by exact offsets', async () => {
    const { sources } = await ask('Who built the dam?', { context: lake });
    expect(lake.slice(sources![0]!.start, sources![0]!.end)).toMatch(
      /^In 1887 the engineer Marta Holm built a dam .* four metres\.$/,
    );
  });

  it('keeps to the passages that were chosen for the request', async () => {
    const from = lake.indexOf('Today');
    const passages = [{ start: from, end: lake.length }];
    const { sources } = await ask('How many people live around the lake?', {
      documents: [{ fileId: 'f1', filename: 'lake.txt', text: lake, passages }],
    });
    expect(sources![0]!.start).toBe(from);
  });

  it('says that the text does not say, and what was looked through', async () => {
    const { text, sources } = await ask('Who won the chess tournament in Lisbon?', { context: lake });
    expect(text).toBe(
      'The text does not say. I looked through the text (7 sentences); nothing there mentions “chess”, “tournament”, “Lisbon”.',
    );
    expect(sources).toEqual([]);
  });

  it('does not take another year for the one that is asked about', async () => {
    expect((await ask('Who built the dam in 1921?', { context: lake })).sources).toEqual([]);
  });

  it('finds the document among several', async () => {
    const documents = [
      { fileId: 'a', filename: 'a.txt', text: 'The Orla bridge was opened in 1931. It is painted green.' },
      { fileId: 'b', filename: 'b.txt', text: 'The Selm tunnel was opened in 1978. It has two lanes.' },
    ];
    const { sources, text } = await ask('When was the Selm tunnel opened?', { documents });
    expect(sources![0]!.document).toBe(1);
    expect(text).toMatch(/^b\.txt says: “The Selm tunnel was opened in 1978\.”/);
  });

  it('answers in other languages by their own words', async () => {
    const { text } = await ask('¿En qué año construyó Marta Holm la presa?', {
      context: 'El lago Verin está en el norte. En 1887 la ingeniera Marta Holm construyó una presa en el extremo sur.',
    });
    expect(text).toMatch(/^El texto dice: «En 1887/);
  });
});

describe('follows a conversation', () => {
  it('makes a follow-up question whole', async () => {
    const { text } = await ask(['Who built the dam?', 'Marta Holm.', 'And when?'], { context: lake });
    expect(text).toContain('1887');
  });

  it('remembers what was said', async () => {
    const { text } = await ask(['My name is Ana and I live in Madrid.', 'Understood.', 'What is my name?']);
    expect(text).toBe('You said: “My name is Ana and I live in Madrid.”');
  });

  it('answers from a text inside the message', async () => {
    const { text } = await ask(
      'The Kestrel probe was launched in 2031. It will reach Titan in 2038.\n\nWhen will it reach Titan?',
    );
    expect(text).toContain('2038');
  });
});

describe('obeys instructions', () => {
  it('quotes without an introduction when asked to be brief', async () => {
    const { text } = await ask('Who built the dam?', { context: lake, system: 'Be brief.' });
    expect(text).toMatch(/^In 1887 the engineer Marta Holm/);
  });

  it('answers from what the system prompt tells, not from its orders', async () => {
    const system = 'You are a helpful assistant. The shop opens at 9 and closes at 18. Never talk about prices.';
    expect((await ask('When does the shop open?', { system })).text).toBe(
      'My instructions say: “The shop opens at 9 and closes at 18.”',
    );
    expect((await ask('What are you?', { system })).text).not.toContain('helpful');
  });

  it('says what it was told to say when the text is silent', async () => {
    const system = 'If the answer is not in the text, say "No idea".';
    expect((await ask('Who won the chess tournament in Lisbon?', { context: lake, system })).text).toBe('No idea');
  });

  it('refuses a topic in the words it was given', async () => {
    const system = 'Do not discuss politics. If asked, say "Ask me about the library."';
    expect((await ask('What do you think about politics?', { system })).text).toBe('Ask me about the library.');
  });

  it('speaks the language it was told to speak', async () => {
    const { text } = await ask('Who won the chess tournament in Lisbon?', {
      context: lake,
      system: 'Always answer in German.',
    });
    expect(text).toMatch(/geht aus dem Text nicht hervor/);
  });

  it('starts and ends as it was told', async () => {
    const { text } = await ask('Who built the dam?', {
      context: lake,
      system: 'Be brief. End every reply with "Over."',
    });
    expect(text).toMatch(/^In 1887 .* Over\.$/s);
  });
});

describe('summarises', () => {
  it('in as many sentences as asked for, in the order of the text', async () => {
    const { text, sources } = await ask('Summarise this in two sentences', { context: lake });
    expect(sources).toHaveLength(2);
    expect(sources![0]!.start).toBeLessThan(sources![1]!.start);
    expect(text).toBe(sources!.map(({ start, end }) => lake.slice(start, end)).join(' '));
  });

  it('in at most so many words', async () => {
    const { text } = await ask('Summarise in at most 20 words', { context: lake });
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(20);
  });

  it('as bullet points', async () => {
    const { text } = await ask('Give me the key points as 3 bullet points', { context: lake });
    expect(text.split('\n')).toHaveLength(3);
    expect(text).toMatch(/^- /);
  });
});

describe('says what it does not know', () => {
  it('and how to connect a model, and invents nothing', async () => {
    const { text, sources, code } = await ask('Who won the world cup in 1998?');
    expect(text).toMatch(/do not know.*PARLEY_MODEL/s);
    expect(sources).toBeUndefined();
    expect(code).toBe('needs_model');
  });

  it.each([
    'Write an essay about the lake.',
    'Draft a letter to the mayor',
    'Translate the text into French.',
    'What do you think about the dam?',
    'Please rewrite this more politely',
    'Book a table for two',
    'Schreibe einen Brief an die Stadt',
  ])('%s needs a model', async (request) => {
    const { text, code } = await ask(request);
    expect(code).toBe('needs_model');
    expect(text).not.toMatch(/understood/i);
  });

  it.each(['Who wrote the letter to the mayor?', 'What does the email say about the dam?', 'When should we pay?'])(
    '%s is a question, no request',
    async (question) => {
      expect((await ask(question, { context: lake })).code).toBeUndefined();
    },
  );
});

describe('events', () => {
  it('come as reasoning, sentences, sources and one finish', async () => {
    const { events } = await ask('Who built the dam?', { context: lake });
    expect(events.map((event) => event.type)).toEqual(['reasoning-delta', 'text-delta', 'sources', 'finish']);
    const finish = events.at(-1);
    expect(finish).toMatchObject({ type: 'finish', reason: 'stop', usage: { cachedTokens: 0 } });
    expect(finish?.type === 'finish' && finish.usage?.inputTokens).toBeGreaterThan(80);
  });

  it('are the same for the same prompt', async () => {
    expect((await ask('Who built the dam?', { context: lake })).events).toEqual(
      (await ask('Who built the dam?', { context: lake })).events,
    );
  });

  it('stop at the output limit and at a stop sequence', async () => {
    const limited = await ask('Who built the dam?', { context: lake, maxTokens: 3 });
    // A space at the end is cut off after the count.
    expect(limited.events.at(-1)).toMatchObject({ reason: 'length', usage: { outputTokens: 2 } });
    const stopped = await ask('Who built the dam?', { context: lake, stopSequences: ['Holm'] });
    expect(stopped.text).toMatch(/Marta $/);
    expect(stopped.events.at(-1)).toMatchObject({ reason: 'stop-sequence', stopSequence: 'Holm' });
  });

  it('end when the caller has left', async () => {
    const left = new AbortController();
    left.abort(new Error('left'));
    const stream = model.stream({ system: '', messages: [] }, left.signal);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('left');
  });
});
