import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  read,
  saidCall,
  saidText,
  saidThought,
  testLanguageModel,
} from '../../../test/contracts/language-model-contract.ts';
import { jsonHeaders, streamHeaders, toEventText, UpstreamServer } from '../../../test/upstream-server.ts';
import { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import type { Prompt } from '../../ports/language-model.ts';
import { OpenAIProvider } from './openai-language-model.ts';

const chunk = (delta: object, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const usage = {
  prompt_tokens: 12,
  completion_tokens: 9,
  total_tokens: 21,
  prompt_tokens_details: { cached_tokens: 4 },
};
const input = JSON.stringify(saidCall.input);

testLanguageModel('openai', {
  open(baseUrl, timeouts) {
    const client = new UpstreamClient(timeouts);
    return {
      model: new OpenAIProvider({ id: 'openai', baseUrl: `${baseUrl}/v1`, apiKey: 'k', client }).model('m'),
      close: () => client.close(),
    };
  },
  events: [
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: saidThought }),
    chunk({ content: saidText.slice(0, 5) }),
    chunk({ content: saidText.slice(5) }),
    chunk({ tool_calls: [{ index: 0, id: 'call_1', function: { name: saidCall.name, arguments: '' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: input.slice(0, 9) } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: input.slice(9) } }] }),
    chunk({}, 'tool_calls'),
    { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [], usage },
  ],
  finishIndex: 7,
  trailer: 'data: [DONE]\n\n',
  body: {
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: saidText,
          reasoning_content: saidThought,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: saidCall.name, arguments: input } }],
        },
      },
    ],
    usage,
  },
  errorEvent: { event: { error: { message: 'at 10.11.12.13', code: 502 } }, code: 'upstream_error' },
  errorBody: (_, message) => ({ error: { message, type: 'some_error', param: null, code: null } }),
});

