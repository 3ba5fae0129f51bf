import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeVendor } from '../fake-vendor.ts';
import { type JsonServer, startJsonServer } from '../json-server.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

interface Sent {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
}

const canary = `canary-${randomUUID()}`;
const secret = 'sk-proj-Xq7pV0b2mT9sL4dK8rW3nZ6cJ1yH5gF0aQ2eU7iO';
const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';
const shop = (url: string) => ({
  id: 'shop',
  name: 'Shop',
  description: 'A shop.',
  base_url: url,
  auth: { method: 'API_KEY', headers: { authorization: 'Bearer {{connection.api_key}}' } },
  features: [
    {
      name: 'FIND',
      description: 'Finds things of the shop.',
      input_schema: { type: 'object', properties: { item: { type: 'string' } }, additionalProperties: false },
      request: { method: 'GET', path: '/find' },
    },
  ],
});

let folder: string;
let collector: JsonServer;
let broken: JsonServer;
let engine: JsonServer;
let third: FakeVendor;

const completion = (message: object, reason: string) => ({
  body: {
    id: 'c',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: reason }],
    usage: { prompt_tokens: 50, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 20 } },
  },
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-traces-'));
  collector = await startJsonServer(() => ({ body: {} }));
  broken = await startJsonServer(() => ({ status: 500, body: { error: { message: 'no' } } }));
  engine = await startJsonServer(({ body }) => {
    const isAnswered = body.messages?.some((message: { role: string }) => message.role === 'tool');
    const call = { id: 'call_1', type: 'function', function: { name: 'shop__FIND', arguments: '{"item":"tea"}' } };
    return isAnswered
      ? completion({ content: `There is tea, and ${secret}.` }, 'stop')
      : completion({ tool_calls: [call] }, 'tool_calls');
  });
  third = await new FakeVendor().start();
  third.answer(() => ({ body: { found: 'tea' } }));
  mkdirSync(join(folder, 'integrations'));
  writeFileSync(join(folder, 'integrations/shop.json'), JSON.stringify(shop(third.url)));
  writeFileSync(
    join(folder, 'parley.config.json'),
    JSON.stringify({
      providers: {
        first: { base_url: broken.url, api_key: 'k' },
        second: { base_url: engine.url, api_key: 'k' },
      },
      models: [{ id: 'desk', engine: 'first/m', fallbacks: ['second/m'] }],
    }),
  );
});
afterAll(async () => {
  await Promise.all([collector.close(), broken.close(), engine.close(), third.close()]);
  rmSync(folder, { recursive: true });
});

const start = (env: Record<string, string> = {}) =>
  startTestService({
    env: {
      PARLEY_CONFIG: join(folder, 'parley.config.json'),
      INTEGRATIONS_DIR: join(folder, 'integrations'),
      ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${third.port}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b',
      METRICS_TOKEN: 'metrics-token-0123',
      ...env,
    },
  });

/** One turn of an agent with a file and a tool of ours, whose first engine fails. */
async function askAgent(service: TestService): Promise<void> {
  const { json } = await uploadFile(service, 'stock.md', `# Stock\n\nThere are 40 boxes of tea. ${canary}`);
  await service.call('POST', '/v1/integrations/shop/connect', { user_id: 'ann', api_key: 'k' });
  const reply = await service.call(
    'POST',
    '/v1/agent',
    {
      model: 'desk',
      messages: [{ role: 'user', content: `Is there tea? ${canary} ${secret}` }],
      integrations: [{ id: 'shop' }],
      user_id: 'ann',
      execute: true,
      file_ids: [json.file_id],
    },
    {
      authorization: 'Bearer test-key-0123456789',
      traceparent: `00-${callersTrace}-${callersSpan}-01`,
    },
  );
  expect(reply.text).toContain('There is tea');
}

