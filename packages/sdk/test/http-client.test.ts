import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ConnectionError, RateLimitError, TimeoutError } from '@parley/sdk';
import { afterEach, expect, it, vi } from 'vitest';
import { operations } from '../src/generated/operations.ts';
import { HttpClient, type HttpSettings, wait } from '../src/http-client.ts';
import { AdminResource } from '../src/resources/admin.ts';
import { AnswerResource } from '../src/resources/answer.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server | null = null;
afterEach(async () => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  await new Promise((done) => (server ? server.close(done) : done(null)));
  server = null;
});

/** A service that gives one answer after the other, what it was asked, and a client that waits for nothing but notes it. */
async function serve(answers: Answer[], options: Partial<HttpSettings> = {}) {
  const asked: IncomingMessage[] = [];
  const waits: number[] = [];
  server = createServer((request, response) => {
    asked.push(request);
    (answers[asked.length - 1] ?? answers.at(-1))?.(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const client = new HttpClient({
    operations,
    baseUrl: `http://127.0.0.1:${address.port}`,
    apiKey: 'key',
    adminKey: undefined,
    timeoutMs: 60_000,
    maxRetries: 2,
    headers: {},
    credentials: undefined,
    fetch,
    wait: async (ms) => void waits.push(ms),
    ...options,
  });
  return { asked, waits, parley: { answer: new AnswerResource(client), admin: new AdminResource(client) } };
}

const ok: Answer = (_, response) => response.end(JSON.stringify({ success: true, answer: 'yes' }));
const failing =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify({ success: false, error: 'No', message: 'Why', code }));

it('sends a call again with the same idempotency key, after a time that doubles', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { asked, waits, parley } = await serve([
    failing(503, 'upstream_overloaded'),
    failing(500, 'internal_error'),
    ok,
  ]);
  expect((await parley.answer.create({ query: 'x' })).answer).toBe('yes');
  const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
  expect([asked.length, keys.size]).toEqual([3, 1]);
  expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(waits).toEqual([250, 500]);
});

it('spreads the waits of many callers', async () => {
  const { waits, parley } = await serve([failing(500, 'internal_error')], { maxRetries: 1 });
  await Promise.all(Array.from({ length: 20 }, () => parley.answer.create({ query: 'x' }).catch(() => null)));
  expect(new Set(waits).size).toBeGreaterThan(15);
  for (const ms of waits) expect(ms).toBeGreaterThanOrEqual(250);
  for (const ms of waits) expect(ms).toBeLessThanOrEqual(500);
});

it('honours Retry-After, in seconds and as a date, and leaves long ones to the caller', async () => {
  const date = new Date(Date.now() + 5_000).toUTCString();
  const limited = (after: string) => failing(429, 'rate_limit_exceeded', { 'retry-after': after });
  const { asked, waits, parley } = await serve([limited('7'), limited(date), ok, limited('3600')]);
  await parley.answer.create({ query: 'x' });
  expect(waits[0]).toBeGreaterThanOrEqual(7_000);
  expect(waits[1]).toBeGreaterThanOrEqual(3_500);
  const failure = await parley.answer.create({ query: 'x' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RateLimitError);
  expect(failure).toMatchObject({ retryAfterMs: 3_600_000 });
  expect(asked).toHaveLength(4);
});

it.each([
  [400, 'invalid_request'],
  [402, 'budget_exceeded'],
  [503, 'invalid_api_key'],
  [502, 'upstream_unauthorized'],
  [422, 'schema_not_met'],
  [502, 'feature_execution_failed'],
])('does not send again what cannot succeed or costs again: %i %s', async (status, code) => {
  const { asked, parley } = await serve([failing(status, code)]);
  await expect(parley.answer.create({ query: 'x' })).rejects.toMatchObject({ status, code });
  expect(asked).toHaveLength(1);
});

it('sends again what never arrived, but not a call that may have made a key', async () => {
  const hangUp: Answer = (request) => request.socket.destroy();
  const { asked, waits, parley } = await serve([hangUp, ok, hangUp]);
  expect((await parley.answer.create({ query: 'x' })).answer).toBe('yes');
  expect(waits).toHaveLength(1);
  await expect(parley.admin.keys.create({ name: 'one' })).rejects.toBeInstanceOf(ConnectionError);
  expect(asked).toHaveLength(3);
});

it('gives up after the time limit, and says what it waited for', async () => {
  const { parley } = await serve([() => {}], { timeoutMs: 50, maxRetries: 0 });
  const failure = await parley.answer.create({ query: 'x' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TimeoutError);
  expect(String(failure)).toMatch(/50 ms.*POST .*\/v1\/answer/);
});

it("throws the reason of the caller's own signal, also while it waits to send again", async () => {
  const { parley } = await serve([failing(429, 'rate_limit_exceeded', { 'retry-after': '50' })], { wait });
  const controller = new AbortController();
  const onResponse = () => setImmediate(() => controller.abort(new Error('enough')));
  const call = parley.answer.create({ query: 'x' }, { signal: controller.signal, onResponse });
  await expect(call).rejects.toThrow('enough');
});

/** A stream that begins and goes on for ever; `closed` when the caller has left. */
function endless(): { answer: Answer; closed: Promise<unknown> } {
  let left: (value: unknown) => void = () => {};
  const closed = new Promise((resolve) => {
    left = resolve;
  });
  const answer: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"content":"one","done":false}\n\n');
    response.once('close', () => left('closed'));
  };
  return { answer, closed };
}

it('ends the call when the loop over its stream is left', async () => {
  const { answer, closed } = endless();
  const { parley } = await serve([answer]);
  const stream = parley.answer.stream({ query: 'x' });
  for await (const event of stream) if (event.type === 'text') break;
  expect(await closed).toBe('closed');
  await expect(stream.result()).rejects.toMatchObject({ name: 'AbortError' });
});

it("ends a stream by abort() and by the caller's signal", async () => {
  const [first, second] = [endless(), endless()];
  const { parley } = await serve([first.answer, second.answer]);
  const stream = parley.answer.stream({ query: 'x' });
  const reading = (async () => {
    for await (const event of stream) if (event.type === 'text') stream.abort();
  })();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(await first.closed).toBe('closed');
  const controller = new AbortController();
  const other = parley.answer.stream({ query: 'x' }, { signal: controller.signal });
  const waiting = (async () => {
    for await (const event of other) if (event.type === 'text') controller.abort(new Error('enough'));
  })();
  await expect(waiting).rejects.toThrow('enough');
  expect(await second.closed).toBe('closed');
});

it('takes a stream that stays silent for dead', async () => {
  const { answer, closed } = endless();
  const { parley } = await serve([answer]);
  const stream = parley.answer.stream({ query: 'x' }, { idleTimeoutMs: 50 });
  await expect(stream.result()).rejects.toBeInstanceOf(TimeoutError);
  expect(await closed).toBe('closed');
});

it('keeps the caller informed of bodies that are not ours', async () => {
  const { parley } = await serve([(_, response) => response.writeHead(418).end('<html>teapot')]);
  await expect(parley.answer.create({ query: 'x' })).rejects.toMatchObject({ status: 418, code: 'http_418' });
});
