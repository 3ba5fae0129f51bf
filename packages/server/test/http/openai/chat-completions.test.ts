import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finish, ScriptedLanguageModel } from '../../scripted-language-model.ts';
import { eventsIn, routerOf, startTestService, type TestService } from '../../test-service.ts';

const model = new ScriptedLanguageModel((prompt) => {
  const last = prompt.messages.at(-1);
  if (last?.role === 'tool') return `Results: ${JSON.stringify(last.results.map(({ result }) => result))}`;
  if (prompt.responseFormat) return '{"name": "Ada"}';
  if (prompt.tools && prompt.toolChoice !== 'none') {
    return [
      { type: 'text-delta', text: 'Let me look.' },
      { type: 'tool-call', id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { type: 'tool-call', id: 'call_2', name: 'get_weather', arguments: '{"city":"Rome"}' },
      finish('tool-calls'),
    ];
  }
  if (JSON.stringify(last).includes('think')) {
    return [{ type: 'reasoning-delta', text: 'Hm.' }, { type: 'text-delta', text: 'Yes.' }, finish('length')];
  }
  return 'Hello there, how are you?';
});

let test: TestService;
beforeAll(async () => {
  test = await startTestService({ replacements: { models: routerOf(model) } });
});
afterAll(() => test.close());

const hello = { model: 'small-2', messages: [{ role: 'user', content: 'Hello' }] };
const post = (body: object) => test.call('POST', '/v1/chat/completions', body);
const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Weather of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      strict: true,
    },
  },
];

