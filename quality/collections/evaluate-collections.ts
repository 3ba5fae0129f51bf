/**
 * A collection of documents of its own making, of ten kinds, asked twenty questions by answer and by deep research, without a network
 * and without a model: `npm run evaluate:collections [-- documents [seed]]` (2000, 1). Four questions have no answer. Prints for each
 * the time, what was said, the sources, and the verdict: right when what is said first is true, or when it is said that nothing
 * answers where nothing does; late when it is true but not first; missed when it is said wrongly that nothing surely answers.
 * Ends with 1 when more than one of a way is not right, or one is wrong. With `BASE_URL` and `API_KEY` it asks a service that runs,
 * with `COLLECTION_ID` a collection that it made there before, and with `WAY` (answer, deep-research) by one way only.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../acceptance/free-port.ts';
import { startService } from '../../acceptance/start-service.ts';
import { type AskedQuestion, makeCollection } from './make-collection.ts';

const [documents, seed] = [Number(process.argv[2] ?? 2000), Number(process.argv[3] ?? 1)];
const atOnce = 8;
const mostTries = 120;
const mostShown = 220;
const readyMs = 1_800_000;

const { base, key, stop } = process.env.BASE_URL
  ? { base: process.env.BASE_URL, key: process.env.API_KEY ?? '', stop: async () => {} }
  : await startOwn();
const headers = { authorization: `Bearer ${key}` };
const made = makeCollection(documents, seed);
const id = process.env.COLLECTION_ID ?? (await fill());
const ways = { answer: askByAnswer, 'deep-research': askByResearch };
let isGood = true;
for (const [way, ask] of Object.entries(ways))
  if ((process.env.WAY ?? way) === way) isGood = (await evaluate(way, ask)) && isGood;
await stop();
process.exit(isGood ? 0 : 1);

interface Said {
  /** Nothing is said to answer. */
  isDeclined: boolean;
  /** What is said, best first. */
  lines: string[];
  sources: string[];
}

async function evaluate(way: string, ask: (question: string) => Promise<Said>): Promise<boolean> {
  const counts: Record<string, number> = {};
  const times: number[] = [];
  for (const asked of made.questions) {
    const begun = performance.now();
    const said = await ask(asked.question);
    const seconds = (performance.now() - begun) / 1000;
    times.push(seconds);
    const verdict = judge(asked, said);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    const from = [...new Set(said.sources)].slice(0, 3).join(', ');
    console.log(`${verdict.padEnd(6)}  ${way}  ${seconds.toFixed(2)} s  ${asked.question}`);
    console.log(`        ${asked.filename ?? 'no document'}: ${asked.truths[0] ?? 'no answer'}  ←  [${from}]`);
    console.log(`        ${said.lines.join(' / ').slice(0, mostShown)}`);
  }
  times.sort((one, other) => one - other);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  const [right, wrong] = [counts.right ?? 0, counts.WRONG ?? 0];
  console.log(`${way}: ${right} of ${times.length} right ${JSON.stringify(counts)}, median ${median.toFixed(2)} s\n`);
  return right >= times.length - 1 && wrong === 0;
}

function judge({ truths, filename }: AskedQuestion, { isDeclined, lines, sources }: Said): string {
  const isTrue = (line: string): boolean => truths.some((truth) => new RegExp(`(?<!\\d)${truth}(?!\\d)`).test(line));
  if (truths.length === 0) return isDeclined ? 'right' : 'WRONG';
  if (isDeclined) return 'missed';
  if (lines[0] !== undefined && isTrue(lines[0])) {
    if (sources.length === 0) return 'bare';
    return sources[0]?.startsWith(filename ?? '') ? 'right' : 'WRONG';
  }
  return lines.some(isTrue) ? 'late' : 'WRONG';
}

async function askByAnswer(query: string): Promise<Said> {
  const { answer, sources = [] } = await call('POST', '/v1/answer', { query, collection_ids: [id] });
  const lines = String(answer).split('\n');
  // What comes nearest is said to be no more than that.
  const isDeclined = /^(?:The text does not say|No sentence that I read surely answers)/.test(lines[0] ?? '');
  return { isDeclined, lines, sources: sources.map(({ filename }: { filename: string }) => filename) };
}

async function askByResearch(instructions: string): Promise<Said> {
  const asked = { instructions, depth: 'quick', collection_ids: [id] };
  const { output, citations = [] } = await call('POST', '/v1/deep-research', asked);
  const lines = String(output)
    .split('\n')
    .filter((line) => line.startsWith('- '));
  const isDeclined = lines.length === 0 || String(output).includes('no sure answer');
  return { isDeclined, lines, sources: citations.map(({ title }: { title: string }) => title) };
}

async function startOwn() {
  const configFile = join(mkdtempSync(join(tmpdir(), 'parley-evaluation-')), 'parley.config.json');
  const limits = { requests_per_minute: 1_000_000, tokens_per_minute: 1_000_000_000 };
  writeFileSync(configFile, JSON.stringify({ limits }));
  const service = await startService('packages/server/src/main.ts', await freePort(), {
    // Nothing answers there: research rests on the collection alone.
    env: { PARLEY_MODEL: 'reader', LOG_LEVEL: 'error', PARLEY_CONFIG: configFile, SEARXNG_URL: 'http://127.0.0.1:9' },
  });
  process.on('exit', () => service.process.kill('SIGKILL'));
  return service;
}

/** Makes the collection, and waits until its documents can be searched. */
async function fill(): Promise<string> {
  const started = performance.now();
  const collection = await call('POST', '/v1/collections', { name: 'Evaluation' });
  const fileIds: string[] = [];
  let next = 0;
  const client = async () => {
    for (let document = made.documents[next++]; document; document = made.documents[next++])
      fileIds.push(await upload(document));
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  for (let from = 0; from < fileIds.length; from += 500)
    await call('POST', `/v1/collections/${collection.id}/files`, { file_ids: fileIds.slice(from, from + 500) });
  for (;;) {
    const { files } = await call('GET', `/v1/collections/${collection.id}`);
    const ms = performance.now() - started;
    if (files.ready + files.failed >= documents) {
      const seconds = (ms / 1000).toFixed(1);
      console.log(
        `${documents} documents (${files.failed} failed) in ${seconds} s on ${availableParallelism()} cores: ${collection.id}\n`,
      );
      const failed = files.failed > 0 ? (await call('GET', '/v1/files?status=failed&limit=20')).data : [];
      for (const { filename, error } of failed) console.log(`failed: ${filename}: ${JSON.stringify(error)}`);
      return collection.id;
    }
    if (ms > readyMs) throw new Error(`only ${files.ready} of ${documents} documents are ready`);
    await new Promise((done) => setTimeout(done, 500));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const response = await patiently(() => ({
    method,
    path,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }));
  return JSON.parse(await response.text());
}

async function upload({ filename, bytes }: { filename: string; bytes: Uint8Array<ArrayBuffer> }): Promise<string> {
  const response = await patiently(() => {
    const body = new FormData();
    body.append('file', new Blob([bytes]), filename);
    body.append('wait_ms', '0');
    return { method: 'POST', path: '/v1/files/upload', headers, body };
  });
  return JSON.parse(await response.text()).file_id;
}

/** Asks again a second later while there is too much to do. */
async function patiently(request: () => RequestInit & { path: string }): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const { path, ...init } = request();
    const response = await fetch(base + path, init);
    if (response.status !== 429 || tries > mostTries) return response;
    await new Promise((done) => setTimeout(done, 1000));
  }
}
