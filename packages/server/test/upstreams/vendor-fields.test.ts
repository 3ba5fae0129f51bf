import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { jsonHeaders, type SeenRequest, UpstreamServer } from '../upstream-server.ts';
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
    ['models', { models: ['a', 'b'] }],
    ['provider', { provider: { order: ['x'] } }],
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
