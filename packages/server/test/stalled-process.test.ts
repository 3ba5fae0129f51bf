import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { apiKey } from './test-service.ts';

// Each starts the service, which takes seconds on a busy machine; one that stands still does so for a minute, if nothing ends it.
vi.setConfig({ testTimeout: 90_000 });

const inDirectory = (path: string) => join(import.meta.dirname, path);
const entries = ['../bin/parley.js', '../src/main.ts'].map(inDirectory);
/** Where it does not matter how it is started. */
const anyEntry = process.env.TEST_SERVICE || inDirectory('../bin/parley.js');
const commandLine = inDirectory('../../cli/bin/parley.js');
const stall = inDirectory('stall.ts');
const dataDir = mkdtempSync(join(tmpdir(), 'parley-stall-'));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(entry: string, env: Record<string, string>, more: string[] = []) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn('node', [entry, ...more], {
    env: {
      ...{
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        PORT: '0',
        DATA_DIR: dataDir,
        PARLEY_MODEL: 'reader',
        PARLEY_API_KEY: apiKey,
      },
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${stall}`,
      ...env,
    },
    stdio: 'pipe',
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | string | null>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
  await expect.poll(() => text, { timeout: 60_000 }).toContain('curl');
  const address = /listens on (\S+)/.exec(text)?.[1] ?? '';
  // The command line starts the service as a process of its own, which begins after it.
  const pid = Number([...text.matchAll(/^process (\d+)$/gm)].at(-1)?.[1]);
  return { child, pid, address, ended, output: () => text, stallNow: () => process.kill(pid, 'SIGUSR2') };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A call whose body does not come: it stays open until the service ends it. */
function openCall(address: string, requestId: string): Promise<unknown> {
  return fetch(`${address}/v1/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'x-request-id': requestId },
    body: new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"query": "secret')),
    }),
    duplex: 'half',
    // The types of Node's own fetch do not know that it asks for `duplex`.
  } as RequestInit).catch(() => null);
}

it.each(entries)(
  'a process of %s that stands still ends by itself, also after SIGTERM, and says why',
  async (entry) => {
    const { child, ended, output, stallNow } = await start(entry, { STALL_MS: '60000', STALL_LIMIT_MS: '6000' });
    const startedAt = Date.now();
    stallNow();
    await sleep(300);
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGKILL');
    expect(Date.now() - startedAt).toBeLessThan(50_000);
    expect(output()).toMatch(/"stalled_ms":\d+,"msg":"The event loop stood still for \d+ s; the process ends/);
  },
);

it.each(entries)(
  'a signal that comes while %s stands still ends it within the grace, as it is set up by default',
  async (entry) => {
    const { child, ended, stallNow } = await start(entry, { STALL_MS: '60000', SHUTDOWN_GRACE_MS: '6000' });
    stallNow();
    await sleep(300);
    const startedAt = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGKILL');
    expect(performance.now() - startedAt).toBeLessThan(50_000);
  },
);

it('parley serve ends a service that stands still, and itself, although nothing else ends it', async () => {
  const set = { STALL_MS: '60000', SHUTDOWN_GRACE_MS: '500', STALL_LIMIT_MS: '0' };
  const { child, pid, ended, stallNow } = await start(commandLine, set, ['serve', '--no-save', '--port', '0']);
  expect(pid).not.toBe(child.pid);
  stallNow();
  await sleep(300);
  const startedAt = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(50_000);
  expect(isThere(pid)).toBe(false);
});

it.each([{ STALL_LIMIT_MS: '60000' }, { STALL_LIMIT_MS: '0' }])(
  'a process that stands still while it stops ends, too, with %o',
  async (env) => {
    const set = { STALL_MS: '60000', SHUTDOWN_GRACE_MS: '1000', ...env };
    const { child, address, ended, output, stallNow } = await start(anyEntry, set);
    void openCall(address, 'holds-the-stop');
    await sleep(500);
    const startedAt = performance.now();
    child.kill('SIGTERM');
    await sleep(300);
    stallNow();
    expect(await ended).toBe('SIGKILL');
    expect(performance.now() - startedAt).toBeLessThan(50_000);
    expect(output()).toContain('the process ends');
  },
);

it('the same signal twice at once, as from a terminal and from whoever started the process, is one', async () => {
  const { child, address, ended } = await start(anyEntry, { STALL_MS: '0', SHUTDOWN_GRACE_MS: '1500' });
  void openCall(address, 'may-end');
  await sleep(500);
  const startedAt = performance.now();
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(performance.now() - startedAt).toBeGreaterThan(1400);
});

it('a process that was stopped from outside for longer goes on', async () => {
  const { child, address, output } = await start(anyEntry, { STALL_MS: '0', STALL_LIMIT_MS: '3000' });
  child.kill('SIGSTOP');
  await sleep(5000);
  child.kill('SIGCONT');
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await sleep(3500);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(output()).not.toContain('the process ends');
});

it('a short stall is counted and logged with the calls that were open, and hears a signal after it', async () => {
  const { child, address, ended, output, stallNow } = await start(anyEntry, {
    STALL_MS: '800',
    SHUTDOWN_GRACE_MS: '500',
    METRICS_TOKEN: 'metrics-token-0123',
  });
  const open = openCall(address, 'stays-open');
  await sleep(500);
  stallNow();
  await expect.poll(output, { timeout: 10_000 }).toContain('the event loop stood still');
  const line: unknown = JSON.parse(/^.*the event loop stood still.*$/m.exec(output())?.[0] ?? '{}');
  expect(line).toMatchObject({
    calls: expect.arrayContaining([
      { request_id: 'stays-open', endpoint: 'createAnswer', workspace_id: expect.any(String) },
    ]),
  });
  expect(output()).not.toContain('secret');
  const metrics = await fetch(`${address}/metrics`, { headers: { authorization: 'Bearer metrics-token-0123' } });
  const shown = await metrics.text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(shown)?.[1]);
  // A busy machine may stand still by itself, too.
  expect(value('parley_event_loop_stalls_total')).toBeGreaterThanOrEqual(1);
  expect(value('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.7);
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await open;
});
