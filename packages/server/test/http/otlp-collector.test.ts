import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TestService } from '../test-service.ts';
import { factsOf, planted, type SentSpan, spansIn, startTracedTurn } from '../traced-turn.ts';

const { TEST_OTLP_URL: url, TEST_OTLP_FILE: file = '' } = process.env;
if (url === undefined) console.info('a collector of OpenTelemetry: skipped, TEST_OTLP_URL is not set');

const kinds = { server: 2, client: 3, internal: 1 };
const callersSpan = '00f067aa0ba902b7';

/** How many steps a turn has, each a span beneath that of the call. */
const steps = 6;

/**
 * What the collector has written of one trace, once all of it is there, by when each span began: spans whose texts are
 * masked are sent when that is done, so they end in any order and after the call.
 */
async function readBack(traceId: string): Promise<{ spans: SentSpan[]; text: string }> {
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(traceId));
  const spansNow = () =>
    spansIn(lines().map((line) => JSON.parse(line)))
      .filter((span) => span.traceId === traceId)
      .sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const stepsNow = () => {
    const spans = spansNow();
    const call = spans.find(({ name }) => name === 'POST /v1/agent');
    return spans.filter(({ parentSpanId }) => call && parentSpanId === call.spanId).length;
  };
  await expect.poll(stepsNow).toBe(steps);
  return { spans: spansNow(), text: lines().join('\n') };
}

/** One turn of an agent on a service of its own, within a trace of its own, as the collector has read it. */
async function turnWith(env: Record<string, string>, prepare: (service: TestService) => Promise<unknown>) {
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const turn = await startTracedTurn();
  const service = await turn.startService({ OTEL_EXPORTER_OTLP_ENDPOINT: url ?? '', ...env });
  try {
    await prepare(service);
    await turn.ask(service, { traceparent: `00-${traceId}-${callersSpan}-01` });
  } finally {
    await service.close();
    await turn.close();
  }
  return readBack(traceId);
}

const keep = { CALL_CONTENTS: 'keep', OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };

it.skipIf(url === undefined)(
  'reads back a turn of an agent with a tool, retrieval and a failover, and no text of it',
  async () => {
    const { spans, text } = await turnWith({}, async () => {});
    const call = spans.find(({ name }) => name === 'POST /v1/agent');
    expect(call?.kind).toBe(kinds.server);
    const within = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
    expect(within.map(({ name, kind }) => [name, kind])).toEqual([
      ['retrieval', kinds.internal],
      ['chat first/m', kinds.client],
      ['chat second/m', kinds.client],
      ['execute_tool shop__FIND', kinds.internal],
      ['retrieval', kinds.internal],
      ['chat second/m', kinds.client],
    ]);
    expect(within[1]).toMatchObject({ status: { code: 2 } });
    expect(factsOf(within[2] as SentSpan)).toMatchObject({
      'gen_ai.provider.name': 'second',
      'gen_ai.usage.input_tokens': '50',
    });
    for (const canary of [planted.canary, ...planted.personal, planted.secret]) expect(text).not.toContain(canary);
  },
);

it.skipIf(url === undefined)(
  'reads back what was said where that is kept, and nothing of it that is masked',
  async () => {
    const masked = await turnWith(keep, (service) =>
      service.admin('PATCH', '/v1/admin/settings', { retention: { contents_masked: true } }),
    );
    const said = masked.spans.filter(({ name }) => name === 'chat second/m').map(factsOf);
    expect(said[0]?.['gen_ai.input.messages']).toContain('[EMAIL]');
    expect(said[1]?.['gen_ai.output.messages']).toContain('There is tea');
    for (const canary of [...planted.personal, planted.secret]) expect(masked.text).not.toContain(canary);
    const whole = await turnWith(keep, async () => {});
    // So that the looks above see.
    for (const canary of planted.personal) expect(whole.text).toContain(canary);
    expect(whole.text).not.toContain(planted.secret);
  },
);
