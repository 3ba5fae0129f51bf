import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';
import { jsonHeaders, type SeenRequest, streamHeaders, toEventText, UpstreamServer } from '../upstream-server.ts';
import { calls, says } from './scripted-upstreams.ts';
import { anthropicShape } from './vendor-shapes.ts';

let openai: UpstreamServer;
let anthropic: UpstreamServer;
let parley: TestService;
let seen: SeenRequest[] = [];
beforeAll(async () => {
  openai = await UpstreamServer.start();
  anthropic = await UpstreamServer.start();
  parley = await startTestService({
    env: {
      OPENAI_BASE_URL: `${openai.url}/v1`,
      OPENAI_API_KEY: 'k',
      ANTHROPIC_BASE_URL: anthropic.url,
      ANTHROPIC_API_KEY: 'k',
      PARLEY_MODEL: 'openai/m',
    },
  });
});
afterAll(async () => {
  await parley.close();
  await openai.close();
  await anthropic.close();
});
beforeEach(() => {
  seen = [];
  openai.answer = (asked) => {
    seen.push(asked);
    return says('Yes.')(asked);
  };
  anthropic.answer = (asked) => {
    seen.push(asked);
    return anthropicShape.says('Yes.')(asked.body.stream === true);
  };
});

const messages = [{ role: 'user', content: 'Is it?' }];
const chat = (body: object, model = 'openai/m') =>
  parley.call('POST', '/v1/chat/completions', { model, messages, ...body });
const respond = (body: object, model = 'openai/m') =>
  parley.call('POST', '/v1/responses', { model, input: 'Is it?', ...body });

// https://platform.openai.com/docs/api-reference/chat/create and https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
const passed = {
  min_p: 0.1,
  repetition_penalty: 1.1,
  chat_template_kwargs: { enable_thinking: false },
  verbosity: 'low',
  logit_bias: { '1': 5 },
  service_tier: 'flex',
  prompt_cache_key: 'k1',
  user: 'u1',
};

