/**
 * Kills the service with SIGKILL again and again while files are uploaded and processed, starts it again on the same data, and
 * checks that nothing acknowledged was lost, doubled, stuck or failed:
 *
 *   npm run test:kill [-- --kills 20] [--on sqlite,postgresql]        (Ctrl-C ends it early, with its figures)
 *
 * Files, and calls, which are in the ledger once. Black box: it speaks HTTP only. PostgreSQL is that of `TEST_DATABASE_URL`, or one of its
 * own from Debian's package. `BLOB_URL` of the environment is handed on.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from './free-port.ts';
import { startPostgres } from './own-postgres.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, on: { type: 'string', default: 'sqlite' } },
});
const [database, ...others] = values.on.split(',');
// Each in a program of its own.
for (const on of others) {
  const words = [import.meta.filename, '--kills', values.kills, '--on', on];
  if (spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
const rounds = Number(values.kills);
const port = await freePort();
const postgres = database === 'postgresql' ? await startPostgres() : null;
const base = `http://127.0.0.1:${port}`;
const key = 'kill-test-key-0123456789';
const adminKey = 'kill-test-admin-key-0123456789';
const dataDir = mkdtempSync(join(tmpdir(), 'parley-kill-'));
/** All that was acknowledged in a hundred rounds is read after the last. */
const settleMs = 1_200_000;
const startMs = 180_000;
const warmMs = 60_000;
const configFile = join(dataDir, 'parley.config.json');
writeFileSync(configFile, JSON.stringify({ limits: { requests_per_minute: 1_000_000 } }));

interface Acknowledged {
  hash: string;
  /** A word that its text must hold. */
  mark: string;
  round: number;
}

