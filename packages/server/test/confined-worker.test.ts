import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProcessPool } from '../src/lib/process-pool.ts';

let folder: string;
let server: Server;
let port: number;
let visits = 0;
const entry = new URL('./confined-worker.ts', import.meta.url);
const pool = new ProcessPool({ entry, size: 1, timeoutMs: 20_000, memoryBytes: 400_000_000 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-confined-'));
  await writeFile(join(folder, 'note'), 'lent text');
  server = createServer((_, reply) => reply.end('ok')).listen(0, '127.0.0.1');
  server.on('connection', () => visits++);
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  await pool.close();
  server.close();
  await rm(folder, { recursive: true });
});

it('cannot read files of the system or of the service, only what it is lent', async () => {
  await expect(pool.run('read', { path: '/etc/passwd' })).rejects.toThrow(/permission|denied/i);
  await expect(pool.run('read', { path: join(folder, 'note') })).rejects.toThrow(/permission|denied/i);
  expect(await pool.lend(join(folder, 'note'), (path) => pool.run('read', { path }))).toBe('lent text');
});

it('cannot write or start a program', async () => {
  await expect(pool.run('write', { path: join(folder, 'new') })).rejects.toThrow(/permission|denied/i);
  await expect(pool.run('start', {})).rejects.toThrow(/permission|denied/i);
});

it('cannot connect, fetch or ask for a name', async () => {
  await expect(pool.run('connect', { port })).rejects.toThrow(/no network/);
  await expect(pool.run('fetch', { port })).rejects.toThrow();
  await expect(pool.run('lookup', {})).rejects.toThrow(/no network/);
  expect(visits).toBe(0);
});
