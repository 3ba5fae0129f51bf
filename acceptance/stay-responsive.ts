/**
 * Tries to stop the service through every field that takes a schema, a pattern, a document or a nested structure, while a thread
 * of its own asks for /healthz: `npm run test:attacks [-- seed]`. Fails when one answer of /healthz takes more than 250 ms, or when
 * the service dies. Taken out is what the machine is to blame for: what a server that does nothing takes at the same time, and
 * the share of time that other programs have the processors for (the figure in brackets; 1.0 on a machine of one's own).
 *
 * Black box: it speaks HTTP only, to the service and, as its model provider, with it. Bounded: about two minutes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attacksOf } from './attacks/attacks.ts';
import { Watch } from './attacks/watch.ts';

const seed = Number(process.argv[2] ?? 1);
const stallMs = 250;
const totalMs = 175_000;
const callMs = 30_000;
const keys = { user: 'attack-key-0123456789', admin: 'attack-admin-0123456789' };
const dataDir = mkdtempSync(join(tmpdir(), 'parley-attacks-'));
const endsAt = Date.now() + totalMs;

/** What the model provider says next. */
let reply = 'Yes.';
const provider = await listen(
  createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const message = { role: 'assistant', content: reply };
      response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }], usage: {} }));
    });
  }),
);
const idle = spawn(process.execPath, [
  '-e',
  "require('http').createServer((q,s)=>s.end('ok')).listen(0,'127.0.0.1',function(){console.log(this.address().port)})",
]);
const idlePort = await new Promise<string>((done) => idle.stdout.once('data', (text) => done(String(text).trim())));
let service = await start();
const watch = new Watch([`${service.url}/healthz`, `http://127.0.0.1:${idlePort}/`]);
await pause(2000);
const quiet = await watch.longest();
console.log(`idle: /healthz ${quiet[0]} ms, a server that does nothing ${quiet[1]} ms`);

const problems: string[] = [];
let made = 0;
let worst = 0;
for (const attack of attacksOf(seed)) {
  if (Date.now() > endsAt) {
    problems.push(`only ${made} attacks within ${totalMs / 1000} s`);
    break;
  }
  await watch.longest();
  reply = attack.reply ?? 'Yes.';
  const started = performance.now();
  const status = await send(attack.method, attack.path, attack.body, attack.isAdmin ? keys.admin : keys.user);
  const tookMs = Math.round(performance.now() - started);
  // What was begun by the call may go on after its answer.
  await pause(40);
  const [health = 0, control = 0, slowness = 1] = await watch.longest();
  made++;
  const stall = Math.round(Math.max(0, health - control) / slowness);
  worst = Math.max(worst, stall);
  const isDead = service.child.exitCode !== null || service.child.signalCode !== null;
  if (stall > stallMs || isDead || status === 0 || status === 500 || process.env.VERBOSE) {
    console.log(
      `${attack.name}: status ${status} in ${tookMs} ms, /healthz ${health} ms (idle server ${control} ms, x${slowness.toFixed(1)})`,
    );
  }
  if (stall > stallMs) problems.push(`${attack.name}: /healthz took ${stall} ms longer than an idle server`);
  if (status === 0) problems.push(`${attack.name}: no answer within ${callMs / 1000} s`);
  if (status === 500) problems.push(`${attack.name}: answered 500`);
  if (isDead) {
    problems.push(`${attack.name}: the service died`);
    service = await start();
    watch.follow([`${service.url}/healthz`, `http://127.0.0.1:${idlePort}/`]);
  }
}
watch.close();
service.child.kill('SIGKILL');
idle.kill('SIGKILL');
provider.server.close();
rmSync(dataDir, { recursive: true, force: true });
console.log(`${made} attacks, seed ${seed}: longest stall ${worst} ms, ${problems.length} problems`);
for (const problem of problems) console.log(`  ${problem}`);
process.exit(problems.length === 0 && made > 0 ? 0 : 1);

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const config = join(dataDir, 'parley.config.json');
  writeFileSync(config, JSON.stringify({ limits: { requests_per_minute: 1_000_000 } }));
  const child = spawn(process.execPath, [resolve('packages/server/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(dataDir, 'data'),
      PARLEY_CONFIG: config,
      PORT: '0',
      PARLEY_API_KEY: keys.user,
      PARLEY_ADMIN_KEY: keys.admin,
      PARLEY_MODEL: 'openai/attacked',
      OPENAI_API_KEY: 'sk-attack',
      OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1`,
      LOG_LEVEL: 'silent',
    },
  });
  const url = await new Promise<string>((done, fail) => {
    let said = '';
    child.stdout?.on('data', (text) => {
      said += String(text);
      const found = /listens on (http:\S+)/.exec(said)?.[1];
      if (found) done(found);
    });
    child.once('exit', () => fail(new Error('the service did not start')));
    setTimeout(() => fail(new Error('the service did not start')), 30_000).unref();
  });
  return { child, url };
}

/** The status of the answer, 0 when there was none. */
async function send(method: string, path: string, body: unknown, key: string): Promise<number> {
  try {
    const answer = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(callMs),
    });
    await answer.text();
    return answer.status;
  } catch {
    return 0;
  }
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}