describe('POST /v1/chat/completions', () => {
  it("answers in OpenAI's shape and costs what the model used", async () => {
    const { status, json, headers } = await post(hello);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      object: 'chat.completion',
      model: 'small-2',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello there, how are you?', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 0 },
      },
    });
    const records = await test.admin('GET', `/v1/admin/usage/records?request_id=${headers.get('x-request-id')}`);
    expect(records.json.data).toMatchObject([{ input_tokens: 10, output_tokens: 5, cost_usd: 0.06 }]);
  });

  it('streams to the same text, and the usage in the last chunk only when it is asked for', async () => {
    for (const include_usage of [true, false]) {
      const { text } = await post({ ...hello, stream: true, stream_options: { include_usage } });
      const events = eventsIn(text) as Record<string, unknown>[];
      expect(events.pop()).toBe('[DONE]');
      const choices = events.flatMap(({ choices: some }) => some as { delta: { content?: string } }[]);
      expect(choices.map(({ delta }) => delta.content ?? '').join('')).toBe('Hello there, how are you?');
      expect(choices[0]).toMatchObject({ delta: { role: 'assistant' }, finish_reason: null });
      expect(choices.at(-1)).toMatchObject({ delta: {}, finish_reason: 'stop' });
      const last = events.at(-1);
      if (include_usage) {
        expect(last).toMatchObject({ choices: [], usage: { total_tokens: 15 } });
        expect(events.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
      } else {
        expect(events.every(({ usage }) => usage === undefined)).toBe(true);
        expect(last).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
      }
    }
  });

  it.each([false, true])('goes round with parallel tool calls (streamed: %s)', async (stream) => {
    const first = await post({ ...hello, tools, stream });
    const chunks = stream ? (eventsIn(first.text).filter((one) => one !== '[DONE]') as { choices: never[] }[]) : [];
    const calls = stream
      ? chunks.flatMap(({ choices }) =>
          (choices as { delta: { tool_calls?: object[] } }[]).flatMap(({ delta }) => delta.tool_calls ?? []),
        )
      : first.json.choices[0].message.tool_calls;
    expect(calls).toMatchObject([
      { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
      { id: 'call_2', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } },
    ]);
    if (!stream) expect(first.json.choices[0].finish_reason).toBe('tool_calls');
    const answer = await post({
      ...hello,
      tools,
      messages: [
        ...hello.messages,
        { role: 'assistant', content: null, tool_calls: calls },
        { role: 'tool', tool_call_id: 'call_2', content: 'rain' },
        { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'sun' }] },
      ],
    });
    expect(answer.json.choices[0].message.content).toBe('Results: ["rain","sun"]');
  });

  it('holds a reply to a schema, and gives any object', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    for (const response_format of [
      { type: 'json_schema', json_schema: { name: 'person', schema, strict: true } },
      { type: 'json_object' },
    ]) {
      const { json } = await post({ ...hello, response_format });
      expect(JSON.parse(json.choices[0].message.content)).toEqual({ name: 'Ada' });
    }
    const broken = await post({ ...hello, response_format: { type: 'json_schema', json_schema: { name: 'x' } } });
    expect([broken.status, broken.json.error.param]).toEqual([400, 'response_format.json_schema.schema']);
  });

  it('tells tools and a schema apart by what the model does', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const response_format = { type: 'json_schema', json_schema: { name: 'person', schema } };
    const { json } = await post({ ...hello, tools, response_format });
    expect(JSON.parse(json.choices[0].message.content)).toEqual({ name: 'Ada' });
  });

  it('takes the names conversation and agent, developer and system roles, and both names of the limit', async () => {
    await post({ ...hello, model: 'conversation', max_completion_tokens: 7, max_tokens: 9 });
    expect(model.prompts.at(-1)).toMatchObject({ system: 'You are a helpful assistant.', maxTokens: 7 });
    await post({ ...hello, model: 'agent', max_tokens: 9 });
    expect(model.prompts.at(-1)).toMatchObject({
      system: 'You are a helpful assistant with access to tools.',
      maxTokens: 9,
    });
    await post({
      model: 'agent',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'system', content: [{ type: 'text', text: 'Be kind.' }] },
        ...hello.messages,
      ],
    });
    expect(model.prompts.at(-1)?.system).toBe('Be brief.\n\nBe kind.');
  });

  it('passes on what engines can do, takes null for left out, and gives n choices', async () => {
    const settings = {
      temperature: 0.5,
      top_p: null,
      seed: 7,
      stop: 'END',
      frequency_penalty: 0.1,
      presence_penalty: 0,
      reasoning_effort: 'low',
      parallel_tool_calls: false,
      logprobs: false,
      logit_bias: {},
      modalities: ['text'],
      store: true,
      metadata: { a: 'b' },
      user: 'u',
      service_tier: 'auto',
      tools: null,
      response_format: null,
      n: 2,
    };
    const { status, json } = await post({ ...hello, ...settings });
    expect([status, json.choices?.length, json.usage?.total_tokens]).toEqual([200, 2, 30]);
    expect(model.prompts.at(-1)).toMatchObject({
      temperature: 0.5,
      seed: 7,
      stopSequences: ['END'],
      frequencyPenalty: 0.1,
      reasoningEffort: 'low',
      parallelToolCalls: false,
    });
    expect(model.prompts.at(-1)).not.toHaveProperty('topP');
  });

  it('gives what the model thought beside what it says, and says that it was cut', async () => {
    const { json } = await post({ ...hello, messages: [{ role: 'user', content: 'think' }] });
    expect(json.choices[0]).toMatchObject({
      message: { content: 'Yes.', reasoning_content: 'Hm.' },
      finish_reason: 'length',
    });
  });

  it('reads pictures and files in parts', async () => {
    const data = Buffer.from('The code word is heron.').toString('base64');
    await post({
      model: 'small-2',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is the code word?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=', detail: 'low' } },
            { type: 'file', file: { filename: 'a.txt', file_data: `data:text/plain;base64,${data}` } },
          ],
        },
      ],
    });
    expect(model.prompts.at(-1)).toMatchObject({
      messages: [
        { parts: [{ type: 'text' }, { type: 'image', mediaType: 'image/png', base64: 'aGk=', detail: 'low' }] },
      ],
      documents: [{ filename: 'a.txt', text: expect.stringContaining('heron') }],
    });
  });
});