describe("a field of OpenAI's shape that only some vendors have", () => {
  it('goes to a vendor that has it, streamed and whole', async () => {
    for (const stream of [false, true]) {
      const { status, headers } = await chat({ ...passed, stream });
      expect([status, headers.get('x-parley-warnings')]).toEqual([200, null]);
      expect(seen.at(-1)?.body).toMatchObject(passed);
    }
  });

  it.each([
    ['verbosity', { verbosity: 'low' }],
    ['min_p', { min_p: 0.1 }],
    ['logprobs', { logprobs: true }],
    ['logit_bias', { logit_bias: { '1': 5 } }],
    ['chat_template_kwargs', { chat_template_kwargs: { a: 1 } }],
  ])('is refused by its name by one that has it not: %s', async (name, body) => {
    const { status, json } = await chat(body, 'anthropic/claude-haiku-4-5');
    expect([status, json.error?.param, seen.length]).toEqual([400, name, 0]);
  });

  it('is named in a header where it is a mere hint', async () => {
    const hints = { service_tier: 'flex', prompt_cache_key: 'k1', metadata: { a: 'b' }, user: 'u1' };
    for (const stream of [false, true]) {
      const { status, headers } = await chat({ ...hints, stream }, 'anthropic/claude-haiku-4-5');
      expect(status).toBe(200);
      for (const name of Object.keys(hints)) expect(headers.get('x-parley-warnings')).toContain(name);
      expect(seen.at(-1)?.body).not.toHaveProperty('service_tier');
    }
  });

  it('is named in a header where nobody knows it', async () => {
    const { status, headers } = await chat({ max_token: 5 });
    expect(status).toBe(200);
    expect(headers.get('x-parley-warnings')).toMatch(/max_token .*max_tokens/);
  });

  it('says how long to think in the words of each vendor', async () => {
    // https://openrouter.ai/docs/use-cases/reasoning-tokens
    await chat({ reasoning: { effort: 'low' } });
    expect(seen.at(-1)?.body).toMatchObject({ reasoning_effort: 'low' });
    await chat({ reasoning: { max_tokens: 2000 }, max_tokens: 4000 }, 'anthropic/claude-haiku-4-5');
    expect(seen.at(-1)?.body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2000 } });
    const { status, json } = await chat({ reasoning: { depth: 3 } });
    expect([status, json.error?.param]).toEqual([400, 'reasoning.depth']);
  });

  it('marks what Claude shall keep in its cache', async () => {
    // https://openrouter.ai/docs/features/prompt-caching#anthropic-claude
    const content = [{ type: 'text', text: 'A long text.', cache_control: { type: 'ephemeral' } }];
    const marked = { messages: [{ role: 'user', content }] };
    await chat(marked, 'anthropic/claude-haiku-4-5');
    const [first] = (seen.at(-1)?.body.messages ?? []) as { content: object[] }[];
    expect(first?.content[0]).toMatchObject({ cache_control: { type: 'ephemeral' } });
    const { status, headers } = await chat(marked);
    expect([status, headers.get('x-parley-warnings')]).toEqual([200, expect.stringContaining('cache_control')]);
  });

  it("names the schema and holds a tool to its inputs by the vendor's own means", async () => {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    };
    openai.answer = (asked) => {
      seen.push(asked);
      return says('{"n":1}')(asked);
    };
    await chat({ response_format: { type: 'json_schema', json_schema: { name: 'head_count', schema } } });
    expect(seen.at(-1)?.body).toMatchObject({ response_format: { json_schema: { name: 'head_count' } } });
    await respond({ text: { format: { type: 'json_schema', name: 'heads', schema } } });
    expect(seen.at(-1)?.body).toMatchObject({ response_format: { json_schema: { name: 'heads' } } });
    openai.answer = (asked) => {
      seen.push(asked);
      return calls('count', '{"n":1}')(asked);
    };
    const tool = { name: 'count', parameters: schema, strict: true };
    await chat({ tools: [{ type: 'function', function: tool }] });
    expect(seen.at(-1)?.body).toMatchObject({ tools: [{ function: { name: 'count', strict: true } }] });
    await respond({ tools: [{ type: 'function', ...tool }] });
    expect(seen.at(-1)?.body).toMatchObject({ tools: [{ function: { name: 'count', strict: true } }] });
  });

  it('brings the probabilities of tokens back, streamed and whole', async () => {
    const logprobs = { content: [{ token: 'Yes', logprob: -0.1, bytes: [89, 101, 115], top_logprobs: [] }] };
    openai.answer = ({ body }) => {
      seen.push({ body } as SeenRequest);
      const part = body.stream === true ? { delta: { content: 'Yes' } } : { message: { content: 'Yes' } };
      const choice = { index: 0, ...part, logprobs, finish_reason: 'stop' };
      const reply = JSON.stringify({ choices: [choice], usage: { prompt_tokens: 1, completion_tokens: 1 } });
      return body.stream === true
        ? { headers: { 'content-type': 'text/event-stream' }, pieces: [`data: ${reply}\n\ndata: [DONE]\n\n`] }
        : { headers: jsonHeaders, pieces: [reply] };
    };
    const whole = await chat({ logprobs: true, top_logprobs: 2 });
    expect(seen.at(-1)?.body).toMatchObject({ logprobs: true, top_logprobs: 2 });
    expect(whole.json.choices?.[0].logprobs).toMatchObject(logprobs);
    const streamed = await chat({ logprobs: true, stream: true });
    expect(streamed.text).toContain('"logprob":-0.1');
    const response = await respond({ include: ['message.output_text.logprobs'], top_logprobs: 2 });
    expect(seen.at(-1)?.body).toMatchObject({ logprobs: true, top_logprobs: 2 });
    expect(JSON.stringify(response.json.output)).toContain('"logprob":-0.1');
  });

  it('goes on from the responses too, or is refused there', async () => {
    const given = { text: { verbosity: 'low' }, service_tier: 'flex', prompt_cache_key: 'k2' };
    expect((await respond(given)).status).toBe(200);
    expect(seen.at(-1)?.body).toMatchObject({ verbosity: 'low', service_tier: 'flex', prompt_cache_key: 'k2' });
    const { status, json } = await respond(given, 'anthropic/claude-haiku-4-5');
    expect([status, json.error?.param]).toEqual([400, 'text.verbosity']);
  });
});

const message = (body: object, model = 'anthropic/claude-sonnet-4-6', headers: Record<string, string> = {}) =>
  parley.call(
    'POST',
    '/v1/messages',
    { model, max_tokens: 100, messages, ...body },
    { 'x-api-key': apiKey, ...headers },
  );
// https://platform.claude.com/docs/en/agents-and-tools/mcp-connector, …/build-with-claude/context-editing, …/effort
const own = {
  mcp_servers: [{ type: 'url', url: 'https://mcp.example/sse', name: 'it' }],
  context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
  output_config: { effort: 'low' },
  service_tier: 'standard_only',
  metadata: { user_id: 'u1' },
};
const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 2 };

