import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awsEvent, awsException, awsFrame } from '../../../test/aws-frames.ts';
import { jsonHeaders, UpstreamServer } from '../../../test/upstream-server.ts';
import { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import type { ModelEvent, Prompt } from '../../ports/language-model.ts';
import { AwsEventStream } from './aws-event-stream.ts';
import { readAwsCredentials, signAwsRequest } from './aws-signature.ts';
import { BedrockProvider } from './bedrock-language-model.ts';

const model = 'eu.anthropic.claude-haiku-4-5-20251001-v1:0';
const key = 'AKIDEXAMPLE123456:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const eventStream = { 'content-type': 'application/vnd.amazon.eventstream' };
const readJson = (name: string) =>
  JSON.parse(readFileSync(new URL(`./recordings/${name}.json`, import.meta.url), 'utf8'));
const recorded: [type: string, payload: unknown][] = readJson('text-and-tools').events;
const prompt: Prompt = {
  system: 'Be brief.',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'How is the weather?' }] }],
  tools: [{ name: 'get_weather', description: 'Tells the weather.', inputSchema: { type: 'object' } }],
};

let server: UpstreamServer;
let client: UpstreamClient;
beforeAll(async () => {
  server = await UpstreamServer.start();
  client = new UpstreamClient({ totalMs: 30_000 });
});
afterAll(async () => {
  await client.close();
  await server.close();
});
beforeEach(() => {
  server.requests.length = 0;
  server.answer = () => ({
    headers: eventStream,
    pieces: pieces(recorded.map(([type, payload]) => awsEvent(type, payload))),
  });
});

/** Small enough that they cut messages, and letters in them, anywhere. */
function pieces(frames: Buffer[], bytes = 61): Buffer[] {
  const all = Buffer.concat(frames);
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, at) => all.subarray(at * bytes, (at + 1) * bytes));
}

async function ask(more: Partial<Prompt> = {}, { name = model, apiKey = key } = {}): Promise<ModelEvent[]> {
  const now = () => Date.UTC(2026, 10, 26, 12);
  const provider = new BedrockProvider({
    id: 'bedrock',
    baseUrl: server.url,
    apiKey,
    region: 'eu-central-1',
    client,
    now,
  });
  const events: ModelEvent[] = [];
  for await (const event of provider.model(name).stream({ ...prompt, ...more }, AbortSignal.timeout(30_000))) {
    const last = events.at(-1);
    if (event.type === 'tool-call-delta') continue;
    if ((event.type === 'text-delta' || event.type === 'reasoning-delta') && last?.type === event.type)
      last.text += event.text;
    else events.push({ ...event });
  }
  return events;
}

describe('replies', () => {
  it('are read from a stream of AWS’s own framing', async () => {
    expect(await ask()).toEqual([
      { type: 'reasoning-delta', text: 'Two towns: one call each.' },
      { type: 'reasoning-signature', signature: 'EqoBCkgIARABGAIiQL8' },
      { type: 'text-delta', text: 'Let me löok 🌉.' },
      { type: 'tool-call-start', id: 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q', name: 'get_weather' },
      { type: 'tool-call', id: 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q', name: 'get_weather', arguments: '{"city": "Köln"}' },
      { type: 'tool-call-start', id: 'tooluse_2', name: 'get_weather' },
      { type: 'tool-call', id: 'tooluse_2', name: 'get_weather', arguments: '{}' },
      {
        type: 'finish',
        reason: 'tool-calls',
        usage: { inputTokens: 530, cachedTokens: 400, cacheWriteTokens: 100, outputTokens: 62 },
      },
    ]);
    expect(server.requests[0]?.path).toBe(`/model/${encodeURIComponent(model)}/converse-stream`);
  });

  it('are read whole where nobody reads them before', async () => {
    server.answer = () => ({ headers: jsonHeaders, pieces: [JSON.stringify(readJson('whole'))] });
    expect(await ask({ isStreamed: false })).toEqual([
      { type: 'reasoning-delta', text: 'Rock hits are asked for.' },
      { type: 'reasoning-signature', signature: 'EqoB' },
      { type: 'text-delta', text: 'Here is the top song.' },
      { type: 'tool-call-start', id: 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q', name: 'get_weather' },
      { type: 'tool-call', id: 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q', name: 'get_weather', arguments: '{"city":"WZPZ"}' },
      { type: 'finish', reason: 'tool-calls', usage: { inputTokens: 30, cachedTokens: 0, outputTokens: 628 } },
    ]);
    expect(server.requests[0]?.path).toBe(`/model/${encodeURIComponent(model)}/converse`);
  });

  it('with a schema are the input of one forced tool', async () => {
    const call = { contentBlockIndex: 0, start: { toolUse: { name: 'give_answer', toolUseId: 't1' } } };
    server.answer = () => ({
      headers: eventStream,
      pieces: pieces([
        awsEvent('messageStart', { role: 'assistant' }),
        awsEvent('contentBlockStart', call),
        awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: '{"n":4}' } } }),
        awsEvent('contentBlockStop', { contentBlockIndex: 0 }),
        awsEvent('messageStop', { stopReason: 'tool_use' }),
        awsEvent('metadata', { usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 } }),
      ]),
    });
    const schema = { type: 'object', properties: { n: { type: 'integer' } } };
    const { tools: _, ...rest } = prompt;
    const events = await ask({ ...rest, tools: [], responseFormat: { schema, mode: 'strict' } });
    expect(events).toEqual([
      { type: 'text-delta', text: '{"n":4}' },
      { type: 'finish', reason: 'stop', usage: { inputTokens: 3, cachedTokens: 0, outputTokens: 4 } },
    ]);
    expect(server.requests[0]?.body).toMatchObject({
      toolConfig: {
        tools: [{ toolSpec: { name: 'give_answer', inputSchema: { json: schema } } }],
        toolChoice: { tool: { name: 'give_answer' } },
      },
    });
  });
});

