import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type BorrowedPostgres, borrowPostgres } from './borrow-postgres.ts';
import { hasPostgresServer } from './database.ts';

let borrowed: BorrowedPostgres;
let other: pg.Client;
beforeAll(async () => {
  if (hasPostgresServer) return;
  borrowed = await borrowPostgres();
  other = new pg.Client(borrowed.url);
  await other.connect();
}, 180_000);
afterAll(async () => {
  await other?.end();
  await borrowed?.giveBack();
});

/** A connection that sends a query in parts, as a long one comes. */
async function connectRaw(): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(Number(new URL(borrowed.url).port), '127.0.0.1');
  await once(socket, 'connect');
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1');
  });
  socket.write(message('', '\0\x03\0\0user\0postgres\0\0'));
  await vi.waitFor(() => expect(said).toContain('Z\0\0\0\x05I'));
  return { socket, said: () => said };
}
function message(kind: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(body, 'latin1')]);
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

it.skipIf(hasPostgresServer)('runs a query that comes in parts as one, whatever others ask meanwhile', async () => {
  const { socket, said } = await connectRaw();
  socket.write(message('P', "\0select 'what was asked'\0\0\0"));
  await pause();
  const answer = other.query('select $1::int + 1 as sum', [41]);
  await pause();
  for (const [kind, body] of [
    ['B', '\0\0\0\0\0\0\0\0'],
    ['E', '\0\0\0\0\0'],
    ['S', ''],
  ] as const)
    socket.write(message(kind, body));
  expect((await answer).rows).toEqual([{ sum: 42 }]);
  await vi.waitFor(() => expect(said()).toContain('what was asked'));
  socket.destroy();
});

it.skipIf(hasPostgresServer)('goes on with the others when a connection leaves in the middle of a query', async () => {
  const { socket } = await connectRaw();
  socket.write(message('P', "\0select 'never'\0\0\0"));
  await pause();
  const answer = other.query('select $1::int as one', [1]);
  socket.destroy();
  expect((await answer).rows).toEqual([{ one: 1 }]);
});
