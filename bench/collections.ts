/**
 * What collections claim about speed: `node bench/collections.ts [files] [passages] [questions]` (10000, 100000 and 300). Starts a service
 * of its own on one core, with an embedder on loopback, adds small text files to a collection, then a corpus of so many passages to another,
 * asks it by words and by meaning, and prints files a second, how long a search takes and what memory the service needs.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPlantedEmbedder } from './planted-embedder.ts';

const [files = 10_000, passages = 100_000, questions = 300] = process.argv.slice(2).map(Number);
const port = Number(process.env.PORT ?? 18_643);
const base = `http://127.0.0.1:${port}`;
const key = 'bench-key-0123456789abcdef';
const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const headers = { authorization: `Bearer ${key}` };
const passagesPerFile = 100;
const clockTicks = 100;
const atOnce = 12;

const configPath = join(dataDir, 'parley.config.json');
writeFileSync(
  configPath,
  JSON.stringify({ limits: { requests_per_minute: 1_000_000, tokens_per_minute: 1_000_000_000 } }),
);

const embedder = await startPlantedEmbedder();
let service: ChildProcess;
const stopService = () => service.kill('SIGKILL');
process.on('exit', () => {
  stopService();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A service on one core with all its processes, with a directory of its own, started as `npm start` does. */
async function start(name: string, env: Record<string, string>): Promise<void> {
  service = spawn(
    process.execPath,
    ['--max-semi-space-size=16', '--heap-growing-percent=70', resolve('packages/server/bin/parley.js')],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        DATA_DIR: join(dataDir, name),
        PORT: String(port),
        PARLEY_API_KEY: key,
        PARLEY_MODEL: 'reader',
        LOG_LEVEL: 'error',
        PARLEY_CONFIG: configPath,
        ...env,
      },
    },
  );
  execFileSync('taskset', ['-a', '-p', '-c', '1', String(service.pid)], { stdio: 'ignore' });
  const isUp = () =>
    fetch(`${base}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isUp())) await new Promise((done) => setTimeout(done, 50));
}

/** A connection that was idle too long is closed by either side; then another one is taken. */
async function send(path: string, options: () => RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetch(base + path, options());
    } catch (error) {
      if (tries >= 3) throw error;
    }
  }
}

/** The same numbers every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Words as languages have them: few are frequent, most are rare. */
const next = random(7);
const syllables = 'ka lo mi ren sa tor vel dun ber fa gol hin ju pel quo rix stam ul wen zor'.split(' ');
const vocabulary = Array.from({ length: 30_000 }, () =>
  Array.from({ length: 2 + Math.floor(next() * 3) }, () => syllables[Math.floor(next() * syllables.length)]).join(''),
);
const word = () => vocabulary[Math.floor(vocabulary.length ** next()) - 1] ?? 'the';
const sentence = () => `${Array.from({ length: 14 }, word).join(' ')}.`;
const paragraph = () => Array.from({ length: 6 }, sentence).join(' ');

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const response = await send(path, () => ({
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }));
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function upload(text: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  form.append('wait_ms', '0');
  const response = await send('/v1/files/upload', () => ({ method: 'POST', headers, body: form }));
  const answer = JSON.parse(await response.text());
  if (!answer.file_id) throw new Error(`upload: ${response.status} ${JSON.stringify(answer)}`);
  return answer.file_id;
}

/** CPU seconds of the service and its children so far. */
function cpuSeconds(): number {
  let ticks = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const fields = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const isOurs = Number(entry) === service.pid || Number(fields[1]) === service.pid;
      // Its own time, and that of children that have ended.
      if (isOurs) ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks / clockTicks;
}

const memoryMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Uploads texts, puts them into a collection of their own and waits until all are found, by meaning too where asked. */
async function fill(name: string, count: number, make: (number: number) => string, isEmbedded: boolean) {
  const { id } = await call('POST', '/v1/collections', { name });
  const started = performance.now();
  const cpu = cpuSeconds();
  let number = 0;
  const worker = async () => {
    let waiting: string[] = [];
    const flush = async () => {
      if (waiting.length > 0) await call('POST', `/v1/collections/${id}/files`, { file_ids: waiting });
      waiting = [];
    };
    while (number < count) {
      const mine = number++;
      waiting.push(await upload(make(mine), `${name}-${mine}.txt`));
      if (waiting.length >= 50) await flush();
    }
    await flush();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  for (;;) {
    const collection = await call('GET', `/v1/collections/${id}`);
    const isDone = collection.files.ready + collection.files.failed === count;
    if (isDone && (!isEmbedded || collection.embeddings.passages === collection.passages)) {
      const seconds = (performance.now() - started) / 1000;
      return { id, collection, seconds, cpu: cpuSeconds() - cpu };
    }
    await new Promise((done) => setTimeout(done, 500));
  }
}

await start('small', {});
const small = await fill(
  'small',
  files,
  (number) => `# Note ${number}\n\n${sentence()} ${sentence()}\n\n${sentence()}\n`,
  false,
);
console.log(
  `${files} small text files (${small.collection.files.failed} failed) in ${small.seconds.toFixed(1)} s: ${(files / small.seconds).toFixed(1)} a second, ` +
    `${(files / small.cpu).toFixed(1)} a second of CPU; memory ${memoryMb().toFixed(0)} MB`,
);

stopService();
await start('large', {
  OPENAI_API_KEY: 'sk-bench',
  OPENAI_BASE_URL: embedder.url,
  EMBEDDING_MODEL: 'openai/planted',
});
const text = () => Array.from({ length: passagesPerFile }, paragraph).join('\n\n');
const large = await fill('large', Math.ceil(passages / passagesPerFile), text, true);
console.log(
  `${large.collection.passages} passages with vectors of ${embedder.dimensions} numbers in ${large.seconds.toFixed(1)} s; memory ${memoryMb().toFixed(0)} MB`,
);

for (const mode of ['hybrid', 'lexical', 'semantic']) {
  const times: number[] = [];
  const before = cpuSeconds();
  for (let number = 0; number < questions; number++) {
    const query = Array.from({ length: 6 }, word).join(' ');
    const started = performance.now();
    const answer = await call('POST', `/v1/collections/${large.id}/search`, { query, mode, top_k: 10 });
    if (answer.mode !== mode) throw new Error(`searched by ${answer.mode} instead of ${mode}`);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(
    `${mode}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms of ${questions}, ${((1000 * (cpuSeconds() - before)) / questions).toFixed(1)} ms of CPU each; memory ${memoryMb().toFixed(0)} MB`,
  );
}
await embedder.close();
process.exit(0);
