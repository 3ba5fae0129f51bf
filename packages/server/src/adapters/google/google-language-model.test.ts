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
import { GoogleProvider } from './google-language-model.ts';

const parts = (...given: object[]) => ({ candidates: [{ content: { role: 'model', parts: given }, index: 0 }] });
const usageMetadata = {
  promptTokenCount: 12,
  cachedContentTokenCount: 4,
  candidatesTokenCount: 6,
  thoughtsTokenCount: 3,
};
const call = { functionCall: { name: saidCall.name, args: saidCall.input }, thoughtSignature: 'c2VhbA==' };
const finish = {
  candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata,
};

testLanguageModel('google', {
  open(baseUrl, timeouts) {
    const client = new UpstreamClient(timeouts);
    return {
      model: new GoogleProvider({ id: 'google', baseUrl, apiKey: 'k', client }).model('m'),
      close: () => client.close(),
    };
  },
  events: [
    parts({ text: saidThought, thought: true }),
    parts({ text: saidText.slice(0, 5) }),
    parts({ text: saidText.slice(5) }),
    parts(call),
    finish,
  ],
  finishIndex: 4,
  body: {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: saidThought, thought: true }, { text: saidText }, call] },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata,
  },
  errorEvent: {
    event: { error: { code: 503, message: 'at 10.11.12.13', status: 'UNAVAILABLE' } },
    code: 'upstream_overloaded',
  },
  errorBody: (status, message) => ({ error: { code: status, message, status: 'SOMETHING' } }),
});

