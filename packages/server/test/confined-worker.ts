import { execFileSync, spawnSync } from 'node:child_process';
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
  // What a program sees that the worker has started; the preload of ours is not in there.
  programNetwork: () => execFileSync('cat', ['/proc/net/dev'], { encoding: 'utf8' }),
  programConnect: ({ port }: { port: number }) =>
    spawnSync('bash', ['-c', `exec 3<>/dev/tcp/127.0.0.1/${port}`], { stdio: 'ignore' }).status,
});
