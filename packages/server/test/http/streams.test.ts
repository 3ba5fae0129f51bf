import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import type { LanguageModel, ModelEvent } from '../../src/ports/language-model.ts';
import { finish, ScriptedLanguageModel, type ScriptedReply } from '../scripted-language-model.ts';
import { shortestMs } from '../shortest.ts';
import { apiKey, eventsIn, routerOf, startTestService, type TestService } from '../test-service.ts';

let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

async function withModel(model: LanguageModel | ScriptedReply[]): Promise<TestService> {
  const used = Array.isArray(model) ? new ScriptedLanguageModel(model) : model;
  service = await startTestService({ replacements: { models: routerOf(used) } });
  return service;
}

const messages = [{ role: 'user', content: 'Hello' }];
const tools = [
  { name: 'look', description: 'Looks', input_schema: { type: 'object', properties: { at: { type: 'string' } } } },
];
const thought: ModelEvent[] = [
  { type: 'reasoning-delta', text: 'Hm' },
  { type: 'reasoning-signature', signature: 'seal' },
  { type: 'text-delta', text: 'A' },
  { type: 'text-delta', text: 'B' },
];
const call: ModelEvent[] = [
  { type: 'tool-call-start', id: 'c1', name: 'look' },
  { type: 'tool-call', id: 'c1', name: 'look', arguments: '{"at":"it"}' },
];

