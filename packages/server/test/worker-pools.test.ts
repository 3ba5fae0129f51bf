import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProcessPool, type ProcessPoolOptions } from '../src/lib/process-pool.ts';
import { startTestService } from './test-service.ts';

/* Every kind of worker process that a service has, with an attacker in the place of its own code. */

const made: ProcessPoolOptions[] = [];

const source = resolve(import.meta.dirname, '../src');
const entries = readdirSync(source, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== join('lib', 'serve-tasks.ts'))
  .filter((name) => /^serveTasks\(/m.test(readFileSync(join(source, name), 'utf8')))
  .sort();

const server = createServer((_, reply) => reply.end('ok'));
let visits = 0;
let port = 0;
let pools: { entry: string; options: ProcessPoolOptions }[] = [];
beforeAll(async () => {
  server.on('connection', () => visits++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  const openProcesses = (options: ProcessPoolOptions) => {
    made.push(options);
    return new ProcessPool(options);
  };
  const service = await startTestService({ replacements: { openProcesses } });
  await service.close();
  pools = made.map((options) => ({ entry: fileURLToPath(options.entry).slice(source.length + 1), options }));
});
afterAll(() => void server.close());

it('knows every kind', () => {
  expect([...new Set(pools.map(({ entry }) => entry))].sort()).toEqual(entries);
});

it.each(entries)(
  '%s reads no file of the system, opens no connection and starts no program',
  async (entry) => {
    for (const { options } of pools.filter((pool) => pool.entry === entry)) {
      const attacker = new URL('./confined-worker.ts', import.meta.url);
      const pool = new ProcessPool({ ...options, entry: attacker, size: 1, timeoutMs: 20_000 });
      await expect(pool.run('read', { path: '/etc/passwd' })).rejects.toThrow(/permission|denied/i);
      await expect(pool.run('write', { path: join(source, 'new') })).rejects.toThrow(/permission|denied/i);
      await expect(pool.run('start', {})).rejects.toThrow(/permission|denied/i);
      await expect(pool.run('connect', { port })).rejects.toThrow(/no network/);
      await expect(pool.run('fetch', { port })).rejects.toThrow();
      await pool.close();
    }
    expect(visits).toBe(0);
  },
  60_000,
);

it('leaves a program that a worker starts, and native code, no network where the system can take it away', async () => {
  const entry = new URL('./confined-worker.ts', import.meta.url);
  const pool = new ProcessPool({
    entry,
    size: 1,
    timeoutMs: 20_000,
    memoryBytes: 400_000_000,
    permissions: { read: ['/proc'], startsPrograms: true },
  });
  const own = readFileSync('/proc/net/dev', 'utf8');
  const seen = await pool.run<string>('programNetwork', {});
  const { networkCut } = await import('../src/lib/cut-network.ts');
  const isCut = networkCut(entry, {}, source).length > 0;
  if (!isCut) console.info('network namespaces: skipped, the system does not let this user have one');
  const names = (text: string) => [...text.matchAll(/^\s*(\S+):/gm)].map(([, name]) => name);
  expect(names(seen)).toEqual(isCut ? ['lo'] : names(own));
  if (isCut) expect(await pool.run('programConnect', { port })).not.toBe(0);
  await pool.close();
  expect(visits).toBe(0);
});
