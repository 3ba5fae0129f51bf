/**
 * Kills the service with SIGKILL several times while files are added to a collection, starts it again on the same data, and checks that
 * every file that was acknowledged is found exactly once: `npm run test:kill-collections [-- files]`.
 *
 * Black box: it speaks HTTP only. `DATABASE_URL` and `BLOB_URL` of the environment are handed on.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';

const files = Number(process.argv[2] ?? 1000);
const kills = 6;
const atOnce = 8;
const settleMs = 300_000;
const key = 'kill-test-key-0123456789';
const dataDir = mkdtempSync(join(tmpdir(), 'parley-kill-'));
const configFile = join(dataDir, 'parley.config.json');
writeFileSync(configFile, JSON.stringify({ limits: { requests_per_minute: 1_000_000 } }));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

interface Added {
  fileId: string;
  word: string;
}

let service = await start();
process.on('exit', () => {
  service.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const { id } = await call('POST', '/v1/collections', { name: 'Killed' });
const added: Added[] = [];
let next = 0;
const clients = Promise.all(Array.from({ length: atOnce }, () => client()));
let killed = 0;
while (added.length < files && killed < kills) {
  await until(() => added.length >= ((killed + 1) * files) / (kills + 2));
  service.kill('SIGKILL');
  await once(service, 'exit');
  killed++;
  service = await start();
}
await clients;
await settled();
const listed = await allFiles();
const problems: string[] = [];
for (const { fileId, word } of added) {
  const state = listed.filter((file) => file.file_id === fileId);
  if (state.length !== 1 || state[0]?.status !== 'ready') problems.push(`${fileId} is ${state[0]?.status ?? 'gone'}`);
  const { results } = await call('POST', `/v1/collections/${id}/search`, { query: word, top_k: 5 });
  const hits = results.filter((hit: { quote: string }) => hit.quote.includes(word));
  if (hits.length !== 1 || hits[0].file_id !== fileId) problems.push(`${word} is found ${hits.length} times`);
}
console.log(
  `${added.length} files acknowledged, ${listed.length} in the collection, ${killed} kills, ${problems.length} problems`,
);
for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
process.exit(problems.length === 0 && killed === kills ? 0 : 1);

/** Uploads and adds files one by one; what the service did not acknowledge is done again. */
async function client(): Promise<void> {
  while (next < files) {
    const word = `mark${next++}x`;
    const fileId = await untilAnswered(() => upload(`The note about ${word} says little else.`, `${word}.txt`));
    await untilAnswered(() => call('POST', `/v1/collections/${id}/files`, { file_ids: [fileId] }));
    added.push({ fileId, word });
  }
}

async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries >= 300) throw error;
      await pause(100);
    }
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + settleMs;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('the files are not added in time');
    await pause(20);
  }
}

async function settled(): Promise<void> {
  const end = Date.now() + settleMs;
  for (;;) {
    const { files: counts } = await call('GET', `/v1/collections/${id}`);
    if (counts.ready + counts.failed === added.length && counts.pending + counts.processing === 0) return;
    if (Date.now() > end) throw new Error(`the collection does not settle: ${JSON.stringify(counts)}`);
    await pause(250);
  }
}

async function allFiles(): Promise<{ file_id: string; status: string }[]> {
  const all: { file_id: string; status: string }[] = [];
  let after = '';
  for (;;) {
    const page = await call('GET', `/v1/collections/${id}/files?limit=100${after}`);
    all.push(...page.data);
    if (!page.next) return all;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

async function upload(text: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  form.append('wait_ms', '0');
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${base}/v1/files/upload`, { method: 'POST', body: form, headers });
  const answer = JSON.parse(await response.text());
  if (!response.ok) throw new Error(`upload answered ${response.status}`);
  return answer.file_id;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [resolve('packages/server/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PARLEY_CONFIG: configFile,
      PORT: String(port),
      PARLEY_API_KEY: key,
      PARLEY_MODEL: 'reader',
      LOG_LEVEL: 'error',
    },
  });
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return child;
    await pause(50);
  }
  throw new Error('the service did not start');
}