describe('requests', () => {
  it('say what is asked in the words of Converse', async () => {
    const png = 'iVBORw0KGgo=';
    await ask({
      messages: [
        {
          role: 'user',
          parts: [
            { type: 'image', mediaType: 'image/png', base64: png },
            { type: 'text', text: 'This?', cache: {} },
          ],
        },
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'Hm', signature: 's' },
            { type: 'text', text: 'I look.' },
            { type: 'tool-call', id: 'a:1', name: 'get.weather', input: { city: 'Rome' } },
          ],
        },
        {
          role: 'tool',
          results: [
            { toolCallId: 'a:1', toolName: 'get.weather', result: { warm: true } },
            { toolCallId: 'a:2', toolName: 'x', result: '', isError: true },
          ],
        },
        { role: 'user', parts: [{ type: 'text', text: 'And now?' }] },
      ],
      material: [{ type: 'text', text: 'A document.' }],
      maxTokens: 9000,
      temperature: 0.2,
      topP: 0.9,
      topK: 5,
      stopSequences: ['END'],
      toolChoice: 'required',
    });
    expect(server.requests[0]?.body).toEqual({
      system: [{ text: 'Be brief.' }],
      messages: [
        {
          role: 'user',
          content: [
            { text: 'A document.' },
            { image: { format: 'png', source: { bytes: png } } },
            { text: 'This?' },
            { cachePoint: { type: 'default' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Hm', signature: 's' } } },
            { text: 'I look.' },
            {
              toolUse: {
                toolUseId: 'a_1',
                name: expect.stringMatching(/^get_weather_[0-9a-f]{8}$/),
                input: { city: 'Rome' },
              },
            },
          ],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'a_1', content: [{ text: '{"warm":true}' }] } },
            { toolResult: { toolUseId: 'a_2', content: [{ text: '(nothing)' }], status: 'error' } },
            { text: 'And now?' },
          ],
        },
      ],
      inferenceConfig: { maxTokens: 9000, temperature: 0.2, topP: 0.9, stopSequences: ['END'] },
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: 'get_weather',
              description: 'Tells the weather.',
              inputSchema: { json: { type: 'object' } },
            },
          },
        ],
        toolChoice: { any: {} },
      },
      additionalModelRequestFields: { top_k: 5 },
    });
  });

  it('ask Claude to think, and no other model for what is Claude’s', async () => {
    const more: Partial<Prompt> = {
      reasoningEffort: 'medium',
      maxTokens: 20_000,
      temperature: 0.5,
      topK: 5,
      systemCache: {},
    };
    await ask(more);
    await ask(more, { name: 'meta.llama3-1-8b-instruct-v1:0' });
    const [claude, llama] = server.requests.map(({ body }) => body);
    expect(claude).toMatchObject({
      system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }],
      additionalModelRequestFields: { top_k: 5, thinking: { type: 'enabled', budget_tokens: 8192 } },
      inferenceConfig: { maxTokens: 20_000 },
    });
    expect(claude?.inferenceConfig).not.toHaveProperty('temperature');
    expect(llama).toMatchObject({ system: [{ text: 'Be brief.' }], inferenceConfig: { temperature: 0.5 } });
    expect(llama).not.toHaveProperty('additionalModelRequestFields');
    await expect(ask({ presencePenalty: 1 })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('carry a signature, or the API key', async () => {
    await ask();
    await ask({}, { apiKey: 'bedrock-api-key-abc' });
    await ask({}, { apiKey: `${key.replace('AKID', 'ASIA')}:the-session` });
    const [signed, keyed, session] = server.requests.map(({ headers }) => headers);
    expect(signed?.['x-amz-date']).toBe('20261126T120000Z');
    expect(signed?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE123456\/20261126\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    expect(keyed?.authorization).toBe('Bearer bedrock-api-key-abc');
    expect(session?.['x-amz-security-token']).toBe('the-session');
    expect(session?.authorization).toContain('SignedHeaders=content-type;host;x-amz-date;x-amz-security-token');
  });
});

// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_Errors
describe('failures', () => {
  it.each([
    [
      'AccessDeniedException',
      403,
      'You don’t have access to the model with the specified model ID.',
      'upstream_unauthorized',
    ],
    [
      'UnrecognizedClientException',
      403,
      'The security token included in the request is invalid.',
      'upstream_unauthorized',
    ],
    ['ThrottlingException', 429, 'Too many requests, please wait before trying again.', 'upstream_rate_limited'],
    ['ModelNotReadyException', 429, 'The model is not ready for inference.', 'upstream_rate_limited'],
    ['ModelTimeoutException', 408, 'Model has timed out in processing the request.', 'upstream_timeout'],
    ['ModelErrorException', 424, 'The system encountered an unexpected error during processing.', 'upstream_error'],
    ['InternalServerException', 500, 'The system encountered an unexpected error.', 'upstream_error'],
    ['ServiceUnavailableException', 503, 'Bedrock is unable to process your request.', 'upstream_overloaded'],
    [
      'ResourceNotFoundException',
      404,
      'Could not resolve the foundation model from model identifier: x',
      'model_not_found',
    ],
    ['ValidationException', 400, 'The provided model identifier is invalid.', 'model_not_found'],
    ['ValidationException', 400, 'Input is too long for requested model.', 'context_length_exceeded'],
    ['ValidationException', 400, 'The value at messages.0.content.0.image.format is wrong', 'request_refused'],
  ])('%s (%i: %s) is told as %s', async (type, status, message, code) => {
    server.answer = () => ({
      status,
      headers: { ...jsonHeaders, 'x-amzn-errortype': type },
      pieces: [JSON.stringify({ message })],
    });
    await expect(ask()).rejects.toMatchObject({ code });
  });

  it.each([
    ['throttlingException', 'upstream_overloaded'],
    ['modelStreamErrorException', 'upstream_error'],
    ['internalServerException', 'upstream_error'],
    ['serviceUnavailableException', 'upstream_overloaded'],
    ['validationException', 'request_refused'],
  ])('%s within a stream is told as %s', async (type, code) => {
    const begun = recorded.slice(0, 6).map(([name, payload]) => awsEvent(name, payload));
    server.answer = () => ({
      headers: eventStream,
      pieces: pieces([...begun, awsException(type, { message: 'No more of it.' })]),
    });
    await expect(ask()).rejects.toMatchObject({ code });
  });

  it('a stream that breaks off is cut, and one that is damaged cannot be read', async () => {
    const frames = recorded.map(([type, payload]) => awsEvent(type, payload));
    const bytes = Buffer.concat(frames);
    server.answer = () => ({ headers: eventStream, pieces: [bytes.subarray(0, bytes.length - 300)] });
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_cut' });
    const damaged = Buffer.from(bytes);
    damaged[40] = (damaged[40] ?? 0) ^ 1;
    server.answer = () => ({ headers: eventStream, pieces: [damaged] });
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_invalid' });
  });
});

// The case `get-vanilla` of AWS's test suite of signatures.
it('signs as AWS says', () => {
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  const request = { method: 'GET', host: 'example.amazonaws.com', path: '/', headers: {}, body: '' };
  const now = Date.UTC(2015, 7, 30, 12, 36);
  const { authorization } = signAwsRequest(request, credentials, { region: 'us-east-1', service: 'service', now });
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, ' +
      'Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  );
  expect([readAwsCredentials('sk-abc'), readAwsCredentials(undefined)]).toEqual([null, null]);
});

it('reads messages of an event stream wherever they are split, and the empty one of AWS’s tests', () => {
  const empty = Buffer.from('000000100000000005c248eb7d98c8ff', 'hex');
  expect([...new AwsEventStream().take(empty)]).toEqual([{ headers: {}, payload: Buffer.alloc(0) }]);
  const bytes = Buffer.concat([awsFrame({ a: 'b' }, { n: 1 }), empty, awsEvent('x', { n: 2 })]);
  for (let at = 0; at <= bytes.length; at++) {
    const stream = new AwsEventStream();
    const read = [...stream.take(bytes.subarray(0, at)), ...stream.take(bytes.subarray(at))];
    expect(read.map(({ payload }) => payload.toString())).toEqual(['{"n":1}', '', '{"n":2}']);
    expect(stream.isAtEnd).toBe(true);
  }
});
