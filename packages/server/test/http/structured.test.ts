import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, Output, streamText } from 'ai';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { ScriptedLanguageModel, type ScriptedReply } from '../scripted-language-model.ts';
import { apiKey, eventsIn, routerOf, startTestService, type TestService } from '../test-service.ts';

let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

async function withReplies(replies: ScriptedReply[]): Promise<TestService> {
  service = await startTestService({ replacements: { models: routerOf(new ScriptedLanguageModel(replies)) } });
  return service;
}

const format = {
  type: 'object',
  properties: { name: { type: 'string' }, count: { type: 'integer' } },
  required: ['name', 'count'],
};

describe('response_format', () => {
  it('answers the object as data and as text, and says how it was had', async () => {
    const { call } = await withReplies(['```json\n{"name": "Ana", "count": "3",}\n```']);
    const { status, json, headers } = await call('POST', '/v1/answer', { query: 'Who?', response_format: format });
    expect(status).toBe(200);
    expect(json.data).toEqual({ name: 'Ana', count: 3 });
    expect(JSON.parse(json.answer)).toEqual(json.data);
    expect(headers.get('x-parley-schema-mode')).toBe('strict');
  });

  it('streams the text and validates at the end', async () => {
    const { call } = await withReplies(['{"name": "Ana", "count": 3}']);
    const { text } = await call('POST', '/v1/answer', { query: 'Who?', response_format: format, stream: true });
    const events = eventsIn(text);
    expect(text.match(/"content"/g)?.length).toBeGreaterThan(1);
    expect(events.at(-1)).toMatchObject({ done: true, data: { name: 'Ana', count: 3 }, schema_mode: 'strict' });
  });

  it("comes in parts through Vercel's library, in OpenAI's two shapes, and is whole at its end", async () => {
    const people = Array.from({ length: 20 }, (_, count) => ({ name: `Person number ${count}`, count }));
    const { url } = await withReplies([JSON.stringify({ people })]);
    const item = { ...format, additionalProperties: false } as const;
    const schema = jsonSchema<{ people: object[] }>({
      type: 'object',
      properties: { people: { type: 'array', items: item as never } },
      required: ['people'],
      additionalProperties: false,
    });
    const vendor = createOpenAI({ baseURL: `${url}/v1`, apiKey });
    for (const model of [vendor.chat('small-2'), vendor.responses('small-2')]) {
      const stream = streamText({ model, prompt: 'Who?', output: Output.object({ schema }) });
      const sizes = new Set<number>();
      for await (const part of stream.partialOutputStream) sizes.add(part.people?.length ?? 0);
      expect(sizes.size).toBeGreaterThan(3);
      expect(await stream.output).toEqual({ people });
    }
  });

  it('fails with the text of the model, plain and streamed, and counts both attempts', async () => {
    const { call } = await withReplies(['I would rather not.']);
    const plain = await call('POST', '/v1/answer', { query: 'Who?', response_format: format });
    expect(plain).toMatchObject({ status: 422, json: { code: 'schema_not_met', raw: 'I would rather not.' } });
    expect(plain.json.details).not.toBe('');
    const { text } = await call('POST', '/v1/answer', { query: 'Who?', response_format: format, stream: true });
    expect(eventsIn(text).at(-1)).toMatchObject({ code: 'schema_not_met', done: true });
  });

  it('says in every shape that sending it again does not help, and what does not fit', async () => {
    const model = new ScriptedLanguageModel(['I would rather not.']);
    service = await startTestService({ replacements: { models: routerOf(model) } });
    const { call, url } = service;
    const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'structured-once' };
    const body = { query: 'Who?', response_format: format };
    for (const replayed of [null, 'true']) {
      const reply = await call('POST', '/v1/answer', body, headers);
      expect(reply.status).toBe(422);
      expect([reply.headers.get('x-should-retry'), reply.headers.get('idempotency-replayed')]).toEqual([
        replayed === null ? 'false' : null,
        replayed,
      ]);
    }
    const asked = model.prompts.length;
    const client = new OpenAI({ apiKey, baseURL: `${url}/v1` });
    const messages = [{ role: 'user' as const, content: 'Who?' }];
    const json_schema = { name: 'person', strict: true, schema: format };
    const chat = client.chat.completions.create({
      model: 'small-1',
      messages,
      response_format: { type: 'json_schema', json_schema },
    });
    await expect(chat).rejects.toMatchObject({ status: 422, code: 'schema_not_met' });
    // One call, and one that mends: the client sends nothing twice.
    expect(model.prompts.length - asked).toBe(2);
  });

  it.each([
    ['a remote reference', { $ref: 'http://example.com/schema.json' }, 'schema_not_supported'],
    ['a pattern that needs more than linear time', { type: 'string', pattern: '(a)\\1' }, 'schema_not_supported'],
    ['what is no schema', { type: 'objekt' }, 'invalid_request'],
  ])('refuses %s before it asks the model', async (_, schema, code) => {
    const { call } = await withReplies(['{}']);
    const { status, json } = await call('POST', '/v1/answer', { query: 'Who?', response_format: schema });
    expect(status).toBe(400);
    expect(json.code).toBe(code);
  });

  it.each([
    ['a broken pattern', { type: 'object', properties: { a: { pattern: '(a' } } }, 'Unterminated group'],
    ['a $ref to nowhere', { $ref: '#/$defs/none' }, '"#/$defs/none" leads nowhere'],
    ['an unknown type', { type: 'objekt' }, '/type'],
  ])("tells of %s in the contract's sentence", async (_, schema, details) => {
    const { call } = await withReplies(['{}']);
    const field = 'response_format must be a valid JSON schema object';
    for (const body of [{ query: 'Who?' }, { messages: [{ role: 'user', content: 'Who?' }] }]) {
      const path = 'query' in body ? '/v1/answer' : '/v1/conversation';
      const { status, json } = await call('POST', path, { ...body, response_format: schema });
      expect([status, json.error, json.details]).toEqual([400, field, expect.stringContaining(details)]);
    }
    const tool = { name: 't', description: 'd', input_schema: { type: 'object', properties: { x: schema } } };
    const asked = await call('POST', '/v1/agent', { messages: [{ role: 'user', content: 'Who?' }], tools: [tool] });
    expect(asked.json.error).toBe('tools[0].input_schema must be a valid JSON schema object');
  });
});

