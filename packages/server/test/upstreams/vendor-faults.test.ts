import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';
import { jsonHeaders, UpstreamServer } from '../upstream-server.ts';
import { type Deed, refuses, ScriptedUpstreams, says } from './scripted-upstreams.ts';

/** What a vendor's refusal comes to, seen through the official clients, which send a call again twice by themselves. */
interface Fault {
  /** The vendor and the page or thread in which it answers so. */
  source: string;
  name: string;
  deed: Deed;
  status: number;
  code: string;
  /** A part of what the caller reads. */
  says: RegExp;
  param?: string;
  body?: object;
}

/** An answer as the vendor writes it, word for word. */
const answers =
  (status: number, body: object, headers: Record<string, string> = {}): Deed =>
  () => ({ status, headers: { 'content-type': 'application/json', ...headers }, pieces: [JSON.stringify(body)] });

const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false };
const response_format = { type: 'json_schema', json_schema: { name: 'count', schema, strict: true } };
const picture = {
  error: {
    message: 'Invalid image: must be at least 28x28 (see https://inner.example/images, key sk-abc123def456)',
    type: 'invalid_request_error',
    param: 'messages[0].content[1].image_url',
    code: 'invalid_image',
  },
};
const azureFilter = {
  error: {
    message:
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
    innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: { hate: { filtered: true } } },
  },
};
const azurePage = 'https://learn.microsoft.com/azure/ai-services/openai/concepts/content-filter';