const acknowledged = new Map<string, Acknowledged>();
const uploaded = new Map<string, { url: string; bytes: string }>();
/** Ids of calls that were answered. */
const answered = new Set<string>();
let made = 0;
let broken = 0;

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [resolve('packages/server/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      ...(postgres && { DATABASE_URL: postgres.url }),
      PARLEY_CONFIG: configFile,
      PORT: String(port),
      PARLEY_API_KEY: key,
      PARLEY_ADMIN_KEY: adminKey,
      PARLEY_MODEL: 'reader',
      LOG_LEVEL: 'error',
    },
  });
  const until = Date.now() + startMs;
  while (Date.now() < until) {
    if (
      await fetch(`${base}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return child;
    await pause(50);
  }
  throw new Error('the service did not start');
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Small and larger files of several kinds, so that the kill meets every step. */
function makeFile(): { name: string; bytes: string; mark: string } {
  const number = ++made;
  const mark = `mark${number}x${randomInt(1e9)}`;
  const lines = [10, 2000, 60_000][number % 3] ?? 10;
  switch (number % 4) {
    case 0:
      return { name: `${number}.csv`, mark, bytes: `name,value\n${mark},1\n${'row,2\n'.repeat(lines)}` };
    case 1:
      return { name: `${number}.md`, mark, bytes: `# ${mark}\n\n${'Some words in a line.\n\n'.repeat(lines)}` };
    case 2:
      return {
        name: `${number}.json`,
        mark,
        bytes: JSON.stringify({ mark, list: Array.from({ length: lines }, (_, i) => i) }),
      };
    default:
      return { name: `${number}.txt`, mark, bytes: `${mark}\n${'A plain line of text.\n'.repeat(lines)}` };
  }
}

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

/** One client: uploads in both ways until the service dies under it. */
async function client(round: number): Promise<void> {
  try {
    for (;;) {
      const { name, bytes, mark } = makeFile();
      if (made % 2 === 0) {
        const form = new FormData();
        form.append('file', new Blob([bytes]), name);
        form.append('wait_ms', String(randomInt(3) * 200));
        const answer = await fetch(`${base}/v1/files/upload`, {
          method: 'POST',
          body: form,
          headers: { authorization: `Bearer ${key}` },
        });
        const json = (await answer.json()) as Record<string, unknown>;
        if (answer.status === 200) acknowledged.set(String(json.file_id), { hash: hashOf(bytes), mark, round });
        else throw new Error(`upload answered ${answer.status}`);
      } else {
        const asked = await call('POST', '/v1/files/upload-url', { filename: name });
        const id = String(asked.json.file_id);
        const stored = await fetch(String(asked.json.upload_url), { method: 'PUT', body: bytes });
        if (stored.status !== 200) throw new Error(`PUT answered ${stored.status}`);
        uploaded.set(id, { url: id, bytes });
        const confirmed = await call('POST', '/v1/files/confirm-upload', {
          file_id: id,
          filename: name,
          file_size: 0,
          wait_ms: randomInt(300),
        });
        if (confirmed.status === 200) acknowledged.set(id, { hash: hashOf(bytes), mark, round });
        else throw new Error(`confirm answered ${confirmed.status}: ${JSON.stringify(confirmed.json)}`);
      }
    }
  } catch (error) {
    // A connection that ends with the process is what this is about; an answer that is none of ours is not.
    if (error instanceof Error && /answered \d/.test(error.message)) {
      broken++;
      console.error(error.message);
    }
  }
}

/** One caller of small questions, until the service dies under it. */
async function asker(): Promise<void> {
  const body = JSON.stringify({
    query: 'When was the bridge opened?',
    context: 'The bridge was opened on 4 May 1932.',
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const askOne = async () => {
    const answer = await fetch(`${base}/v1/answer`, { method: 'POST', headers, body });
    // Acknowledged is what came whole.
    await answer.text();
    return answer.ok ? answer.headers.get('x-request-id') : null;
  };
  for (;;) {
    const id = await askOne().catch(() => undefined);
    if (id === undefined) return;
    if (id !== null) answered.add(id);
  }
}

/** Each call that was answered is in the ledger once, and each file in the list once. */
async function checkOnce(): Promise<string[]> {
  const inLedger = await countAll('/v1/admin/usage/records', adminKey, 'request_id');
  const inList = await countAll('/v1/files', key, 'file_id');
  const problems = [...answered]
    .filter((id) => inLedger.get(id) !== 1)
    .map((id) => `the call ${id} is in the ledger ${inLedger.get(id) ?? 0} times`);
  for (const id of acknowledged.keys()) {
    if (inList.get(id) !== 1) problems.push(`${id} is in the list ${inList.get(id) ?? 0} times`);
  }
  return problems;
}

async function countAll(path: string, as: string, field: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after = ''; ; ) {
    const headers = { authorization: `Bearer ${as}` };
    const answer = await fetch(`${base}${path}?limit=100${after}`, { headers });
    const page = (await answer.json()) as { data: Record<string, string>[]; next?: string | null };
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    for (const row of page.data) counts.set(row[field] ?? '', (counts.get(row[field] ?? '') ?? 0) + 1);
    if (!page.next) return counts;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

async function check(): Promise<string[]> {
  const problems: string[] = [];
  const open = new Set(acknowledged.keys());
  const until = Date.now() + settleMs;
  while (open.size > 0 && Date.now() < until) {
    for (const id of [...open]) {
      const { status, json } = await call('GET', `/v1/files/${id}`);
      if (status === 200 && json.status === 'processing') continue;
      open.delete(id);
      if (status !== 200) problems.push(`${id}: acknowledged, but GET answers ${status}`);
      else if (json.status !== 'ready') problems.push(`${id}: ${String(json.status)} (${JSON.stringify(json.error)})`);
    }
    if (open.size > 0) await pause(100);
  }
  for (const id of open) problems.push(`${id}: still processing after ${settleMs / 1000} s`);
  for (const [id, { hash, mark }] of acknowledged) {
    const headers = { authorization: `Bearer ${key}` };
    const content = await fetch(`${base}/v1/files/${id}/content`, { headers });
    if (hashOf(new Uint8Array(await content.arrayBuffer())) !== hash)
      problems.push(`${id}: other bytes than were sent`);
    const text = await fetch(`${base}/v1/files/${id}/text`, { headers });
    if (!(await text.text()).includes(mark)) problems.push(`${id}: its text lacks what was sent`);
  }
  return problems;
}

/** Uploads that were acknowledged by PUT but whose confirmation was cut off can still be confirmed. */
async function confirmLeft(): Promise<string[]> {
  const problems: string[] = [];
  for (const id of uploaded.keys()) {
    if (acknowledged.has(id)) continue;
    const { status } = await call('POST', '/v1/files/confirm-upload', { file_id: id, file_size: 0, wait_ms: 20_000 });
    if (status !== 200) problems.push(`${id}: PUT was acknowledged, but confirming answers ${status}`);
  }
  return problems;
}

console.log(`${rounds} kills on ${database}, ${dataDir}`);
let isEnough = false;
// Ctrl-C ends it early, with its figures.
process.once('SIGINT', () => {
  isEnough = true;
});
const problems: string[] = [];
let killed = 0;
for (let round = 1; round <= rounds && !isEnough; round++) {
  const service = await start();
  const clients = [...Array.from({ length: 6 }, () => client(round)), asker(), asker()];
  // On a machine with other things to do nothing is acknowledged for a while, and nothing could be lost.
  const before = acknowledged.size;
  for (const until = Date.now() + warmMs; acknowledged.size === before && Date.now() < until; ) await pause(50);
  await pause(randomInt(100, 2500));
  service.kill('SIGKILL');
  await Promise.all(clients);
  killed++;
  console.log(`round ${round}: killed, ${acknowledged.size} files acknowledged so far`);
}
const service = await start();
problems.push(...(await check()), ...(await confirmLeft()), ...(await checkOnce()));
const exit = new Promise((done) => service.once('exit', (code) => done(code)));
service.kill('SIGTERM');
if ((await exit) !== 0) problems.push('SIGTERM did not end with 0');
if (broken > 0) problems.push(`${broken} calls were answered with an error`);
if (!process.env.BLOB_URL) {
  const left = readdirSync(join(dataDir, 'blobs', '.incoming'));
  console.log(`${left.length} unfinished uploads lie in the incoming folder and are cleared by a start an hour later`);
}
for (const problem of problems) console.error(problem);
console.log(
  `${database}: ${killed} kills, ${acknowledged.size} files acknowledged, ${uploaded.size} uploads by address, ${answered.size} calls: ${problems.length} problems`,
);
rmSync(dataDir, { recursive: true, force: true });
postgres?.stop();
process.exit(problems.length === 0 ? process.exitCode : 1);