describe('the openai adapter', () => {
  let server: UpstreamServer;
  const client = new UpstreamClient({ totalMs: 5_000 });
  const prompt: Prompt = { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }] };
  const model = (name = 'm') => new OpenAIProvider({ id: 'openai', baseUrl: `${server.url}/v1`, client }).model(name);
  const say = (events: object[], trailer = 'data: [DONE]\n\n') => {
    server.answer = () => ({ headers: streamHeaders, pieces: [toEventText(events).join('') + trailer] });
    return read(model(), prompt);
  };

  beforeAll(async () => {
    server = await UpstreamServer.start();
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  // https://platform.openai.com/docs/guides/flex-processing, …/priority-processing: the reply names the tier that served it.
  it.each([
    ['default', undefined],
    ['flex', 0.5],
    ['priority', 2],
  ])('says how dear the tier is that served a call: %s', async (service_tier, factor) => {
    const events = [chunk({ content: 'Ye' }), chunk({ content: 's.' }), chunk({}, 'stop')];
    const { finishes } = await say(events.map((event) => ({ ...event, service_tier })));
    expect(finishes.map(({ reason, priceFactor }) => [reason, priceFactor])).toEqual([['stop', factor]]);
  });

  it('keeps calls apart that come without indexes, ids or as objects', async () => {
    const call = (piece: object) => chunk({ tool_calls: [piece] });
    const cases: object[][] = [
      [call({ index: 0, function: { name: 'a', arguments: { x: 1 } } }), call({ index: 1, function: { name: 'b' } })],
      [
        call({ id: '1', function: { name: 'a', arguments: '{"x":1}' } }),
        call({ id: '2', function: { name: 'b', arguments: '' } }),
      ],
      [
        call({ index: 0, id: '1', function: { name: 'a', arguments: '{"x"' } }),
        call({ index: 0, id: '1', function: { name: 'a', arguments: ':1}' } }),
        call({ index: 0, id: '2', function: { name: 'b', arguments: '{}' } }),
      ],
      [
        chunk({
          tool_calls: [{ function: { name: 'a', arguments: { x: 1 } } }, { function: { name: 'b', arguments: null } }],
        }),
      ],
    ];
    for (const events of cases) {
      const { calls, finishes } = await say([...events, chunk({}, 'stop')]);
      expect(calls).toEqual([
        { name: 'a', input: { x: 1 } },
        { name: 'b', input: {} },
      ]);
      expect(finishes[0]?.reason).toBe('tool-calls');
    }
  });

  it('reads thoughts in each of their forms', async () => {
    const forms: object[][] = [
      [chunk({ reasoning: 'Hm.' }), chunk({ content: 'Yes.' })],
      [
        chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
        chunk({ content: [{ type: 'text', text: 'Yes.' }] }),
      ],
      [chunk({ content: '<thi' }), chunk({ content: 'nk>\nHm.</th' }), chunk({ content: 'ink>\n\nYes.' })],
      [chunk({ reasoning_content: 'Hm.', content: null }), chunk({ reasoning_content: null, content: 'Yes.' })],
    ];
    for (const events of forms)
      expect(await say([...events, chunk({}, 'stop')])).toMatchObject({ text: 'Yes.', thought: 'Hm.' });
  });

  it('counts what servers count in their own ways, and says when they do not count', async () => {
    const of = async (given: object) =>
      (await say([chunk({ content: 'Yes.' }, 'stop'), { choices: [], ...given }])).finishes[0];
    expect(await of({ x_groq: { usage: { prompt_tokens: 3, completion_tokens: 2 } } })).toMatchObject({
      usage: { inputTokens: 3, cachedTokens: 0, outputTokens: 2 },
    });
    const outside = {
      prompt_tokens: 10,
      completion_tokens: 2,
      total_tokens: 19,
      completion_tokens_details: { reasoning_tokens: 7 },
    };
    expect((await of({ usage: outside }))?.usage?.outputTokens).toBe(9);
    expect(
      await of({ usage: { prompt_tokens: 9, prompt_cache_hit_tokens: 8, completion_tokens: 1, cost: 0.25 } }),
    ).toMatchObject({
      usage: { inputTokens: 9, cachedTokens: 8, outputTokens: 1 },
      upstreamCostUsd: 0.25,
    });
    expect((await of({}))?.usage).toBeNull();
  });

  it('finishes when the last events lack their ends, and when the answer to a stream is one body', async () => {
    expect(await say([chunk({ content: 'Yes.' }), chunk({}, 'stop')], 'data: [DONE]')).toMatchObject({
      text: 'Yes.',
      error: undefined,
    });
    expect(await say([chunk({ content: 'Yes.' }), chunk({}, 'stop')], '')).toMatchObject({
      text: 'Yes.',
      error: undefined,
    });
    const body = { choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }] };
    server.answer = () => ({ headers: jsonHeaders, pieces: [JSON.stringify(body)] });
    expect(await read(model(), prompt)).toMatchObject({ text: 'Yes.', error: undefined });
  });

  it('answers six first calls at once although the server refuses two of their parameters', async () => {
    server.answer = ({ body }) => {
      for (const name of ['stream_options', 'temperature']) {
        if (body[name] === undefined) continue;
        const error = { message: `Unsupported parameter: '${name}' is not supported.`, param: name };
        return { status: 400, headers: jsonHeaders, pieces: [JSON.stringify({ error })] };
      }
      return {
        headers: streamHeaders,
        pieces: [`${toEventText([chunk({ content: 'Yes.' }, 'stop')]).join('')}data: [DONE]\n\n`],
      };
    };
    const one = model();
    const asked = { ...prompt, temperature: 0.3 };
    const replies = await Promise.all(Array.from({ length: 6 }, () => read(one, asked)));
    expect(replies.map(({ text, error }) => [text, error])).toEqual(Array(6).fill(['Yes.', undefined]));
  });

  it('learns from a refusal what a server does not take, and remembers it', async () => {
    const learner = model('o9');
    const refusals: [(body: Record<string, unknown>) => boolean, object][] = [
      [(body) => 'stream_options' in body, { error: { message: 'Extra inputs are not permitted: stream_options' } }],
      [
        (body) => 'max_tokens' in body,
        {
          error: {
            message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            param: 'max_tokens',
          },
        },
      ],
      [
        (body) => 'temperature' in body,
        { error: { message: "Unsupported value: 'temperature'", param: 'temperature' } },
      ],
    ];
    server.answer = ({ body }) => {
      const refusal = refusals.find(([isRefused]) => isRefused(body))?.[1];
      if (refusal) return { status: 400, headers: jsonHeaders, pieces: [JSON.stringify(refusal)] };
      return { headers: streamHeaders, pieces: toEventText([chunk({ content: 'Yes.' }, 'stop')]) };
    };
    const asked = { ...prompt, maxTokens: 7, temperature: 0.5 };
    const before = server.requests.length;
    expect((await read(learner, asked)).text).toBe('Yes.');
    expect(server.requests.length - before).toBe(4);
    expect((await read(learner, asked)).text).toBe('Yes.');
    expect(server.requests.length - before).toBe(5);
    expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 7 });
  });

  it.each([400, 500])(
    'fits turns to a chat template that takes no others (its error has status %i)',
    async (status) => {
      const local = model('gemma');
      const raise = (message: string) => ({
        status,
        headers: jsonHeaders,
        pieces: [JSON.stringify({ error: { message } })],
      });
      server.answer = ({ body }) => {
        const roles = (body.messages as { role: string }[]).map(({ role }) => role);
        if (roles.includes('system')) return raise('System role not supported');
        const alternates = roles.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
        if (!alternates) return raise('Conversation roles must alternate user/assistant/user/assistant/...');
        return { headers: streamHeaders, pieces: toEventText([chunk({ content: 'Yes.' }, 'stop')]) };
      };
      const text = (said: string) => [{ type: 'text' as const, text: said }];
      const asked: Prompt = {
        system: 'Be brief.',
        material: text('The bridge is red.'),
        messages: [
          { role: 'user', parts: text('Hello.') },
          { role: 'assistant', parts: text('Hello!') },
          { role: 'system', text: 'Be kind.' },
          { role: 'user', parts: [...text('Look:'), { type: 'image', mediaType: 'image/png', base64: 'AA==' }] },
        ],
      };
      expect((await read(local, asked)).text).toBe('Yes.');
      expect(server.requests.at(-1)?.body.messages).toEqual([
        { role: 'user', content: 'Be brief.\n\nThe bridge is red.\n\nHello.' },
        { role: 'assistant', content: 'Hello!' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Be kind.' },
            { type: 'text', text: 'Look:' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
          ],
        },
      ]);
      const before = server.requests.length;
      await read(local, asked);
      expect(server.requests.length - before).toBe(1);
    },
  );

  // https://platform.openai.com/docs/guides/reasoning: models differ in the efforts that they have.
  it('leaves an effort that a model does not have to the caller, and goes on telling the others', async () => {
    server.answer = ({ body }) =>
      body.reasoning_effort === 'max'
        ? {
            status: 400,
            headers: jsonHeaders,
            pieces: [
              JSON.stringify({
                error: {
                  message: "Unsupported value: 'reasoning_effort' does not support 'max' with this model.",
                  type: 'invalid_request_error',
                  param: 'reasoning_effort',
                  code: 'unsupported_value',
                },
              }),
            ],
          }
        : { headers: streamHeaders, pieces: toEventText([chunk({ content: 'Yes.' }), chunk({}, 'stop')]) };
    const learner = model('o8');
    expect((await read(learner, { ...prompt, reasoningEffort: 'max' })).error).toMatchObject({
      code: 'request_refused',
      param: 'reasoning_effort',
    });
    expect((await read(learner, { ...prompt, reasoningEffort: 'high' })).text).toBe('Yes.');
    expect(server.requests.at(-1)?.body.reasoning_effort).toBe('high');
  });

  it("sends the whole conversation in the vendor's words", async () => {
    server.answer = () => ({ headers: streamHeaders, pieces: toEventText([chunk({ content: 'Yes.' }, 'stop')]) });
    await read(model(), {
      system: 'Be brief.',
      guidance: 'Cite.',
      material: [{ type: 'text', text: 'The bridge is red.' }],
      messages: [
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'Look:' },
            { type: 'image', mediaType: 'image/png', base64: 'AAAA' },
          ],
        },
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'Hm.' },
            { type: 'tool-call', id: 'c1', name: 'look.up', input: { q: 1 } },
          ],
        },
        { role: 'tool', results: [{ toolCallId: 'c1', toolName: 'look.up', result: { found: true } }] },
        { role: 'user', parts: [{ type: 'text', text: 'And now?' }] },
      ],
      tools: [{ name: 'look.up', description: 'Looks up.', inputSchema: { type: 'object' } }],
      toolChoice: { name: 'look.up' },
      responseFormat: {
        mode: 'strict',
        schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
      },
      stopSequences: ['END'],
      isStreamed: false,
    });
    const { body } = server.requests.at(-1)!;
    const name = expect.stringMatching(/^look_up_[0-9a-f]{8}$/);
    expect(body).toMatchObject({
      model: 'm',
      stream: false,
      stop: ['END'],
      tool_choice: { type: 'function', function: { name } },
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true } },
      messages: [
        { role: 'system', content: 'Be brief.\n\nCite.' },
        { role: 'user', content: 'The bridge is red.' },
        {
          role: 'user',
          content: [{ type: 'text' }, { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
        },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name, arguments: '{"q":1}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: '{"found":true}' },
        { role: 'user', content: 'And now?' },
      ],
    });
    expect(body).not.toHaveProperty('stream_options');
  });

  it('gives the name of a tool back as it was given, and the input of the schema tool as text', async () => {
    server.answer = ({ body }) => {
      const tools = body.tools as { function: { name: string } }[];
      const call = { index: 0, id: 'c', function: { name: tools[0]!.function.name, arguments: '{"a":1}' } };
      return { headers: streamHeaders, pieces: toEventText([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')]) };
    };
    const tools = [{ name: 'look.up', description: '', inputSchema: { type: 'object' } }];
    expect((await read(model(), { ...prompt, tools })).calls).toEqual([{ name: 'look.up', input: { a: 1 } }]);
    const asTool = await read(model(), { ...prompt, responseFormat: { mode: 'tool', schema: { type: 'object' } } });
    expect(asTool).toMatchObject({ text: '{"a":1}', calls: [], finishes: [{ reason: 'stop' }] });
  });
});
