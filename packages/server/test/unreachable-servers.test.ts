import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { PgBossJobQueue } from '../src/adapters/pg-boss/pg-boss-job-queue.ts';
import { S3BlobStore } from '../src/adapters/s3/s3-blob-store.ts';
import { CuttableProxy } from './cuttable-proxy.ts';
import { startTestService } from './test-service.ts';

const main = process.env.TEST_SERVICE || resolve(import.meta.dirname, '../src/main.ts');

/** Starts the service as an operator would and waits for its end. */
async function startAndEnd(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const started = Date.now();
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: '0',
      PARLEY_MODEL: 'reader',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const code = new Promise<number | null>((done) => child.on('exit', done));
  const said = await text(child.stderr);
  const result = { code: await code, said, tookMs: Date.now() - started };
  rmSync(dataDir, { recursive: true, force: true });
  return result;
}

describe('a start that cannot reach what is configured', () => {
  it.each([
    ['shut', 'REDIS_URL', 'redis://127.0.0.1:1', 'Redis at'],
    ['silent', 'REDIS_URL', 'redis://127.0.0.1:1', 'Redis at'],
    ['shut', 'DATABASE_URL', 'postgres://parley@127.0.0.1:1/parley', 'PostgreSQL at'],
    ['silent', 'DATABASE_URL', 'postgres://parley@127.0.0.1:1/parley', 'PostgreSQL at'],
  ] as const)(
    'ends within 10 s when the server is %s and names %s',
    async (state, name, address, said) => {
      const proxy = await CuttableProxy.start(address);
      proxy.set(state);
      const end = await startAndEnd({ [name]: proxy.through(address) });
      await proxy.close();
      expect(end.code).toBe(1);
      expect(end.said).toContain(`${said} 127.0.0.1:`);
      expect(end.said).toContain(name);
      expect(end.said).not.toMatch(/^\s+at /m);
      // The machine may be slow to start a process; the service itself gives up after 8 s.
      expect(end.tookMs).toBeLessThan(40_000);
    },
    90_000,
  );
});

const redis = process.env.TEST_REDIS_URL;
const postgres = process.env.TEST_DATABASE_URL;
if (!redis || !postgres) {
  if (process.env.CI_REQUIRES_SERVERS) throw new Error('TEST_REDIS_URL or TEST_DATABASE_URL is not set');
  console.info('servers that go away: skipped, TEST_REDIS_URL or TEST_DATABASE_URL is not set');
}

describe.skipIf(!redis)('Redis away', () => {
  it('counts limits in the process, says so in /readyz and a metric, and shares them again', async () => {
    const proxy = await CuttableProxy.start(redis ?? '');
    const token = 'metrics-token-0123456789';
    const service = await startTestService({ env: { REDIS_URL: proxy.through(redis ?? ''), METRICS_TOKEN: token } });
    const { key } = (await service.admin('POST', '/v1/admin/keys', { limits: { requests_per_minute: 2 } })).json;
    const ask = async (stream: boolean) =>
      (await service.call('POST', '/v1/answer', { query: 'What is 2+2?', stream }, { authorization: `Bearer ${key}` }))
        .status;
    const shared = async () =>
      /^parley_counters_shared (\d)/m.exec(
        (await service.call('GET', '/metrics', undefined, { authorization: `Bearer ${token}` })).text,
      )?.[1];
    expect([await ask(false), await shared()]).toEqual([200, '1']);
    for (const state of ['shut', 'silent'] as const) {
      proxy.set(state);
      const statuses = [await ask(true), await ask(false), await ask(true)];
      expect(statuses).toEqual(state === 'shut' ? [200, 200, 429] : [429, 429, 429]);
      const ready = await service.call('GET', '/readyz');
      expect(ready.json).toMatchObject({ status: 'ready', parts: { counters: { ok: true } } });
      expect(ready.json.parts.counters.message).toContain('Redis cannot be reached');
      expect(await shared()).toBe('0');
    }
    proxy.set('open');
    await expect.poll(shared).toBe('1');
    await service.close();
    await proxy.close();
  });
});

