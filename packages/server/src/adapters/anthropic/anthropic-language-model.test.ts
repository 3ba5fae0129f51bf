import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeOf,
  read,
  saidCall,
  saidText,
  saidThought,
  testLanguageModel,
} from '../../../test/contracts/language-model-contract.ts';
import { jsonHeaders, streamHeaders, toEventText, UpstreamServer } from '../../../test/upstream-server.ts';
import { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import type { ModelEvent, Prompt, PromptMessage, UserPart } from '../../ports/language-model.ts';
import { AnthropicProvider } from './anthropic-language-model.ts';

const input = JSON.stringify(saidCall.input);
const block = (index: number, start: object, deltas: object[]) => [
  { type: 'content_block_start', index, content_block: start },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const begin = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    role: 'assistant',
    content: [],
    usage: { input_tokens: 5, cache_read_input_tokens: 4, cache_creation_input_tokens: 3, output_tokens: 1 },
  },
};
const end = (reason: string) => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];
const events = [
  begin,
  { type: 'ping' },
  ...block(0, { type: 'thinking', thinking: '', signature: '' }, [
    { type: 'thinking_delta', thinking: saidThought },
    { type: 'signature_delta', signature: 'c2VhbA==' },
  ]),
  ...block(1, { type: 'text', text: '' }, [
    { type: 'text_delta', text: saidText.slice(0, 5) },
    { type: 'text_delta', text: saidText.slice(5) },
  ]),
  ...block(2, { type: 'tool_use', id: 'toolu_1', name: saidCall.name, input: {} }, [
    { type: 'input_json_delta', partial_json: input.slice(0, 9) },
    { type: 'input_json_delta', partial_json: input.slice(9) },
  ]),
  ...end('tool_use'),
];

testLanguageModel('anthropic', {
  open(baseUrl, timeouts) {
    const client = new UpstreamClient(timeouts);
    return {
      model: new AnthropicProvider({ id: 'anthropic', baseUrl, apiKey: 'k', client }).model('m'),
      close: () => client.close(),
    };
  },
  events,
  named: true,
  finishIndex: events.length - 2,
  body: {
    type: 'message',
    role: 'assistant',
    stop_reason: 'tool_use',
    content: [
      { type: 'thinking', thinking: saidThought, signature: 'c2VhbA==' },
      { type: 'text', text: saidText },
      { type: 'tool_use', id: 'toolu_1', name: saidCall.name, input: saidCall.input },
    ],
    usage: { input_tokens: 5, cache_read_input_tokens: 4, cache_creation_input_tokens: 3, output_tokens: 9 },
  },
  errorEvent: {
    event: { type: 'error', error: { type: 'overloaded_error', message: 'at 10.11.12.13' } },
    code: 'upstream_overloaded',
  },
  errorBody: (_, message) => ({ type: 'error', error: { type: 'some_error', message } }),
});