describe('what cannot be done is refused by name', () => {
  const audio = [{ type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } }];
  const ask = (content: unknown) => ({ messages: [{ role: 'user', content }] });
  it.each([
    ['audio', { audio: { voice: 'x' } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['web_search_options', { web_search_options: { search_context_size: 'low' } }],
    ['functions', { functions: [{ name: 'f' }] }],
    ['tools[0].type', { tools: [{ type: 'custom', custom: { name: 'x' } }] }],
    ['tool_choice', { tools, tool_choice: { type: 'function', function: { name: 'other' } } }],
    ['tool_choice', { tool_choice: 'required' }],
    ['messages[0].content[0].type', ask(audio)],
    ['messages[0].content[0].type', ask([{ type: 'video' }])],
    ['messages[0].content[0].image_url', ask([{ type: 'image_url', image_url: { url: 'ftp://x' } }])],
    ['messages[0].content', ask(' ')],
    ['messages', { messages: [{ role: 'system', content: 'x' }] }],
    ['temperature', { temperature: 3 }],
    ['messages[0].role', { messages: [{ role: 'function', content: 'x' }] }],
    ['response_format.type', { response_format: { type: 'grammar' } }],
    ['messages[1].tool_call_id', { messages: [...hello.messages, { role: 'tool', tool_call_id: 'x', content: 'y' }] }],
  ])('%s', async (param, fields) => {
    const { status, json } = await post({ ...hello, ...fields });
    expect([status, json.error?.type, json.error?.param]).toEqual([400, 'invalid_request_error', param]);
    expect(json.error.message).toContain(param.split('.')[0]?.split('[')[0]);
  });

  // The addresses stand in https://platform.openai.com/docs/api-reference
  it.each([
    ['POST', '/v1/audio/voice_consents', '/v1/audio/speech'],
    ['POST', '/v1/uploads', 'POST /v1/files'],
    ['POST', '/v1/threads/t1/runs', '/v1/responses'],
    ['POST', '/v1/fine_tuning/jobs', 'at its vendor'],
    ['GET', '/v1/realtime', 'stream: true'],
    ['POST', '/v1/realtime/client_secrets', 'stream: true'],
    ['POST', '/v1/evals/e1/runs', '/v1/evaluations/runs'],
    ['POST', '/v1/containers', 'POST /v1/responses'],
    ['POST', '/v1/chatkit/sessions', 'POST /v1/responses'],
    ['GET', '/v1/organization/costs', '/v1/admin/usage'],
  ] as const)("says in OpenAI's shape what to do in place of %s %s", async (method, path, advice) => {
    const { status, json, headers } = await test.call(method, path, method === 'GET' ? undefined : {});
    expect([status, json.error.code, json.error.type]).toEqual([404, 'not_found', 'invalid_request_error']);
    expect(json.error.message).toContain(advice);
    expect(headers.get('x-should-retry')).toBe('false');
  });

  it('answers 401 for a bad key, 404 for an unknown model, and names a call without its result', async () => {
    const wrong = await test.call('POST', '/v1/chat/completions', hello, { authorization: 'Bearer wrong-wrong-wrong' });
    expect([wrong.status, wrong.json.error]).toEqual([401, expect.objectContaining({ code: 'invalid_api_key' })]);
    const unknown = await post({ ...hello, model: 'unknown' });
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'model_not_found']);
    const call = { id: 'call_9', type: 'function', function: { name: 'f', arguments: '{}' } };
    const open = await post({
      ...hello,
      messages: [...hello.messages, { role: 'assistant', content: '', tool_calls: [call] }, ...hello.messages],
    });
    expect([open.status, open.json.error.param]).toEqual([400, 'messages[2]']);
  });
});

describe('the embedded engine behind the same shape', () => {
  it('answers from a file part and names its sources, and reads a picture by OCR and says so', async () => {
    const embedded = await startTestService();
    const data = Buffer.from('The lighthouse was built in 1874. It is 31 metres high.').toString('base64');
    const ask = (part: object) =>
      embedded.call('POST', '/v1/chat/completions', {
        model: 'small-2',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'How high is the lighthouse?' }, part] }],
      });
    const file = await ask({ type: 'file', file: { filename: 'a.txt', file_data: `data:text/plain;base64,${data}` } });
    expect(file.json.choices[0].message.content).toContain('31 metres');
    expect(file.json.sources[0]).toMatchObject({ filename: 'a.txt', basis: 'quoted' });
    const { default: sharp } = await import('sharp');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="160"><rect width="900" height="160" fill="white"/><text x="30" y="95" font-size="40" font-family="DejaVu Sans">The lighthouse is 31 metres high.</text></svg>`;
    const png = (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
    const seen = await ask({ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } });
    await embedded.close();
    expect([seen.status, seen.json.warnings?.[0]]).toEqual([200, expect.stringContaining('read by OCR')]);
    expect(seen.json.choices[0].message.content).toContain('31');
  });
});