describe("what is Anthropic's own in a message", () => {
  it('goes to Anthropic as it is, its betas and tools included', async () => {
    const tools = [search, { name: 'look', input_schema: { type: 'object' }, defer_loading: true }];
    for (const stream of [false, true]) {
      const betas = { 'anthropic-beta': 'mcp-client-2025-04-04,context-management-2025-06-27' };
      const reply = await message({ ...own, tools, stream }, undefined, betas);
      expect([reply.status, reply.headers.get('x-parley-warnings')]).toEqual([200, null]);
      expect(seen.at(-1)?.body).toMatchObject({ ...own, tools });
      expect(seen.at(-1)?.body).not.toHaveProperty('thinking');
      expect(seen.at(-1)?.headers).toMatchObject(betas);
    }
  });

  it.each([
    ['mcp_servers', { mcp_servers: own.mcp_servers }],
    ['context_management', { context_management: own.context_management }],
    ['tools.0.type', { tools: [search] }],
    ['tools.0.type', { tools: [{ type: 'bash_20250124', name: 'bash' }] }],
    ['container', { container: 'c1' }],
    [
      'messages.1.content.0',
      {
        messages: [
          ...messages,
          { role: 'assistant', content: [{ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }] },
          ...messages,
        ],
      },
    ],
  ])('is refused by its name by other vendors: %s', async (name, body) => {
    const { status, json } = await message(body, 'openai/m');
    expect([status, json.error?.type, seen.length]).toEqual([400, 'invalid_request_error', 0]);
    expect(json.error?.message).toContain(name);
  });

  it('looks nothing up in the web for a key that may not ask it', async () => {
    const { json: made } = await parley.admin('POST', '/v1/admin/keys', { web: false });
    for (const body of [{ tools: [search] }, { mcp_servers: own.mcp_servers }]) {
      for (const stream of [false, true]) {
        const { status, text } = await message({ ...body, stream }, undefined, { 'x-api-key': made.key });
        expect([status, text.includes('may not ask the web'), seen.length]).toEqual([403, true, 0]);
      }
    }
    expect((await message({}, undefined, { 'x-api-key': made.key })).status).toBe(200);
  });

  it('is said in the words of other vendors where they have it, and named in a header where it is a hint', async () => {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    };
    openai.answer = (asked) => {
      seen.push(asked);
      return says('{"n": 1}')(asked);
    };
    const edits = [{ type: 'clear_thinking_20251015', keep: 'all' }];
    const hints = { service_tier: 'auto', metadata: { user_id: 'u' }, context_management: { edits } };
    const format = { type: 'json_schema', schema };
    const reply = await message({ ...hints, output_config: { effort: 'low', format } }, 'openai/m', {
      'anthropic-beta': 'effort-2025-11-24',
    });
    expect([reply.status, reply.json.content]).toEqual([200, [{ type: 'text', text: '{"n":1}' }]]);
    expect(seen.at(-1)?.body).toMatchObject({
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { schema } },
    });
    for (const name of ['metadata', 'context_management', 'anthropic-beta']) {
      expect(reply.headers.get('x-parley-warnings')).toContain(name);
    }
  });

  it('comes back with the blocks of tools that Anthropic ran, streamed and whole, and goes there again', async () => {
    // https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool#response
    const used = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'Ada' } };
    const result = { type: 'web_search_result', url: 'https://a.example', title: 'Ada', encrypted_content: 'Eo8=' };
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [result] };
    const citation = {
      type: 'web_search_result_location',
      url: 'https://a.example',
      title: 'Ada',
      encrypted_index: 'Eo9=',
      cited_text: 'Ada was born in 1815.',
    };
    const said = { type: 'text', text: 'In 1815.', citations: [citation] };
    const content = [used, found, said, { type: 'text', text: ' So it is.' }];
    const begin = { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 100, output_tokens: 1 } };
    const usage = { input_tokens: 100, output_tokens: 10, server_tool_use: { web_search_requests: 1 } };
    anthropic.answer = (asked) => {
      seen.push(asked);
      if (asked.body.stream !== true) {
        const whole = { type: 'message', role: 'assistant', content, stop_reason: 'pause_turn', usage };
        return { headers: jsonHeaders, pieces: [JSON.stringify(whole)] };
      }
      const block = (index: number, start: object, ...deltas: object[]) => [
        { type: 'content_block_start', index, content_block: start },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ];
      const events = [
        { type: 'message_start', message: begin },
        ...block(0, { ...used, input: {} }, { type: 'input_json_delta', partial_json: '{"query": "Ada"}' }),
        ...block(1, found),
        ...block(
          2,
          { type: 'text', text: '' },
          { type: 'citations_delta', citation },
          { type: 'text_delta', text: 'In 1815.' },
        ),
        ...block(3, { type: 'text', text: '' }, { type: 'text_delta', text: ' So it is.' }),
        { type: 'message_delta', delta: { stop_reason: 'pause_turn', stop_sequence: null }, usage },
        { type: 'message_stop' },
      ];
      return { headers: streamHeaders, pieces: toEventText(events, { named: true }) };
    };
    const client = new Anthropic({ baseURL: parley.url, apiKey, maxRetries: 0 });
    const request = {
      model: 'anthropic/claude-sonnet-4-6',
      max_tokens: 100,
      tools: [{ type: 'web_search_20250305' as const, name: 'web_search' as const }],
      messages: [{ role: 'user' as const, content: 'When was Ada born?' }],
    };
    const whole = await client.messages.create(request);
    expect([whole.content, whole.stop_reason]).toEqual([content, 'pause_turn']);
    const streamed = await client.messages.stream(request).finalMessage();
    expect([streamed.content, streamed.stop_reason]).toEqual([content, 'pause_turn']);
    await client.messages.create({
      ...request,
      messages: [...request.messages, { role: 'assistant', content: whole.content }],
    });
    const sent = (seen.at(-1)?.body.messages ?? []) as { content: object[] }[];
    expect(sent[1]?.content).toEqual(content);
  });
});