const faults: Fault[] = [
  {
    source: "OpenAI's error object: https://platform.openai.com/docs/guides/error-codes",
    name: 'refuses a picture',
    deed: answers(400, picture),
    status: 400,
    code: 'request_refused',
    says: /Invalid image: must be at least 28x28 \(see \[address\]/,
    param: 'messages[0].content[1].image_url',
  },
  {
    source: "OpenAI's error object: https://platform.openai.com/docs/guides/error-codes",
    name: 'refuses a picture, asked for an object',
    deed: answers(400, picture),
    body: { response_format },
    status: 400,
    code: 'request_refused',
    says: /must be at least 28x28/,
  },
  {
    source: "vLLM's validation errors: https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html",
    name: 'says 422',
    deed: answers(422, {
      detail: [{ loc: ['body', 'top_k'], msg: 'Input should be at least -1', type: 'value_error' }],
    }),
    status: 422,
    code: 'request_refused',
    says: /Input should be at least -1/,
  },
  {
    source: 'https://platform.openai.com/docs/guides/error-codes (429 insufficient_quota)',
    name: 'has an account without money, told as a limit on the rate',
    deed: answers(429, {
      error: {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        param: null,
        code: 'insufficient_quota',
      },
    }),
    status: 402,
    code: 'insufficient_quota',
    says: /no credit left/,
  },
  {
    source: 'https://api-docs.deepseek.com/quick_start/error_codes (402 Insufficient Balance)',
    name: 'asks for money',
    deed: answers(402, {
      error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' },
    }),
    status: 402,
    code: 'insufficient_quota',
    says: /no credit left/,
  },
  {
    source: azurePage,
    name: 'filters the prompt',
    deed: answers(400, azureFilter),
    status: 400,
    code: 'content_filter',
    says: /content filter/,
  },
  {
    source: azurePage,
    name: 'filters the prompt, asked for an object',
    deed: answers(400, azureFilter),
    body: { response_format },
    status: 400,
    code: 'content_filter',
    says: /content filter/,
  },
  {
    source: "OpenAI's error object: https://platform.openai.com/docs/guides/error-codes",
    name: 'refuses the key',
    deed: answers(401, { error: { message: 'Incorrect API key provided: sk-abc.', code: 'invalid_api_key' } }),
    status: 502,
    code: 'upstream_unauthorized',
    says: /credentials of this service/,
  },
];

let upstreams: ScriptedUpstreams;
let parley: TestService;
let openai: OpenAI;
let anthropic: Anthropic;
beforeAll(async () => {
  upstreams = await ScriptedUpstreams.start(['a']);
  parley = await startTestService({
    env: { PARLEY_MODEL: 'openai/faulty', OPENAI_BASE_URL: upstreams.url('a'), OPENAI_API_KEY: 'k' },
  });
  openai = new OpenAI({ baseURL: `${parley.url}/v1`, apiKey });
  anthropic = new Anthropic({ baseURL: parley.url, apiKey });
});
afterAll(async () => {
  await parley.close();
  await upstreams.close();
});

const messages = [{ role: 'user' as const, content: 'Is it?' }];
const askOpenAI = (body: object = {}) =>
  openai.chat.completions.create({ model: 'openai/faulty', messages, ...body } as never).then(
    () => null,
    (error: InstanceType<typeof OpenAI.APIError>) => error,
  );
const askAnthropic = () =>
  anthropic.messages.create({ model: 'openai/faulty', max_tokens: 50, messages }).then(
    () => null,
    (error: InstanceType<typeof Anthropic.APIError>) => error,
  );

/** Plays one deed for as long as it takes and counts the calls that reach the vendor. */
async function play<Answer>(deed: Deed, ask: () => Promise<Answer>): Promise<{ error: Answer; asked: number }> {
  upstreams.script('a', 'faulty', [deed]);
  const before = upstreams.log.length;
  const error = await ask();
  return { error, asked: upstreams.log.length - before };
}

describe("through OpenAI's own client, a vendor that", () => {
  it.each(faults)('$name is asked once ($source)', async ({ deed, body, status, code, says, param }) => {
    const { error, asked } = await play(deed, () => askOpenAI(body));
    expect([asked, error?.status, error?.code]).toEqual([1, status, code]);
    expect(error?.message).toMatch(says);
    expect(error?.message).not.toMatch(/sk-abc|inner\.example/);
    if (param !== undefined) expect(error?.param).toBe(param);
    expect(error?.headers?.get('x-should-retry')).toBe('false');
  });

  it('sends nothing that fits a schema is asked once more by the service, never by the client, and the fields are named', async () => {
    const { error, asked } = await play(says('{"m": 1}'), () => askOpenAI({ response_format }));
    expect([asked, error?.status, error?.code]).toEqual([2, 422, 'schema_not_met']);
    expect(error?.message).toMatch(/\bn\b/);
  });

  it('may do better later is said to be worth another try', async () => {
    // A name of its own: its engine is left alone for as long as it asks.
    upstreams.script('a', 'slow', [refuses(429, 'slow', { 'retry-after': '60' })]);
    const body = { model: 'openai/slow', messages };
    const { status, headers } = await parley.call('POST', '/v1/chat/completions', body);
    expect([status, headers.get('x-should-retry')]).toEqual([429, 'true']);
  });
});

describe("through Anthropic's own client, a vendor that", () => {
  it.each(faults.filter(({ body }) => body === undefined))('$name is asked once', async ({ deed, status, says }) => {
    const { error, asked } = await play(deed, askAnthropic);
    expect([asked, error?.status]).toEqual([1, status]);
    expect(error?.message).toMatch(says);
    expect(error?.headers?.get('x-should-retry')).toBe('false');
  });
});

describe('a model that declines (https://platform.openai.com/docs/guides/structured-outputs#refusals)', () => {
  const declines = says(null, { message: { refusal: 'I must not say that.' } });
  const text = { format: { type: 'json_schema' as const, name: 'count', schema, strict: true } };

  it.each([false, true])("does so in `message.refusal` of OpenAI's shape (with a schema: %s)", async (hasSchema) => {
    upstreams.script('a', 'faulty', [declines]);
    const body = { model: 'openai/faulty', messages, ...(hasSchema && { response_format }) };
    const whole = await openai.chat.completions.parse(body as never);
    expect(whole.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: null, refusal: 'I must not say that.', parsed: null },
    });
    const streamed = await openai.chat.completions.stream(body as never).finalChatCompletion();
    expect(streamed.choices[0]).toMatchObject({ finish_reason: 'stop', message: { refusal: 'I must not say that.' } });
    expect(streamed.choices[0]?.message.content ?? null).toBeNull();
  });

  it.each([false, true])('does so in an item of a response (with a schema: %s)', async (hasSchema) => {
    upstreams.script('a', 'faulty', [declines]);
    const body = { model: 'openai/faulty', input: 'Is it?', store: false, ...(hasSchema && { text }) };
    const said = [{ type: 'refusal', refusal: 'I must not say that.' }];
    const whole = await openai.responses.create(body);
    expect([whole.status, whole.output]).toMatchObject(['completed', [{ type: 'message', content: said }]]);
    const types: string[] = [];
    const stream = await openai.responses.create({ ...body, stream: true });
    for await (const event of stream) {
      types.push(event.type);
      if (event.type === 'response.completed') expect(event.response.output).toMatchObject([{ content: said }]);
    }
    expect(types).toEqual(expect.arrayContaining(['response.refusal.delta', 'response.refusal.done']));
    expect(types).not.toContain('response.output_text.delta');
  });

  it("does so with `stop_reason: refusal` in Anthropic's shape, asked for an object too", async () => {
    upstreams.script('a', 'faulty', [declines]);
    const body = { model: 'openai/faulty', max_tokens: 50, messages, output_config: { format: text.format } };
    const { status, json } = await parley.call('POST', '/v1/messages', body);
    expect([status, json.stop_reason, json.content]).toMatchObject([
      200,
      'refusal',
      [{ text: 'I must not say that.' }],
    ]);
  });
});