describe.skipIf(!postgres)('PostgreSQL away', () => {
  it('answers 503 service_unavailable with Retry-After, and works again when it is back', async () => {
    const proxy = await CuttableProxy.start(postgres ?? '');
    const service = await startTestService({
      env: { DATABASE_URL: proxy.through(postgres ?? ''), METRICS_TOKEN: 'metrics-0123456789' },
    });
    expect((await service.admin('GET', '/v1/admin/keys')).status).toBe(200);
    proxy.set('shut');
    const away = await service.admin('GET', '/v1/admin/keys');
    expect([away.status, away.json.code]).toEqual([503, 'service_unavailable']);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    const report = await service.admin('GET', '/v1/admin/health');
    expect([report.status, report.json.status, report.json.parts.database.ok]).toEqual([200, 'degraded', false]);
    const wrong = { authorization: 'Bearer wrong-key-0123456789' };
    expect((await service.call('GET', '/v1/admin/health', undefined, wrong)).status).toBe(503);
    const metered = await service.call('GET', '/metrics', undefined, { authorization: 'Bearer metrics-0123456789' });
    expect([metered.status, /^parley_queue_depth (\S+)/m.exec(metered.text)?.[1]]).toEqual([200, 'Nan']);
    // The job queue has a pool of its own to the same server.
    const queue = new PgBossJobQueue({ url: proxy.through(postgres ?? ''), schema: 'test_jobs_away' });
    const kind = { name: 'work', concurrency: 1, maxAttempts: 1, backoffMs: 1, deadlineMs: 60_000 };
    queue.register({ ...kind, run: async () => {}, onFailed: async () => {} });
    const refusal = { code: 'service_unavailable', retryAfterMs: expect.any(Number) };
    await expect(queue.enqueue('work', {})).rejects.toMatchObject(refusal);
    proxy.set('open');
    expect(await queue.enqueue('work', {}, { id: 'a' })).toBe('a');
    proxy.set('shut');
    await expect(queue.enqueue('work', {})).rejects.toMatchObject(refusal);
    await expect(queue.cancel('a')).rejects.toMatchObject(refusal);
    proxy.set('open');
    expect(await queue.cancel('a')).toBe(true);
    await queue.close(0);
    await expect.poll(async () => (await service.admin('GET', '/v1/admin/keys')).status).toBe(200);
    await service.close();
    await proxy.close();
  });
});

it('a store of blobs that never answers is given up', async () => {
  const address = 'http://127.0.0.1:1';
  const proxy = await CuttableProxy.start(address);
  proxy.set('silent');
  const store = new S3BlobStore(
    {
      endpoint: proxy.through(address),
      region: 'us-east-1',
      bucket: 'b',
      prefix: '',
      pathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    },
    { idleTimeoutMs: 300 },
  );
  const begunAt = performance.now();
  const refusal = { code: 'service_unavailable', retryAfterMs: 5000 };
  await expect(store.get('files/x')).rejects.toMatchObject(refusal);
  // Asked once: a second time would be waited for as well.
  expect(proxy.opened).toBe(1);
  expect(performance.now() - begunAt).toBeLessThan(30_000);
  await store.close();
  await proxy.close();
}, 60_000);

it('a request that takes longer than it may is ended', async () => {
  const slow = new Promise<never>(() => {});
  const { ScriptedLanguageModel } = await import('./scripted-language-model.ts');
  const { routerOf } = await import('./test-service.ts');
  const model = new ScriptedLanguageModel([]);
  model.stream = async function* (_prompt, signal?: AbortSignal) {
    await Promise.race([
      slow,
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ]);
    yield { type: 'text-delta', text: 'never' };
  };
  const service = await startTestService({
    env: { REQUEST_TIMEOUT_MS: '300' },
    replacements: { models: routerOf(model) },
  });
  const { status, json } = await service.call('POST', '/v1/answer', { query: 'What?' });
  expect([status, json.code]).toEqual([504, 'request_timeout']);
  await service.close();
});
