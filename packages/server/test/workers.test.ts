import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasPostgresServer, openForService } from './database.ts';
import { adminKey, apiKey } from './test-service.ts';

// Each starts several services.
vi.setConfig({ testTimeout: 240_000 });

const entry = process.env.TEST_SERVICE || join(import.meta.dirname, '../bin/parley.js');
const metricsToken = 'metrics-token-0123456789';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(workers: string, more: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-workers-'));
  const database = await openForService('PostgreSQL', dataDir);
  closers.push(
    () => rmSync(dataDir, { recursive: true, force: true }),
    () => database.close(),
  );
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const env = {
    ...{
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      PORT: '0',
      PARLEY_MODEL: 'reader',
      WORKERS: workers,
      METRICS_TOKEN: metricsToken,
    },
    ...{ PARLEY_API_KEY: apiKey, PARLEY_ADMIN_KEY: adminKey, ...database.env, ...more },
  };
  const child = spawn('node', [entry], { env });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  closers.push(() => child.kill('SIGKILL'));
  let text = '';
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk;
        const address = /listens on (\S+)/.exec(text)?.[1];
        if (address) resolve(address);
      });
    }
    ended.then(() => reject(new Error(text)));
  });
  ready.catch(() => {});
  return { child, ready, ended, output: () => text };
}

/** Of the processes that the service was started as. */
function childrenOf({ pid }: ChildProcess): number[] {
  const [service = 0] = numbers(`/proc/${pid}/task/${pid}/children`);
  // `bin/parley.js` may have started the service as a process of its own.
  const below = numbers(`/proc/${service}/task/${service}/children`);
  return below.some((one) => isWorker(one))
    ? below.filter(isWorker)
    : numbers(`/proc/${pid}/task/${pid}/children`).filter(isWorker);
}
const numbers = (path: string): number[] => {
  try {
    return readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};
const isWorker = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--one-of-workers');
  } catch {
    return false;
  }
};

/** Sockets that listen at the port, of all processes. */
const listenersAt = (address: string): number => {
  const port = Number(new URL(address).port).toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => line.includes(`:${port} 00000000:0000 0A`)).length;
};

/** Each call over a connection of its own, which goes to whichever process the system chooses. */
async function ask(address: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    const reply = await fetch(`${address}/v1/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ query: 'What is 2+2?' }),
    });
    const said = await reply.text();
    if (reply.ok) return 'answered';
    // Three embedded readers that have just begun, on a busy machine.
    if (reply.status !== 503 || tries === 20) return `${reply.status} ${said}`;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
async function askTimes(address: string, times: number): Promise<string[]> {
  const said: string[] = [];
  while (said.length < times) said.push(...(await Promise.all(Array.from({ length: 5 }, () => ask(address)))));
  return [...new Set(said)];
}
async function figures(address: string): Promise<string> {
  const headers = { authorization: `Bearer ${metricsToken}`, connection: 'close' };
  return (await fetch(`${address}/metrics`, { headers })).text();
}
const answersIn = (text: string): number =>
  Number(/^parley_requests_total\{endpoint="createAnswer",status="200"\} (\d+)/m.exec(text)?.[1] ?? 0);

describe.runIf(hasPostgresServer && process.platform === 'linux')('three processes on one port', () => {
  it('answer together, tell their figures as one, are started again, and stop in order', async () => {
    const service = await start('3');
    const address = await service.ready;
    const ofFirst = listenersAt(address);
    expect(ofFirst).toBeGreaterThan(0);
    await vi.waitFor(() => expect(childrenOf(service.child)).toHaveLength(3), 60_000);
    // All listen before one is ended: else nobody might.
    await vi.waitFor(() => expect(listenersAt(address)).toBe(3 * ofFirst), 60_000);
    const calls = 60;
    expect(await askTimes(address, calls)).toEqual(['answered']);
    for (let look = 0; look < 5; look++) expect(answersIn(await figures(address))).toBe(calls);

    const [first = 0] = childrenOf(service.child);
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(service.output()).toContain('A process of the service ended (SIGKILL)'), 30_000);
    await vi.waitFor(() => {
      const now = childrenOf(service.child);
      expect([now.length, now.includes(first)]).toEqual([3, false]);
    }, 30_000);
    expect(await askTimes(address, 20)).toEqual(['answered']);
    expect(service.output().match(/listens on/g)).toHaveLength(1);

    const workers = childrenOf(service.child);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(workers.filter(isWorker)).toEqual([]);
  });

  it('say that the port is taken', async () => {
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    closers.push(() => other.close());
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const service = await start('2', { PORT: port });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('Another program uses this port');
  });

  it('end where the first cannot start', async () => {
    const service = await start('2', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await service.ended).toBe(1);
    expect(service.output()).not.toContain('listens on');
  });
});