describe('event shapes', () => {
  it('answer, conversation and agent: content, thinking, tool_call, tokens, done', async () => {
    const { call: send } = await withModel([[...thought, ...call, finish('tool-calls')]]);
    const { text, headers } = await send('POST', '/v1/agent', { messages, tools, stream: true });
    expect(headers.get('content-type')).toBe('text/event-stream');
    expect(headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(text).not.toMatch(/^(event|id):/m);
    expect(eventsIn(text)).toEqual([
      { thinking: 'Hm', done: false },
      { content: 'A', done: false },
      { content: 'B', done: false },
      { tool_call: { id: 'c1', name: 'look', inputs: { at: 'it' } } },
      { tokens: 15 },
      {
        done: true,
        usage: { input_tokens: 10, output_tokens: 5 },
        model: 'small-2',
        engine: 'scripted',
        finish_reason: 'tool_calls',
      },
    ]);
  });

  it('chat-completion: thinking, text, function call, usage, [DONE]', async () => {
    const { call: send } = await withModel([[...thought, ...call, finish('tool-calls')]]);
    const functions = [{ name: 'look', description: 'Looks', parameters: tools[0]?.input_schema }];
    const { text } = await send('POST', '/v1/chat-completion/stream', { model: 'small-1', messages, functions });
    expect(eventsIn(text)).toEqual([
      { content: { type: 'thinking_chunk', content: 'Hm' } },
      { content: { type: 'end_of_thinking', id: expect.stringMatching(/^think_/) } },
      { content: { type: 'text_chunk', content: 'A' } },
      { content: { type: 'text_chunk', content: 'B' } },
      { content: { type: 'starting_function_call' } },
      {
        content: {
          type: 'function_call',
          function_call_id: expect.stringMatching(/^call_/),
          function_calls: [{ name: 'look', input: { at: 'it' } }],
        },
      },
      {
        content: {
          type: 'token_usage',
          input_tokens: 10,
          output_tokens: 5,
          engine: 'scripted',
          finish_reason: 'tool_calls',
        },
      },
      { content: '[DONE]' },
    ]);
    expect(text.endsWith('data: {"content":"[DONE]"}\n\n')).toBe(true);
  });

  it('messages: named events, and plain chunks that end in the bare [DONE]', async () => {
    const { call: send } = await withModel([[...thought, ...call, finish('tool-calls')]]);
    const body = {
      model: 'small-1',
      max_tokens: 99,
      messages,
      tools,
      thinking: { type: 'enabled', budget_tokens: 1024 },
    };
    const named = await send('POST', '/v1/messages', { ...body, stream: true });
    const types = eventsIn(named.text).map((event) => (event as { type: string }).type);
    expect(types[0]).toBe('message_start');
    expect(types.at(-1)).toBe('message_stop');
    for (const type of types) expect(named.text).toContain(`event: ${type}\ndata: {"type":"${type}"`);
    const plain = await send('POST', '/v1/messages/stream', body);
    expect(eventsIn(plain.text)).toEqual([
      { content: { type: 'thinking_chunk', content: 'Hm' } },
      { content: { type: 'content_chunk', content: 'A' } },
      { content: { type: 'content_chunk', content: 'B' } },
      { content: { type: 'tool_call', id: 'c1', name: 'look', arguments: { at: 'it' } } },
      {
        content: {
          type: 'token_usage',
          input_tokens: 10,
          output_tokens: 5,
          engine: 'scripted',
          finish_reason: 'tool_calls',
        },
      },
      '[DONE]',
    ]);
  });

  it('gives the validated object in the terminal event', async () => {
    const { call: send } = await withModel(['```json\n{"n": 4}\n```']);
    const format = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const { text } = await send('POST', '/v1/answer', { query: '2+2?', response_format: format, stream: true });
    expect(eventsIn(text).at(-1)).toMatchObject({ done: true, data: { n: 4 } });
  });
});

describe('failures', () => {
  it('before the first event are ordinary errors', async () => {
    const { call: send } = await withModel([new AppError('upstream_overloaded', 'The provider is busy')]);
    const reply = await send('POST', '/v1/answer', { query: 'x', stream: true });
    expect(reply.status).toBe(503);
    expect(reply.json).toMatchObject({ success: false, code: 'upstream_overloaded' });
  });

  it('after it are one terminal error event, in each shape', async () => {
    const breaking: LanguageModel = {
      id: 'breaking',
      embedded: false,
      async *stream() {
        yield { type: 'text-delta', text: 'A' };
        throw new AppError('upstream_cut', 'The provider broke off');
      },
    };
    const { call: send } = await withModel(breaking);
    const answer = eventsIn((await send('POST', '/v1/answer', { query: 'x', stream: true })).text);
    expect(answer).toEqual([
      { content: 'A', done: false },
      { error: 'The provider broke off', code: 'upstream_cut', done: true },
    ]);
    const chat = eventsIn((await send('POST', '/v1/chat-completion/stream', { model: 'm', messages })).text);
    expect(chat.at(-1)).toEqual({ error: 'The provider broke off', code: 'upstream_cut' });
    const message = eventsIn(
      (await send('POST', '/v1/messages', { model: 'm', max_tokens: 9, messages, stream: true })).text,
    );
    expect(message.at(-1)).toMatchObject({ type: 'error', error: { type: 'api_error' } });
  });

  it('tell nothing of the inside', async () => {
    const { call: send } = await withModel([new Error('secret path /etc/passwd in SELECT')]);
    const reply = await send('POST', '/v1/answer', { query: 'x' });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('secret');
  });

  it('of a model that never says it finished are errors', async () => {
    const { call: send } = await withModel([[{ type: 'text-delta', text: 'A' }]]);
    expect((await send('POST', '/v1/answer', { query: 'x' })).json).toMatchObject({ code: 'upstream_cut' });
    const events = eventsIn((await send('POST', '/v1/answer', { query: 'x', stream: true })).text);
    expect(events.at(-1)).toMatchObject({ code: 'upstream_cut', done: true });
  });
});

it('ends the model call within 100 ms when the caller leaves, and records what was used', async () => {
  let aborted = (_at: number) => {};
  const endless: LanguageModel = {
    id: 'endless',
    embedded: false,
    async *stream(_prompt, signal) {
      yield { type: 'text-delta', text: 'The first eight tokens of a reply' };
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  const watched: LanguageModel = {
    ...endless,
    stream(prompt, signal) {
      signal.addEventListener('abort', () => aborted(performance.now()));
      return endless.stream(prompt, signal);
    },
  };
  const { url, admin } = await withModel(watched);
  const ids: string[] = [];
  const leaves = async () => {
    const abortedAt = new Promise<number>((resolve) => {
      aborted = resolve;
    });
    const id = `left-early-${ids.length}`;
    ids.push(id);
    const leave = new AbortController();
    const response = await fetch(`${url}/v1/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'x-request-id': id },
      body: JSON.stringify({ query: 'x', stream: true }),
      signal: leave.signal,
    });
    await response.body?.getReader().read();
    const leftAt = performance.now();
    leave.abort();
    return (await abortedAt) - leftAt;
  };
  expect(await shortestMs(100, leaves)).toBeLessThan(100);
  for (const id of ids) {
    await expect
      .poll(async () => (await admin('GET', `/v1/admin/usage/records?request_id=${id}`)).json.data)
      .toMatchObject([{ status: 499, output_tokens: 9 }]);
  }
});
