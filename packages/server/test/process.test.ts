import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { adminKey, apiKey } from './test-service.ts';

// Each starts the service once or twice, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const entry = process.env.TEST_SERVICE || join(import.meta.dirname, '../bin/parley.js');
const directories: string[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'parley-process-'));
  directories.push(path);
  return path;
}

interface Started {
  child: ChildProcess;
  output(): string;
  /** The address, or null when the process ended instead. */
  ready: Promise<string | null>;
  ended: Promise<number | null>;
}

function start(env: Record<string, string>, program = entry, args: string[] = []): Started {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  // The first answer waits for the reader's thread to start, which takes long on a busy machine.
  const own = { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', PARLEY_MODEL: 'reader', READER_TIMEOUT_MS: '60000' };
  const child = spawn('node', [program, ...args], { env: { ...own, ...env } });
  children.push(child);
  let text = '';
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const ready = new Promise<string | null>((resolve) => {
    const listen = (chunk: Buffer) => {
      text += chunk;
      const address = /listens on (\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    void ended.then(() => resolve(null));
  });
  return { child, output: () => text, ready, ended };
}

it.runIf(process.platform === 'linux')(
  'has the allocator give large buffers back, unless its limits are set',
  async () => {
    const limitOf = ({ child }: Started) =>
      /MALLOC_MMAP_THRESHOLD_=(\d+)/.exec(readFileSync(`/proc/${child.pid}/environ`, 'latin1'))?.[1];
    const usual = start({ DATA_DIR: directory() });
    const own = start({ DATA_DIR: directory(), MALLOC_MMAP_THRESHOLD_: '999999' });
    expect([await usual.ready, await own.ready]).toEqual([expect.any(String), expect.any(String)]);
    expect([limitOf(usual), limitOf(own)]).toEqual(['524288', '999999']);
  },
);

const ask = (address: string | null, id: string, key = apiKey) =>
  fetch(`${address}/v1/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-request-id': id },
    body: JSON.stringify({ query: 'What is 2+2?' }),
  });

it('parley serve keeps the address that the service really has, and a second start that fails leaves it', async () => {
  const home = directory();
  const credentials = join(home, '.config/parley/credentials.json');
  const serve = (...options: string[]) => {
    const commandLine = join(import.meta.dirname, '../../cli/bin/parley.js');
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, HOME: home, DATA_DIR: join(home, 'data'), PARLEY_MODEL: 'reader' };
    const child = spawn(process.execPath, [commandLine, 'serve', ...options], { env });
    children.push(child);
    return { child, ended: new Promise<number | null>((resolve) => child.on('exit', resolve)) };
  };
  const first = serve('--port', '0');
  await expect.poll(() => existsSync(credentials), { timeout: 60_000 }).toBe(true);
  const kept = readFileSync(credentials, 'utf8');
  const { base_url, api_key } = JSON.parse(kept);
  expect((await ask(base_url, 'kept-address', api_key)).status).toBe(200);
  expect(await serve('--port', new URL(base_url).port).ended).toBe(1);
  expect(await serve('--port', 'abc').ended).toBe(1);
  expect(readFileSync(credentials, 'utf8')).toBe(kept);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
});

it('shows its keys at the first start only, and ends on SIGTERM with 0', async () => {
  const dataDir = directory();
  const first = start({ DATA_DIR: dataDir });
  expect(await first.ready).toMatch(/^http:\/\/127/);
  await expect.poll(first.output).toMatch(/PARLEY_API_KEY=parley_\w{8}_\w{38}\n/);
  expect(first.output()).toMatch(/PARLEY_ADMIN_KEY=parley_/);
  expect(first.output()).toContain('reader');
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const second = start({ DATA_DIR: dataDir });
  await second.ready;
  await expect.poll(second.output).toContain('curl');
  expect(second.output()).not.toMatch(/parley_\w{8}_\w{38}/);
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

it('prints a call that works when it is pasted, at the first start and the second, and never a key that was given', async () => {
  const dataDir = directory();
  const first = start({ DATA_DIR: dataDir });
  await first.ready;
  await expect.poll(first.output).toContain('-d ');
  const keys =
    first
      .output()
      .match(/^ {2}export .*$/gm)
      ?.join('\n') ?? '';
  expect(await paste(`${keys}\n${commandIn(first.output())}`)).toContain('4 May 1932');
  first.child.kill('SIGTERM');
  await first.ended;
  // Whoever exported the keys starts it with them.
  const [PARLEY_API_KEY = '', PARLEY_ADMIN_KEY = ''] = [...keys.matchAll(/=(\S+)/g)].map(([, key]) => key);
  const second = start({ DATA_DIR: dataDir, PARLEY_API_KEY, PARLEY_ADMIN_KEY });
  await second.ready;
  await expect.poll(second.output).toContain('-d ');
  expect(second.output()).not.toContain(PARLEY_API_KEY);
  expect(await paste(`${keys}\n${commandIn(second.output())}`)).toContain('4 May 1932');
});

const commandIn = (output: string) => output.slice(output.indexOf('  curl'));

/** What the service answers when a shell runs these lines; the shell's `curl` only says what it was given. */
async function paste(lines: string): Promise<string> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${lines}`;
  const given = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0');
  const headers = given.flatMap((word, at) => (word === '-H' ? [(given[at + 1] ?? '').split(': ', 2)] : []));
  const body = given[given.indexOf('-d') + 1] ?? '';
  const reply = await fetch(given[0] ?? '', { method: 'POST', headers: Object.fromEntries(headers), body });
  return reply.text();
}

it('goes on with the files that it was started from when a link names another version', async () => {
  const folder = directory();
  const link = join(folder, 'current');
  symlinkSync(join(import.meta.dirname, '../../..'), link);
  const env = { DATA_DIR: join(folder, 'data'), PARLEY_API_KEY: apiKey };
  const service = start(env, join(link, 'packages/server/bin/parley.js'));
  const address = await service.ready;
  rmSync(link);
  symlinkSync(folder, link);
  // Read by a worker that did not run before.
  const form = new FormData();
  form.append('file', new Blob(['a,b\n1,2\n']), 'a.csv');
  const headers = { authorization: `Bearer ${apiKey}` };
  const uploaded = await fetch(`${address}/v1/files/upload`, { method: 'POST', headers, body: form });
  expect([uploaded.status, (await fetch(`${address}/readyz`)).status]).toEqual([200, 200]);
  expect((await ask(address, 'after')).status).toBe(200);
});

it('refuses a second process on one directory and names the first', async () => {
  const dataDir = directory();
  const first = start({ DATA_DIR: dataDir });
  await first.ready;
  const second = start({ DATA_DIR: dataDir });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`process ${first.child.pid}`);
  expect(second.output()).toContain('DATA_DIR');
});

it('does not start where a command is misspelt, and says which there are', async () => {
  const { ready, output, ended } = start({ DATA_DIR: directory() }, entry, ['bakup']);
  expect([await ready, await ended]).toEqual([null, 1]);
  expect(output()).toBe('There is no command bakup; there are backup, restore, verify, migrate, move, export.\n');
});

it('lists every problem of its settings at once', async () => {
  const bad = start({
    DATA_DIR: directory(),
    PORT: '99999',
    DATABASE_URL: 'mysql://x',
    PARLEY_API_KEY: 'short',
    LOG_LEVEL: 'loud',
  });
  expect(await bad.ended).toBe(1);
  for (const name of ['PORT', 'DATABASE_URL', 'PARLEY_API_KEY', 'LOG_LEVEL'])
    expect(bad.output()).toContain(`- ${name}:`);
});

it('has every acknowledged call in the ledger exactly once after kill -9', async () => {
  const env = { DATA_DIR: directory(), PARLEY_API_KEY: apiKey, PARLEY_ADMIN_KEY: adminKey };
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const { child, ready, ended } = start(env);
    const address = await ready;
    const calls = Array.from({ length: 40 }, async (_, index) => {
      const id = `round-${round}-${index}`;
      const reply = await ask(address, id);
      if (reply.status === 200) acknowledged.push(id);
      if (acknowledged.length === 10 + round * 20) child.kill('SIGKILL');
    });
    await Promise.allSettled(calls);
    child.kill('SIGKILL');
    await ended;
  }
  const { ready } = start(env);
  const address = await ready;
  const seen = new Map<string, number>();
  let after = '';
  do {
    const page = await fetch(`${address}/v1/admin/usage/records?limit=100${after}`, {
      headers: { authorization: `Bearer ${adminKey}` },
    });
    const { data, next } = (await page.json()) as { data: { request_id: string }[]; next: string | null };
    for (const { request_id } of data) seen.set(request_id, (seen.get(request_id) ?? 0) + 1);
    after = next === null ? '' : `&after=${next}`;
  } while (after !== '');
  expect(acknowledged.length).toBeGreaterThan(20);
  for (const id of acknowledged) expect([id, seen.get(id)]).toEqual([id, 1]);
  expect(Math.max(...seen.values())).toBe(1);
});

it('ends long before its grace when calls wait for the embedded reader, and tells their callers to come again', async () => {
  const service = start({
    DATA_DIR: directory(),
    READER_THREADS: '1',
    PARLEY_API_KEY: apiKey,
    PARLEY_ADMIN_KEY: adminKey,
  });
  const address = await service.ready;
  const context = Array.from({ length: 36_000 }, (_, at) => `A. B${at.toString(36)}wert, `).join('');
  const heavy = async () => {
    const reply = await fetch(`${address}/v1/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'Who is named?', context }),
    });
    return { status: reply.status, code: Reflect.get(Object(await reply.json()), 'code') };
  };
  const replies = Array.from({ length: 8 }, heavy);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const signalled = performance.now();
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(performance.now() - signalled).toBeLessThan(25_000);
  const told = (await Promise.all(replies)).filter(({ status }) => status === 503);
  expect(told.length).toBeGreaterThan(4);
  expect(new Set(told.map(({ code }) => code))).toEqual(new Set(['service_unavailable']));
});