describe('the anthropic adapter', () => {
  let server: UpstreamServer;
  const client = new UpstreamClient({ totalMs: 5_000 });
  const prompt: Prompt = { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }] };
  const model = () =>
    new AnthropicProvider({ id: 'anthropic', baseUrl: `${server.url}/v1`, apiKey: 'k', client }).model('m');
  const streamOf = (values: object[]) => ({ headers: streamHeaders, pieces: toEventText(values, { named: true }) });

  beforeAll(async () => {
    server = await UpstreamServer.start();
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  it('passes on seals and thoughts that only the vendor can read', async () => {
    server.answer = () =>
      streamOf([
        begin,
        ...block(0, { type: 'redacted_thinking', data: 'eHg=' }, []),
        ...block(1, { type: 'thinking', thinking: '' }, [{ type: 'signature_delta', signature: 'cw==' }]),
        ...end('end_turn'),
      ]);
    const seen: ModelEvent[] = [];
    for await (const event of model().stream(prompt, new AbortController().signal)) seen.push(event);
    expect(seen).toMatchObject([
      { type: 'usage', usage: { inputTokens: 12, cachedTokens: 4, cacheWriteTokens: 3 } },
      { type: 'reasoning-signature', redacted: 'eHg=' },
      { type: 'reasoning-signature', signature: 'cw==' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('refuses a second message inside a block of the first, and reads one that follows it', async () => {
    const half = block(0, { type: 'text', text: '' }, [{ type: 'text_delta', text: 'Ha' }]).slice(0, 2);
    const text = block(0, { type: 'text', text: '' }, [{ type: 'text_delta', text: 'Ha.' }]);
    server.answer = () => streamOf([begin, ...half, begin, ...text, ...end('end_turn')]);
    expect(codeOf((await read(model(), prompt)).error)).toBe('upstream_invalid');
    server.answer = () => streamOf([begin, begin, ...text, ...end('tool_use'), begin, ...text, ...end('end_turn')]);
    expect(await read(model(), prompt)).toMatchObject({ text: 'Ha.Ha.', finishes: [{ reason: 'stop' }] });
  });

  // https://platform.claude.com/docs/en/build-with-claude/effort, and …/extended-thinking for models that take a budget
  it.each([
    ['claude-opus-4-7', 'high', { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    ['claude-opus-4-7', 'max', { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }],
    ['claude-opus-4-7', 'none', {}],
    ['claude-sonnet-4-5', 'high', { thinking: { type: 'enabled', budget_tokens: 2_400 } }],
  ] as const)('says to %s what the effort %s means there', async (name, reasoningEffort, expected) => {
    server.answer = () => streamOf([begin, ...block(0, { type: 'text', text: 'Yes.' }, []), ...end('end_turn')]);
    const named = new AnthropicProvider({ id: 'anthropic', baseUrl: server.url, apiKey: 'k', client }).model(name);
    await read(named, { ...prompt, maxTokens: 3_000, reasoningEffort });
    const { thinking, output_config } = server.requests.at(-1)!.body;
    expect({ thinking, output_config }).toEqual(expected);
  });

  it('learns the most that a model can write, and that it thinks without a budget', async () => {
    server.answer = ({ body }) => {
      const { max_tokens: limit, thinking } = body as { max_tokens: number; thinking?: { type: string } };
      const refuse = (message: string) => ({
        status: 400,
        headers: jsonHeaders,
        pieces: [JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })],
      });
      if (limit > 4_096)
        return refuse('max_tokens: 16000 > 4096, which is the maximum allowed number of output tokens');
      if (thinking?.type === 'enabled')
        return refuse('"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".');
      return streamOf([begin, ...block(0, { type: 'text', text: 'Yes.' }, []), ...end('end_turn')]);
    };
    const before = server.requests.length;
    expect((await read(model(), { ...prompt, thinking: { budgetTokens: 2_000 } })).text).toBe('Yes.');
    expect(server.requests.slice(before).map(({ body }) => [body.max_tokens, body.thinking])).toEqual([
      [16_000, { type: 'enabled', budget_tokens: 2_000 }],
      [4_096, { type: 'enabled', budget_tokens: 2_000 }],
      [4_096, { type: 'adaptive' }],
    ]);
  });

  it('answers six first calls at once although the model writes less than they ask for', async () => {
    server.answer = ({ body }) => {
      if (Number(body.max_tokens) <= 4_096) {
        return streamOf([begin, ...block(0, { type: 'text', text: 'Yes.' }, []), ...end('end_turn')]);
      }
      const message = 'max_tokens: 16000 > 4096, which is the maximum allowed number of output tokens';
      const refusal = { type: 'error', error: { type: 'invalid_request_error', message } };
      return { status: 400, headers: jsonHeaders, pieces: [JSON.stringify(refusal)] };
    };
    const one = model();
    const replies = await Promise.all(Array.from({ length: 6 }, () => read(one, prompt)));
    expect(replies.map(({ text, error }) => [text, error])).toEqual(Array(6).fill(['Yes.', undefined]));
  });

  it("sends the whole conversation in the vendor's words", async () => {
    server.answer = () => ({
      headers: jsonHeaders,
      pieces: [JSON.stringify({ type: 'message', content: [], stop_reason: 'end_turn', usage: {} })],
    });
    await read(model(), {
      system: 'Be brief.',
      isStreamed: false,
      maxTokens: 100,
      temperature: 1.5,
      messages: [
        { role: 'system', text: 'Be kind.' },
        { role: 'user', parts: [{ type: 'text', text: 'One' }] },
        {
          role: 'user',
          parts: [
            { type: 'text', text: '' },
            { type: 'image', mediaType: 'image/png', base64: 'AAAA' },
          ],
        },
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'Hm.', signature: 's' },
            { type: 'reasoning', text: 'unsealed' },
            { type: 'reasoning', text: '', redacted: 'x' },
            { type: 'text', text: ' ' },
            { type: 'tool-call', id: 'a:1', name: 'look', input: {} },
          ],
        },
        { role: 'tool', results: [{ toolCallId: 'a:1', toolName: 'look', result: 'no', isError: true }] },
        { role: 'user', parts: [{ type: 'text', text: 'Two' }] },
      ],
      tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }],
      toolChoice: 'required',
    });
    const { body, path, headers } = server.requests.at(-1)!;
    expect(path).toBe('/v1/messages');
    expect(headers).toMatchObject({ 'x-api-key': 'k', 'anthropic-version': '2023-06-01' });
    expect(body).toMatchObject({
      system: [{ type: 'text', text: 'Be brief.\n\nBe kind.', cache_control: { type: 'ephemeral' } }],
      max_tokens: 100,
      temperature: 1,
      stream: false,
      tool_choice: { type: 'any' },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'One' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 's' },
            { type: 'redacted_thinking', data: 'x' },
            { type: 'tool_use', id: 'a_1', name: 'look', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a_1', content: 'no', is_error: true },
            // A conversation goes on: what stands so far is kept for its next turn.
            { type: 'text', text: 'Two', cache_control: { type: 'ephemeral' } },
          ],
        },
      ],
    });
  });

  it('marks results of tools and turns of a conversation for the cache, a single question not, and never five places', async () => {
    server.answer = () => ({
      headers: jsonHeaders,
      pieces: [JSON.stringify({ type: 'message', content: [], stop_reason: 'end_turn', usage: {} })],
    });
    const question: PromptMessage = { role: 'user', parts: [{ type: 'text', text: 'How warm is it?' }] };
    const said: PromptMessage = { role: 'assistant', parts: [{ type: 'tool-call', id: 'a', name: 'look', input: {} }] };
    const result: PromptMessage = { role: 'tool', results: [{ toolCallId: 'a', toolName: 'look', result: '3 °C' }] };
    const material: UserPart[] = [{ type: 'text', text: 'A document.' }];
    const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }];
    const sent = async (more: Partial<Prompt>) => {
      await read(model(), { system: 'Be brief.', messages: [question], isStreamed: false, ...more });
      return server.requests.at(-1)!.body as { messages: { content: { cache_control?: object }[] }[] };
    };
    const marks = (body: object) => JSON.stringify(body).split('"cache_control"').length - 1;
    expect(marks(await sent({}))).toBe(1);
    const asked = await sent({ material, tools, messages: [question, said, result] });
    expect(asked.messages.at(-1)?.content.at(-1)).toMatchObject({
      type: 'tool_result',
      cache_control: { type: 'ephemeral' },
    });
    expect(marks(asked)).toBe(4);
    // What only the last question needs is in no later prompt: the mark stands before it.
    const lateMaterial: UserPart[] = [{ type: 'text', text: 'A passage for it.' }];
    const answered: PromptMessage = { role: 'assistant', parts: [{ type: 'text', text: 'Cold.' }] };
    const late = await sent({ material, lateMaterial, messages: [question, answered, question] });
    expect(late.messages.map(({ content }) => content.map(({ cache_control }) => cache_control !== undefined))).toEqual(
      [[true, false], [true], [false, false]],
    );
    const first = await sent({ material, lateMaterial, tools });
    expect(first.messages.map(({ content }) => content.length)).toEqual([3]);
    expect(marks(first)).toBe(3);
    // What the caller marks is marked, and nothing else.
    const own: PromptMessage = { role: 'user', parts: [{ type: 'text', text: 'One', cache: {} }] };
    expect(marks(await sent({ messages: [own, said, result] }))).toBe(1);
  });

  it('asks for a schema in the native way, and as a tool when it is outside the strict subset', async () => {
    const answer = (content: object[], reason: string) => ({
      headers: jsonHeaders,
      pieces: [JSON.stringify({ type: 'message', content, stop_reason: reason, usage: {} })],
    });
    const strict = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    server.answer = () => answer([{ type: 'text', text: '{"a":"b"}' }], 'end_turn');
    await read(model(), { ...prompt, isStreamed: false, responseFormat: { mode: 'strict', schema: strict } });
    expect(server.requests.at(-1)?.body).toMatchObject({
      output_config: { format: { type: 'json_schema', schema: strict } },
    });
    server.answer = () => answer([{ type: 'tool_use', id: 't', name: 'give_answer', input: { a: 'b' } }], 'tool_use');
    const loose = { type: 'object', additionalProperties: { type: 'string' } };
    const reading = await read(model(), {
      ...prompt,
      isStreamed: false,
      responseFormat: { mode: 'strict', schema: loose },
    });
    expect(reading).toMatchObject({ text: '{"a":"b"}', calls: [], finishes: [{ reason: 'stop' }] });
  });

  describe('strict tools', () => {
    const closed = {
      type: 'object',
      properties: { part: { type: 'string' }, count: { type: 'integer' } },
      required: ['part', 'count'],
      additionalProperties: false,
    };
    const bounded = { ...closed, properties: { part: { type: 'string' }, count: { type: 'integer', minimum: 1 } } };
    const tools: Prompt['tools'] = [
      { name: 'order', description: 'Orders parts.', inputSchema: closed },
      { name: 'open', description: 'Takes anything.', inputSchema: { type: 'object' } },
      { name: 'bounded', description: 'Has a limit.', inputSchema: bounded },
      { name: 'loose', description: 'Not wanted.', inputSchema: closed, strict: false },
    ];
    const named = (name: string) =>
      new AnthropicProvider({ id: 'anthropic', baseUrl: server.url, apiKey: 'k', client }).model(name);
    const strictOf = ({ body }: { body: Record<string, unknown> }) =>
      (body.tools as { strict?: boolean }[]).map(({ strict }) => strict ?? null);
    const yes = () => streamOf([begin, ...block(0, { type: 'text', text: 'Yes.' }, []), ...end('end_turn')]);
    const refuse = (message: string) => ({
      status: 400,
      headers: jsonHeaders,
      pieces: [JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })],
    });

    // https://platform.claude.com/docs/en/agents-and-tools/tool-use/strict-tool-use
    it.each([
      ['claude-sonnet-4-5', [true, null, null, null]],
      ['claude-opus-4-7', [true, null, null, null]],
      ['claude-3-5-haiku-latest', [null, null, null, null]],
    ])('are asked of %s for the schemas that it can hold inputs to', async (name, expected) => {
      server.answer = yes;
      await read(named(name), { ...prompt, tools });
      expect(strictOf(server.requests.at(-1)!)).toEqual(expected);
    });

    it("are left to a caller who speaks the vendor's language", async () => {
      server.answer = yes;
      await read(named('claude-opus-4-7'), { ...prompt, tools, vendorFields: { shape: 'anthropic', fields: [] } });
      expect(strictOf(server.requests.at(-1)!)).toEqual([null, null, null, null]);
    });

    it('and are refused as the vendor refuses them to a caller who asked for them in its language', async () => {
      server.answer = () => refuse('tools.0.custom.strict: Extra inputs are not permitted');
      const asked = { ...prompt, tools: [{ ...tools[0]!, strict: true }] };
      const before = server.requests.length;
      const { error } = await read(named('claude-opus-4-7'), {
        ...asked,
        vendorFields: { shape: 'anthropic', fields: [] },
      });
      expect([codeOf(error), server.requests.length - before]).toEqual(['request_refused', 1]);
    });

    it('are at most twenty of a request', async () => {
      server.answer = yes;
      const many = Array.from({ length: 25 }, (_, i) => ({ name: `t${i}`, description: '', inputSchema: closed }));
      await read(named('claude-opus-4-7'), { ...prompt, tools: many });
      expect(strictOf(server.requests.at(-1)!).filter(Boolean)).toHaveLength(20);
    });

    it('are no more asked of a model that has none, and the call is made', async () => {
      server.answer = ({ body }) =>
        strictOf({ body }).some(Boolean) ? refuse('tools.0.custom.strict: Extra inputs are not permitted') : yes();
      const one = named('claude-opus-4-7');
      const before = server.requests.length;
      expect((await read(one, { ...prompt, tools })).text).toBe('Yes.');
      expect((await read(one, { ...prompt, tools })).text).toBe('Yes.');
      expect(server.requests.length - before).toBe(3);
    });

    it('and schemas whose grammar is too large are asked for in words in that call alone', async () => {
      const large =
        'output_config.format.schema: Invalid schema: The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas or reduce the number of strict tools.';
      server.answer = ({ body }) => (body.output_config || strictOf({ body }).some(Boolean) ? refuse(large) : yes());
      const one = named('claude-opus-4-7');
      await read(one, { ...prompt, tools, responseFormat: { mode: 'strict', schema: closed } });
      expect(server.requests.at(-1)!.body.output_config).toBeUndefined();
      expect(server.requests.at(-1)!.body.tools).toContainEqual(expect.objectContaining({ input_schema: closed }));
      server.answer = yes;
      await read(one, { ...prompt, tools });
      expect(strictOf(server.requests.at(-1)!)).toEqual([true, null, null, null]);
    });
  });
});
