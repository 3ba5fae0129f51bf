import { execFileSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { serveTasks } from '../src/lib/serve-tasks.ts';

// What a parser that was taken over would try.
serveTasks({
  read: ({ path }: { path: string }) => readFile(path, 'utf8'),
  write: ({ path }: { path: string }) => writeFile(path, 'x'),
  connect: ({ port }: { port: number }) =>
    new Promise((done, fail) => connect(port, '127.0.0.1', () => done('connected')).on('error', fail)),
  fetch: async ({ port }: { port: number }) => (await fetch(`http://127.0.0.1:${port}/`)).status,
  lookup: async () => (await lookup('localhost')).address,
  start: () => execFileSync('/bin/true').length,
});
