import type { TextEvent } from '@parley/contract';
import { expect, it } from 'vitest';
import type { GenerationResult, ReplyFields } from './generation-event.ts';
import { drainTextEvents, toTextEvents } from './text-events.ts';
import type { LoopEvent } from './tool-loop.ts';

const source = { file_id: null, filename: 'context', start: 0, end: 2, quote: 'Hi' };
const said: ReplyFields = {
  model: 'small-1',
  engine: 'openai',
  sources: [source],
  fields: { '/a': { found: 'quoted', source } },
  ungrounded: [{ text: '[9]', reason: 'no_such_passage' }],
  queries: [{ file_id: 'f', filename: 'a.csv', sheet: 'a', query: {}, matched: 0, rows: [] }],
  details: 'b stands nowhere',
  code: 'needs_model',
  warnings: ['Read by OCR.'],
};
const usage = { input_tokens: 7, output_tokens: 2, cached_tokens: 3 };

const result = (reply: ReplyFields): GenerationResult => ({
  type: 'result',
  reason: 'content-filter',
  stopSequence: undefined,
  tokens: { inputTokens: 7, cachedTokens: 3, outputTokens: 2 },
  engineId: 'openai/gpt',
  reply,
});

function eventsOf(...events: LoopEvent[]) {
  async function* each(): AsyncGenerator<LoopEvent> {
    yield* events;
  }
  return toTextEvents(each());
}

it('says at the end of a stream all that is known of the reply, and the same unstreamed', async () => {
  const events: LoopEvent[] = [
    { type: 'text-delta', text: 'Hello ' },
    { type: 'text-delta', text: 'you' },
    result({ ...said, short_answer: 'you' }),
  ];
  const streamed: TextEvent[] = [];
  for await (const event of eventsOf(...events)) streamed.push(event);
  const rest = { ...said, usage, finish_reason: 'content_filter' };
  expect(streamed.slice(2)).toEqual([{ tokens: 9 }, { done: true, short_answer: 'you', ...rest }]);
  expect(await drainTextEvents(eventsOf(...events))).toEqual({
    text: 'Hello you',
    toolCalls: [],
    executedCalls: [],
    shortAnswer: 'you',
    schemaMode: undefined,
    fields: rest,
  });
});

it('gives the JSON text of an object, null included, in place of what was streamed', async () => {
  const objects = [{ a: 1 }, null, '', 0, false];
  for (const data of objects) {
    const end = result({ model: 'small-1', data, schema_mode: 'strict' });
    const reply = await drainTextEvents(eventsOf({ type: 'text-delta', text: '```json' }, end));
    expect(reply).toMatchObject({ text: JSON.stringify(data), schemaMode: 'strict', fields: { data } });
    expect(reply.fields).not.toHaveProperty('schema_mode');
  }
});

it('forgets text that was rejected, and fails without an end', async () => {
  const events: LoopEvent[] = [
    { type: 'text-delta', text: 'No' },
    { type: 'retry', reason: 'length' },
    { type: 'text-delta', text: 'Yes' },
  ];
  const end = result({ model: 'small-1' });
  expect((await drainTextEvents(eventsOf(...events, end))).text).toBe('Yes');
  await expect(drainTextEvents(eventsOf(...events))).rejects.toThrow('without the terminal one');
});