/** What the collector got while a service ran. */
async function spansOf(env: Record<string, string>, work: (service: TestService) => Promise<void>): Promise<Sent[]> {
  collector.calls.length = 0;
  const service = await start(env);
  try {
    await work(service);
  } finally {
    await service.close();
  }
  return collector.calls.flatMap(({ body }) =>
    body.resourceSpans.flatMap((resource: { scopeSpans: { spans: Sent[] }[] }) =>
      resource.scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
}

const factsOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describe('traces', () => {
  let spans: Sent[];
  let metrics: string;
  beforeAll(async () => {
    spans = await spansOf({}, async (service) => {
      await askAgent(service);
      metrics = (await service.call('GET', '/metrics', undefined, { authorization: 'Bearer metrics-token-0123' })).text;
    });
  });
  const named = (name: string) => spans.filter((span) => span.name === name);

  it('shows a turn of an agent: each engine that was asked, the tool, what was looked up, within the trace of the caller', () => {
    const [call] = named('POST /v1/agent');
    expect(call).toMatchObject({ kind: 2, traceId: callersTrace, parentSpanId: callersSpan });
    expect(factsOf(call as Sent)).toMatchObject({
      'http.response.status_code': 200,
      'parley.endpoint': 'createAgentReply',
      'parley.engine': 'second/m',
      'parley.attempts': 3,
    });
    const within = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
    expect(within.map(({ name }) => name)).toEqual([
      'retrieval',
      'chat first/m',
      'chat second/m',
      'execute_tool shop__FIND',
      'retrieval',
      'chat second/m',
    ]);
    const [failed, asked, tool, , answered] = within.slice(1) as [Sent, Sent, Sent, Sent, Sent];
    expect(failed).toMatchObject({ kind: 3, status: { code: 2 } });
    expect(factsOf(failed)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'first',
      'error.type': 'upstream_error',
    });
    expect(factsOf(asked)).toMatchObject({
      'gen_ai.provider.name': 'second',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 50,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.usage.cache_read.input_tokens': 20,
    });
    expect(factsOf(tool)).toMatchObject({ 'gen_ai.tool.name': 'shop__FIND', 'gen_ai.tool.call.id': 'call_1' });
    expect(answered.status?.code ?? 0).toBe(0);
  });

  it('tells each engine of the trace that it is asked in', () => {
    const asked = named('chat second/m').map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
    expect(engine.calls.slice(-2).map(({ headers }) => headers.traceparent)).toEqual(asked);
  });

  it('counts the same on /metrics', () => {
    expect(metrics).toContain('parley_engine_calls_total{engine="first/m",result="upstream_error"} 1\n');
    expect(metrics).toContain('parley_engine_calls_total{engine="second/m",result="ok"} 2\n');
    expect(metrics).toContain('parley_engine_tokens_total{engine="second/m",type="output"} 14\n');
    expect(metrics).toContain('parley_engine_left_alone{engine="second/m"} 0\n');
  });

  it('shows the work on a file in the trace of its upload', () => {
    const [upload] = named('POST /v1/files/upload');
    const job = spans.find(({ name }) => name.startsWith('job process-file'));
    expect(job).toMatchObject({ kind: 5, traceId: upload?.traceId });
  });

  it('sends nothing of what was said, and the headers of the collector', () => {
    const text = JSON.stringify(collector.calls.map(({ body }) => body));
    expect(text).not.toContain(canary);
    expect(text).not.toContain('There is tea');
    expect(collector.calls[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-token': 'a b' } });
  });
});

it('sends what was said, without secrets, where both settings say so', async () => {
  const keep = { CALL_CONTENTS: 'keep', OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };
  const spans = await spansOf(keep, askAgent);
  const said = spans.filter(({ name }) => name === 'chat second/m').map(factsOf);
  expect(said[0]?.['gen_ai.input.messages']).toContain(canary);
  expect(said[1]?.['gen_ai.output.messages']).toContain('There is tea');
  expect(JSON.stringify(collector.calls)).not.toContain(secret);
  await expect(start({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' })).rejects.toThrow('CALL_CONTENTS');
});

it('keeps no trace that its share leaves out, but one that the caller keeps', async () => {
  const spans = await spansOf({ OTEL_TRACES_SAMPLER_ARG: '0' }, async (service) => {
    await service.call('POST', '/v1/answer', { query: 'What is 2 plus 2?' });
    await service.call(
      'POST',
      '/v1/answer',
      { query: 'What is 3 plus 3?' },
      { authorization: 'Bearer test-key-0123456789', traceparent: `00-${callersTrace}-${callersSpan}-01` },
    );
  });
  expect(spans.filter(({ name }) => name === 'POST /v1/answer').map(({ traceId }) => traceId)).toEqual([callersTrace]);
});

it('answers as ever while the collector is away', async () => {
  const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  const reply = await service.call('POST', '/v1/answer', { query: 'What is 2 plus 2?' });
  expect(reply.text).toContain('4');
  await service.close();
});
