import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonServer, startJsonServer } from '../json-server.ts';
import { apiKey, type TestService } from '../test-service.ts';
import { factsOf, planted, type SentSpan as Sent, spansIn, startTracedTurn, type TracedTurn } from '../traced-turn.ts';

const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';
const traceparent = `00-${callersTrace}-${callersSpan}-01`;

let collector: JsonServer;
let turn: TracedTurn;

beforeAll(async () => {
  collector = await startJsonServer(() => ({ body: {} }));
  turn = await startTracedTurn();
});
afterAll(() => Promise.all([collector.close(), turn.close()]));

const { canary, personal, secret } = planted;
const start = (env: Record<string, string> = {}) =>
  turn.startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b',
    METRICS_TOKEN: 'metrics-token-0123',
    ...env,
  });
const askAgent = (service: TestService) => turn.ask(service, { traceparent });

/** What the collector got while a service ran. */
async function spansOf(env: Record<string, string>, work: (service: TestService) => Promise<void>): Promise<Sent[]> {
  collector.calls.length = 0;
  const service = await start(env);
  try {
    await work(service);
  } finally {
    await service.close();
  }
  return spansIn(collector.calls.map(({ body }) => body));
}

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
    expect(turn.engineCalls.slice(-2).map(({ headers }) => headers.traceparent)).toEqual(asked);
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

it('sends what was said without personal data where contents are kept so, and of the keys alone whose contents are kept', async () => {
  const keep = { CALL_CONTENTS: 'keep', OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };
  const set = (service: TestService, body: object) => service.admin('PATCH', '/v1/admin/settings', body);
  const masked = await spansOf(keep, async (service) => {
    expect((await set(service, { retention: { contents_masked: true } })).status).toBe(200);
    await askAgent(service);
  });
  // Each is sent when it is masked, so that one that began later may come first.
  const began = ({ startTimeUnixNano }: Sent): bigint => BigInt(startTimeUnixNano);
  const [asked, answered] = masked
    .filter(({ name }) => name === 'chat second/m')
    .toSorted((one, other) => Number(began(one) - began(other)))
    .map(factsOf);
  const messages: unknown = JSON.parse(String(asked?.['gen_ai.input.messages']));
  expect(JSON.stringify(messages)).toContain('[EMAIL]');
  expect(JSON.parse(String(answered?.['gen_ai.output.messages']))[0].parts[0].content).toContain('There is tea');
  for (const text of [...personal, secret]) expect(JSON.stringify(collector.calls)).not.toContain(text);
  expect(JSON.stringify(collector.calls)).toContain(canary);
  const ofOthers = await spansOf(keep, async (service) => {
    expect((await set(service, { retention: { contents: 'keys', contents_keys: [] } })).status).toBe(200);
    await askAgent(service);
  });
  expect(ofOthers.filter(({ name }) => name === 'chat second/m')).toHaveLength(2);
  expect(JSON.stringify(collector.calls)).not.toContain(canary);
});

it('keeps no trace that its share leaves out, but one that the caller keeps', async () => {
  const spans = await spansOf({ OTEL_TRACES_SAMPLER_ARG: '0' }, async (service) => {
    await service.call('POST', '/v1/answer', { query: 'What is 2 plus 2?' });
    await service.call(
      'POST',
      '/v1/answer',
      { query: 'What is 3 plus 3?' },
      { authorization: `Bearer ${apiKey}`, traceparent },
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