describe('tools', () => {
  it('names the field of a broken input schema', async () => {
    const { call } = await withReplies(['Hello']);
    const tools = [
      { name: 'look', description: 'Looks', input_schema: { type: 'object', properties: { at: { type: 'strin' } } } },
    ];
    const { status, json } = await call('POST', '/v1/agent', { messages: [{ role: 'user', content: 'Look' }], tools });
    expect(status).toBe(400);
    expect(json.message).toContain('tools[0].input_schema');
  });

  it('calls them with the embedded reader and tells their results', async () => {
    service = await startTestService();
    const tools = [
      {
        name: 'get_forecast',
        description: 'Weather forecast for a city.',
        input_schema: {
          type: 'object',
          properties: { city: { type: 'string', description: 'Name of the city.' } },
          required: ['city'],
        },
      },
    ];
    const messages: object[] = [{ role: 'user', content: 'What is the weather forecast for Lisbon and Porto?' }];
    const asked = await service.call('POST', '/v1/agent', { messages, tools });
    expect(asked.json.tool_calls.map((call: { inputs: unknown }) => call.inputs)).toEqual([
      { city: 'Lisbon' },
      { city: 'Porto' },
    ]);
    messages.push(
      { role: 'assistant', tool_calls: asked.json.tool_calls },
      {
        role: 'tool',
        tool_call_results: asked.json.tool_calls.map((call: { id: string }) => ({
          tool_call_id: call.id,
          result: { sky: 'clear' },
        })),
      },
    );
    const told = await service.call('POST', '/v1/agent', { messages, tools });
    expect(told.json.tool_calls).toBeNull();
    expect(told.json.response).toContain('Lisbon');
    const [asks, calls] = messages;
    const apart = asked.json.tool_calls.map((call: { id: string }) => ({
      role: 'tool',
      tool_call_results: [{ tool_call_id: call.id, result: { sky: 'clear' } }],
    }));
    const inTwo = await service.call('POST', '/v1/agent', { messages: [asks, calls, ...apart], tools });
    expect(inTwo.json.response).toBe(told.json.response);
    const oneMissing = await service.call('POST', '/v1/agent', { messages: [asks, calls, apart[0]], tools });
    expect(oneMissing.status).toBe(400);
    expect(oneMissing.json.error).toContain('call_2');
  });

  it('takes files beside the messages of a chat completion, and refuses a response_format by name', async () => {
    service = await startTestService();
    const messages = [{ role: 'user', content: 'Who chairs?' }];
    const file = '00000000-0000-4000-8000-000000000000';
    const withFile = await service.call('POST', '/v1/chat-completion', {
      model: 'small-1',
      messages,
      file_ids: [file],
    });
    expect(withFile.json).toMatchObject({ code: 'file_not_found', file_id: file });
    const format = { type: 'object', properties: {} };
    const withFormat = await service.call('POST', '/v1/chat-completion', {
      model: 'small-1',
      messages,
      response_format: format,
    });
    expect(withFormat.status).toBe(400);
    expect(withFormat.json.error).toContain('response_format');
  });

  it('is not held up by a pattern that explodes elsewhere', async () => {
    const reply = `${'a'.repeat(60)}!`;
    const { call } = await withReplies([JSON.stringify({ text: reply })]);
    const schema = { type: 'object', properties: { text: { type: 'string', pattern: '(.*a){25}$' } } };
    const { status, json } = await call('POST', '/v1/answer', { query: 'Who?', response_format: schema });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'schema_not_met', raw: JSON.stringify({ text: reply }) });
  });

  it('refuses forty definitions, each the next one twice, before it asks the model', async () => {
    const { call } = await withReplies(['{}']);
    const twice = (i: number) => [{ $ref: `#/$defs/d${i}` }, { $ref: `#/$defs/d${i}` }];
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`d${i}`, i < 39 ? { allOf: twice(i + 1) } : { type: 'object' }]),
    );
    const schema = { $ref: '#/$defs/d0', $defs };
    const asked = await call('POST', '/v1/answer', { query: 'Who?', response_format: schema });
    expect(asked.json).toMatchObject({ code: 'schema_not_supported', error: 'response_format cannot be used' });
    const tools = [{ name: 'go', description: 'Goes.', input_schema: schema }];
    const messages = [{ role: 'user', content: 'Go!' }];
    const tool = await call('POST', '/v1/agent', { messages, tools });
    expect(tool.json).toMatchObject({ code: 'schema_not_supported' });
  });

  it('refuses more messages and values than it takes before it looks at each, and names the field', async () => {
    const { call } = await withReplies(['{}']);
    const message = '{"role":"user","content":"a"}';
    const messages = (count: number) => `{"messages":[${Array(count).fill(message).join(',')}]}`;
    const tooMany = await call('POST', '/v1/conversation', messages(10_001));
    expect([tooMany.status, tooMany.json.message]).toEqual([400, 'messages must have at most 10000 items']);
    const values = await call('POST', '/v1/conversation', messages(250_000));
    expect([values.status, values.json.message]).toEqual([400, 'messages holds more than 300000 values. Send fewer.']);
  });
});
