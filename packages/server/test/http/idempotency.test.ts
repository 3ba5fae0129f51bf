import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import { FakeClock } from '../fake-clock.ts';
import { finish } from '../scripted-language-model.ts';
import { apiKey, routerOf, startTestService, type TestService } from '../test-service.ts';

let calls = 0;
let gate: Promise<void> | null = null;
let failure: AppError | null = null;
const model: LanguageModel = {
  id: 'counting',
  embedded: false,
  async *stream() {
    calls++;
    await gate;
    if (failure) throw failure;
    yield { type: 'text-delta', text: `Answer ${calls}` };
    yield finish();
  },
};
const clock = new FakeClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ replacements: { clock, models: routerOf(model) } });
});
afterAll(() => service.close());

const ask = (key: string, body: object = { query: 'x' }, token = apiKey) =>
  service.call('POST', '/v1/answer', body, { authorization: `Bearer ${token}`, 'idempotency-key': key });

it('gives the first answer again without working or charging again', async () => {
  const before = calls;
  const first = await ask('one');
  const second = await ask('one');
  expect(second.text).toBe(first.text);
  expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
    null,
    'true',
  ]);
  expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(calls).toBe(before + 1);
  const { json } = await service.admin(
    'GET',
    `/v1/admin/usage/records?request_id=${second.headers.get('x-request-id')}`,
  );
  expect(json.data).toMatchObject([{ cost_usd: 0 }]);
});

it('replays streams whole', async () => {
  const first = await ask('stream', { query: 'x', stream: true });
  const second = await ask('stream', { query: 'x', stream: true });
  expect(first.text).toContain('"done":true');
  expect(second.text).toBe(first.text);
  expect(second.headers.get('content-type')).toBe('text/event-stream');
});

it('refuses the same key with another body', async () => {
  await ask('body');
  const other = await ask('body', { query: 'y' });
  expect(other.status).toBe(409);
  expect(other.json.code).toBe('idempotency_mismatch');
});

it('refuses a twin while the first still runs', async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const before = calls;
  const first = ask('twin');
  await expect.poll(() => calls).toBe(before + 1);
  const twin = await ask('twin');
  expect(twin.status).toBe(409);
  expect(twin.json.code).toBe('idempotency_in_progress');
  open();
  gate = null;
  expect((await first).status).toBe(200);
});

it('believes a twin for longer than the longest call runs', async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const before = calls;
  const first = ask('long');
  await expect.poll(() => calls).toBe(before + 1);
  // A research run may take 70 minutes.
  clock.advance(75 * 60_000);
  expect((await ask('long')).json.code).toBe('idempotency_in_progress');
  open();
  gate = null;
  expect((await first).status).toBe(200);
});

it('keeps nothing for what the caller must correct or a retry can mend', async () => {
  expect((await ask('correct', { query: '' })).status).toBe(400);
  expect((await ask('correct', { query: 'x' })).status).toBe(200);
  failure = new AppError('upstream_overloaded', 'busy');
  expect((await ask('mend')).status).toBe(503);
  failure = null;
  expect((await ask('mend')).status).toBe(200);
});

it('belongs to one key and is forgotten after a day', async () => {
  const first = await ask('mine');
  const { key } = (await service.admin('POST', '/v1/admin/keys', {})).json;
  expect((await ask('mine', { query: 'x' }, key)).text).not.toBe(first.text);
  clock.advance(24 * 60 * 60_000 + 1);
  expect((await ask('mine')).headers.get('idempotency-replayed')).toBeNull();
});

it('refuses keys that are too long', async () => {
  expect((await ask('k'.repeat(255))).status).toBe(200);
  expect((await ask('k'.repeat(256))).status).toBe(400);
});