describe('a vendor that wants the thoughts before a call back (https://api-docs.deepseek.com/guides/thinking_mode)', () => {
  const called = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } };
  const wantsThoughts: Deed = (asked) => {
    const turns = asked.body.messages as { tool_calls?: object[]; reasoning_content?: string }[];
    const isSound = turns.every((turn) => !turn.tool_calls || turn.reasoning_content !== undefined);
    const message = 'The reasoning_content in the thinking mode must be passed back to the API.';
    return (isSound ? says('Seen.') : answers(400, { error: { message, type: 'invalid_request_error', param: null } }))(
      asked,
    );
  };
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }];
  const thoughtsSent = () =>
    upstreams
      .asked('thinker')
      .map(({ body }) => (body.messages as { reasoning_content?: string }[])[1]?.reasoning_content);

  it("gets them from a caller's loop, in OpenAI's shape and in Anthropic's", async () => {
    upstreams.script('a', 'thinker', [wantsThoughts]);
    const turn = { role: 'assistant', content: null, reasoning_content: 'I must look.', tool_calls: [called] };
    const result = { role: 'tool', tool_call_id: 'call_1', content: 'A door.' };
    const body = { model: 'openai/thinker', tools, messages: [...messages, turn, result] };
    const reply = await parley.call('POST', '/v1/chat/completions', body);
    expect(reply.json.choices?.[0].message.content).toBe('Seen.');
    // The first refusal taught it.
    expect(thoughtsSent()).toEqual([undefined, 'I must look.']);
    const blocks = [
      { type: 'thinking', thinking: 'I must look again.', signature: '' },
      { type: 'tool_use', id: 'call_1', name: 'look', input: {} },
    ];
    const results = [{ type: 'tool_result', tool_use_id: 'call_1', content: 'A door.' }];
    const message = await parley.call('POST', '/v1/messages', {
      model: 'openai/thinker',
      max_tokens: 50,
      tools: [{ name: 'look', input_schema: { type: 'object', properties: {} } }],
      messages: [...messages, { role: 'assistant', content: blocks }, { role: 'user', content: results }],
    });
    expect(message.json.content?.[0]?.text).toBe('Seen.');
    expect(thoughtsSent().at(-1)).toBe('I must look again.');
  });

  it("gets them from Parley's own loop, streamed and whole", async () => {
    const { json: collection } = await parley.call('POST', '/v1/collections', { name: 'Doors' });
    const tool_calls = [{ index: 0, ...called, function: { name: 'file_search', arguments: '{"query":"doors"}' } }];
    const thinks = says(null, { finish: 'tool_calls', message: { reasoning_content: 'Which files?', tool_calls } });
    for (const stream of [false, true]) {
      const name = `looper-${stream}`;
      upstreams.script('a', name, [thinks, wantsThoughts]);
      const { status, text } = await parley.call('POST', '/v1/responses', {
        model: `openai/${name}`,
        input: 'Is there a door?',
        tools: [{ type: 'file_search', vector_store_ids: [collection.id] }],
        store: false,
        stream,
      });
      expect([status, text.includes('Seen.')]).toEqual([200, true]);
      const turns = (upstreams.asked(name).at(-1)?.body.messages ?? []) as { tool_calls?: object[] }[];
      expect(turns.find((turn) => turn.tool_calls)).toMatchObject({ reasoning_content: 'Which files?' });
    }
  });
});

describe('Gemini, which seals its thoughts (https://ai.google.dev/gemini-api/docs/thought-signatures)', () => {
  it('gets each seal back with its call, from the loop of a caller that never saw it', async () => {
    const gemini = await UpstreamServer.start();
    const parts = (body: Record<string, unknown> | undefined) =>
      ((body?.contents ?? []) as { parts: object[] }[]).flatMap((content) => content.parts);
    gemini.answer = ({ body }) => {
      const isBack = parts(body).some((part) => 'functionResponse' in part);
      const call = { functionCall: { name: 'look', args: {} }, thoughtSignature: 'c2VhbA==' };
      const content = { role: 'model', parts: [isBack ? { text: 'A door.' } : call] };
      const reply = { candidates: [{ content, finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 9 } };
      return { headers: jsonHeaders, pieces: [JSON.stringify(reply)] };
    };
    const service = await startTestService({ env: { GEMINI_BASE_URL: gemini.url, GEMINI_API_KEY: 'k' } });
    const ask = (turns: object[]) =>
      service.call('POST', '/v1/chat/completions', {
        model: 'google/gemini-3-pro',
        tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }],
        messages: [...messages, ...turns],
      });
    const first = await ask([]);
    const turn = first.json.choices?.[0].message;
    const result = { role: 'tool', tool_call_id: turn.tool_calls[0].id, content: 'A door.' };
    const second = await ask([turn, result]);
    expect(second.json.choices?.[0].message.content).toBe('A door.');
    expect(parts(gemini.requests.at(-1)?.body)).toContainEqual({
      functionCall: { name: 'look', args: {} },
      thoughtSignature: 'c2VhbA==',
    });
    await service.close();
    await gemini.close();
  });
});
