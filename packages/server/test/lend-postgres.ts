import { createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port at which `borrowPostgres` asks; 0 where a server of one's own is there (`TEST_DATABASE_URL`). */
    postgresLender: number;
  }
}

/**
 * Lends one PostgreSQL of this process to the test files in turn: whoever connects is sent its address when it is free, and has it until
 * the connection ends. It takes seconds to come up, so that all files share one, and only when the first of them asks.
 */
export default async function lendPostgres(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) {
    project.provide('postgresLender', 0);
    return async () => {};
  }
  let worker: Worker | null = null;
  const start = (): Promise<string> =>
    new Promise((resolve, reject) => {
      worker = new Worker(new URL('./pglite-worker.ts', import.meta.url));
      worker.once('message', resolve).once('error', reject);
    });
  let started: Promise<string> | null = null;
  let turn: Promise<void> = Promise.resolve();
  const lend = async (socket: Socket) => {
    started ??= start();
    socket.write(`${await started}\n`);
  };
  const server = createServer((socket) => {
    const mine = turn;
    const isBack = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => socket.destroy());
    turn = mine.then(() => isBack);
    mine.then(() => lend(socket)).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  project.provide('postgresLender', typeof address === 'object' && address ? address.port : 0);
  return async () => {
    server.close();
    await worker?.terminate();
  };
}