describe('the google adapter', () => {
  let server: UpstreamServer;
  const client = new UpstreamClient({ totalMs: 5_000 });
  const prompt: Prompt = { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }] };
  const model = () => new GoogleProvider({ id: 'google', baseUrl: server.url, apiKey: 'k', client }).model('m');

  beforeAll(async () => {
    server = await UpstreamServer.start();
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  it('tells with each chunk what was counted so far, for a reply that is cut after it', async () => {
    const upstream = await UpstreamServer.start();
    const counted = (candidatesTokenCount: number) => ({
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount },
    });
    const events = [
      { ...parts({ text: 'Yes' }), ...counted(1) },
      { ...parts({ text: ', it is' }), ...counted(400) },
    ];
    upstream.answer = () => ({ headers: streamHeaders, pieces: toEventText(events) });
    const model = new GoogleProvider({ id: 'google', baseUrl: upstream.url, apiKey: 'k', client }).model('m');
    const told: unknown[] = [];
    const reading = (async () => {
      for await (const event of model.stream(prompt, AbortSignal.timeout(5000))) {
        if (event.type === 'usage') told.push(event.usage.outputTokens);
      }
    })();
    await expect(reading).rejects.toThrow();
    expect(told).toEqual([1, 400]);
    await upstream.close();
  });

  it('puts calls together whose arguments come in pieces', async () => {
    const piece = (partialArgs: object[], willContinue = true) =>
      parts({ functionCall: { partialArgs, willContinue } });
    const events = [
      parts({ functionCall: { name: 'edit', willContinue: true } }),
      piece([{ jsonPath: '$.steps[0].name', stringValue: 'pai', willContinue: true }]),
      piece([{ jsonPath: '$.steps[0].name', stringValue: 'nt' }]),
      piece([
        { jsonPath: '$.steps[1].name', stringValue: 'dry' },
        { jsonPath: '$.steps[1].hours', numberValue: 2.5 },
      ]),
      piece([
        { jsonPath: '$.isLast', boolValue: true },
        { jsonPath: '$.note', nullValue: 'NULL_VALUE' },
        { jsonPath: "$['a b']", stringValue: 'c' },
      ]),
      piece([{ jsonPath: '$.__proto__.x', stringValue: 'no' }], false),
      parts({ functionCall: { name: 'done' } }),
      finish,
    ];
    server.answer = () => ({ headers: streamHeaders, pieces: toEventText(events) });
    expect((await read(model(), prompt)).calls).toEqual([
      {
        name: 'edit',
        input: { steps: [{ name: 'paint' }, { name: 'dry', hours: 2.5 }], isLast: true, note: null, 'a b': 'c' },
      },
      { name: 'done', input: {} },
    ]);
  });

  it('returns the seal of a call with the call, and the substitute for one that is not known', async () => {
    server.answer = () => ({
      headers: streamHeaders,
      pieces: toEventText([
        parts({ functionCall: { name: 'look', id: 'c1', args: {} }, thoughtSignature: 'cw==' }),
        finish,
      ]),
    });
    const chat = model();
    await read(chat, prompt);
    const turn = (id: string): Prompt['messages'] => [
      {
        role: 'assistant',
        parts: [
          { type: 'tool-call', id, name: 'look', input: {} },
          { type: 'tool-call', id: `${id}b`, name: 'look', input: {} },
        ],
      },
      {
        role: 'tool',
        results: [
          { toolCallId: id, toolName: 'look', result: 'yes' },
          { toolCallId: `${id}b`, toolName: 'look', result: { ok: true } },
        ],
      },
    ];
    await read(chat, { ...prompt, messages: [...prompt.messages, ...turn('c1'), ...turn('c2')] });
    expect(server.requests.at(-1)?.body.contents).toEqual([
      { role: 'user', parts: [{ text: 'Hello?' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'look', args: {} }, thoughtSignature: 'cw==' },
          { functionCall: { name: 'look', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'look', response: { result: 'yes' } } },
          { functionResponse: { name: 'look', response: { ok: true } } },
        ],
      },
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'look', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
          { functionCall: { name: 'look', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'look', response: { result: 'yes' } } },
          { functionResponse: { name: 'look', response: { ok: true } } },
        ],
      },
    ]);
  });

  it.each([
    [['low', 'low'], 'MEDIA_RESOLUTION_LOW'],
    [['low', 'high'], 'MEDIA_RESOLUTION_HIGH'],
    [['auto', undefined], undefined],
  ] as const)('looks at pictures of the details %j as closely as the closest asks', async (details, resolution) => {
    server.answer = () => ({ headers: jsonHeaders, pieces: [JSON.stringify(finish)] });
    const parts = details.map((detail) => ({
      type: 'image' as const,
      mediaType: 'image/png',
      base64: 'aGk=',
      ...(detail && { detail }),
    }));
    await read(model(), { ...prompt, messages: [{ role: 'user', parts }], isStreamed: false });
    const body = server.requests.at(-1)?.body as { generationConfig: { mediaResolution?: string } };
    expect(body.generationConfig.mediaResolution).toBe(resolution);
  });

  it("asks in the vendor's words, streamed and unstreamed", async () => {
    server.answer = ({ path }) =>
      path.includes('stream')
        ? { headers: streamHeaders, pieces: toEventText([finish]) }
        : { headers: jsonHeaders, pieces: [JSON.stringify(finish)] };
    const asked: Prompt = {
      ...prompt,
      system: 'Be brief.',
      maxTokens: 50,
      thinking: { budgetTokens: 500 },
      responseFormat: { mode: 'strict', schema: { type: 'object' } },
      tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }],
      toolChoice: { name: 'look' },
    };
    await read(model(), asked);
    await read(model(), { ...asked, isStreamed: false });
    const [streamed, whole] = server.requests.slice(-2);
    expect(streamed?.path).toBe('/v1beta/models/m:streamGenerateContent?alt=sse');
    expect(whole?.path).toBe('/v1beta/models/m:generateContent');
    expect(whole?.headers).toMatchObject({ 'x-goog-api-key': 'k' });
    expect(whole?.body).toEqual(streamed?.body);
    expect(whole?.body).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hello?' }] }],
      tools: [
        { functionDeclarations: [{ name: 'look', description: 'Looks.', parametersJsonSchema: { type: 'object' } }] },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['look'] } },
      generationConfig: {
        maxOutputTokens: 50,
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object' },
        thinkingConfig: { includeThoughts: true, thinkingBudget: 500 },
      },
    });
  });

  // https://ai.google.dev/gemini-api/docs/thinking
  it.each([
    ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
    ['gemini-2.5-pro', 'none', { thinkingBudget: 128 }],
    ['gemini-2.5-flash', 'max', { includeThoughts: true, thinkingBudget: 24_576 }],
    ['gemini-2.5-pro', 'max', { includeThoughts: true, thinkingBudget: 32_768 }],
    ['gemini-3-pro-preview', 'none', { thinkingLevel: 'low' }],
    ['gemini-3-flash-preview', 'none', { thinkingLevel: 'minimal' }],
    ['gemini-3-pro-preview', 'max', { includeThoughts: true, thinkingLevel: 'high' }],
  ] as const)('says to %s what the effort %s means there', async (name, reasoningEffort, thinkingConfig) => {
    server.answer = () => ({ headers: streamHeaders, pieces: [] });
    const named = new GoogleProvider({ id: 'google', baseUrl: server.url, apiKey: 'k', client }).model(name);
    await read(named, { ...prompt, reasoningEffort });
    expect(server.requests.at(-1)?.body.generationConfig).toMatchObject({ thinkingConfig });
  });

  it('takes a blocked prompt for a filtered reply', async () => {
    server.answer = () => ({
      headers: jsonHeaders,
      pieces: [JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata })],
    });
    expect((await read(model(), { ...prompt, isStreamed: false })).finishes).toMatchObject([
      { reason: 'content-filter' },
    ]);
  });
});
