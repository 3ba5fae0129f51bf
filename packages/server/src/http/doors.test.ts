import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { closeHttp } from '../compose/close-http.ts';
import { Doors } from './doors.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function setup() {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  app.get('/', async () => 'here');
  app.get('/held', async () => {
    await released;
    return 'at last';
  });
  const doors = new Doors(app);
  const address = await doors.open({ host: '127.0.0.1', port: 0 });
  ends.push(() => app.close());
  return { app, doors, address, release, port: Number(new URL(address).port) };
}

/** Connections from another process, which comes along while this one is busy. */
function connectFromElsewhere(port: number, count: number): ChildProcess {
  const code = `for (let i = 0; i < ${count}; i++) require('net').connect(${port}, '127.0.0.1').on('error', () => {})`;
  const child = spawn(process.execPath, ['-e', code]);
  ends.push(() => child.kill('SIGKILL'));
  return child;
}

it.runIf(process.platform === 'linux')('lets many connections in within a few turns of a busy event loop', async () => {
  const { app, port } = await setup();
  let connections = 0;
  let turns = 0;
  app.server.on('connection', () => connections++);
  connectFromElsewhere(port, 300);
  // Only turns in which somebody is let in count: how soon the other process gets along says nothing.
  for (let total = 0; connections < 300 && total < 3_000; total++) {
    const before = connections;
    const until = performance.now() + 10;
    while (performance.now() < until);
    await new Promise(setImmediate);
    if (connections > before) turns++;
  }
  expect(connections).toBe(300);
  expect(turns).toBeLessThan(60);
});

it('answers on connections of every socket, and when it closes lets open requests end', async () => {
  const { app, doors, address, release } = await setup();
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(address)));
  for (const answer of answers) expect(await answer.text()).toBe('here');
  const held = Array.from({ length: 40 }, () => fetch(`${address}/held`));
  let begun = 0;
  app.server.on('request', () => begun++);
  while (begun < 40) await new Promise(setImmediate);
  let isClosed = false;
  const closed = closeHttp(app, doors, { endAll: () => {}, runningCount: 0 }, 60_000).then(() => {
    isClosed = true;
  });
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  release();
  for (const answer of held) expect(await (await answer).text()).toBe('at last');
  await closed;
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

it('does not wait, when it closes, for connections that were opened for calls to come', async () => {
  const { app, doors, port } = await setup();
  let arrived = 0;
  app.server.on('connection', () => arrived++);
  const spare = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'));
  const gone = Promise.all(spare.map((socket) => once(socket, 'close')));
  for (const socket of spare) socket.resume();
  while (arrived < 8) await new Promise(setImmediate);
  let wasEnded = false;
  await closeHttp(app, doors, { endAll: () => (wasEnded = true), runningCount: 0 }, 5_000);
  await gone;
  expect(wasEnded).toBe(false);
});

it('reads what was sent over a connection that has only just come before it takes it for unused', async () => {
  const { app, doors, port } = await setup();
  const arrived = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
  // Let in, and its request not read yet.
  await arrived;
  doors.closeUnused();
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toContain('here');
});

it.runIf(process.platform === 'linux')('answers, when it stops, everybody who had come by then', async () => {
  const { app, doors, port } = await setup();
  const code = `
    let answers = 0, left = 300;
    const end = () => { if (--left === 0) { console.log(answers); process.exit(); } };
    for (let i = 0; i < 300; i++) {
      const socket = require('net').connect(${port}, '127.0.0.1');
      socket.write('GET / HTTP/1.1\\r\\nHost: here\\r\\nConnection: close\\r\\n\\r\\n');
      let came = '';
      socket.on('data', (data) => (came += data)).on('error', () => {}).on('close', () => { if (came.includes('here')) answers++; end(); });
    }`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  ends.push(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  await once(app.server, 'connection');
  // All others come while this process is busy, and wait at its sockets.
  const until = performance.now() + 1_000;
  while (performance.now() < until);
  await closeHttp(app, doors, { endAll: () => {}, runningCount: 0 }, 60_000);
  await once(child, 'close');
  expect(Number(output)).toBe(300);
});

it('says that a port is taken, whether by a service of its kind or by another program', async () => {
  const { port } = await setup();
  const second = new Doors(fastify());
  await expect(second.open({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE');
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => other.close(resolve)));
  const taken = Object(other.address()).port;
  await expect(new Doors(fastify()).open({ host: '127.0.0.1', port: taken })).rejects.toThrow('EADDRINUSE');
});
