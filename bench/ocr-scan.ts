/**
 * A long scan on one core and on two: `node bench/ocr-scan.ts [pages=200] [rounds=1]`.
 *
 * Draws a PDF of scanned pages (prose, US Letter at 200 dots per inch) and reads it as `/v1/ocr/pdf` does, once bound to one core
 * with one OCR process and once to two cores with two (`taskset`). Prints seconds, pages a second, their ratio and the
 * machine's load before each run: what else runs there takes from two cores more than from one.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawScan, makeScan } from '../packages/documents/test/make-scan.ts';
import { LiteParsePdfEngine } from '../packages/server/src/adapters/liteparse/liteparse-pdf-engine.ts';
import { CallTrace } from '../packages/server/src/features/billing/call-trace.ts';
import { LocalReader, readingProcess } from '../packages/server/src/features/ocr/local-reader.ts';
import { PdfPageReader } from '../packages/server/src/features/ocr/pdf-page-reader.ts';
import { ProcessPool } from '../packages/server/src/lib/process-pool.ts';
import type { Call } from '../packages/server/src/ports/call.ts';

const vocabulary = `account amount balance before change charge closing copper delivery document eleven figure garden
harbour invoice journey kitchen letter market number office paper quarter receipt station table under village winter`;
const linesPerPage = 32;
const wordsPerLine = 11;
/** Pages that differ; a longer scan repeats them. */
const differentPages = 20;

/** The same numbers between 0 and 1 in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function drawPages(count: number): Promise<Buffer> {
  const random = createRandom(7);
  const words = vocabulary.split(/\s+/);
  const line = () => Array.from({ length: wordsPerLine }, () => words[Math.floor(random() * words.length)]).join(' ');
  const drawn: Buffer[] = [];
  for (let page = 0; page < Math.min(count, differentPages); page++) {
    drawn.push(await drawScan(Array.from({ length: linesPerPage }, line)));
  }
  return makeScan(Array.from({ length: count }, (_, i) => drawn[i % drawn.length] ?? Buffer.alloc(0)));
}

const signal = new AbortController().signal;
const call: Call = {
  requestId: 'req',
  endpoint: 'readPdf',
  workspaceId: 'ws',
  keyId: 'key',
  scopes: [],
  confirmChanges: 'never',
  signal,
  address: '127.0.0.1',
  origin: 'http://127.0.0.1',
  meter: {
    trace: new CallTrace(() => 0),
    reserve: async () => {},
    add: () => {},
    handOver: () => {},
    settle: async () => {},
  },
};

/** Reads the scan with as many processes and prints the seconds as its last line. */
async function readScan(path: string, processes: number): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const pdfs = new LiteParsePdfEngine({ processes });
  const reader = new LocalReader({
    pool: new ProcessPool({
      entry: new URL('../packages/server/src/compose/ocr-worker.ts', import.meta.url),
      size: processes,
      timeoutMs: 120_000,
      memoryBytes: 900_000_000,
      tasksPerProcess: 60,
      permissions: { write: [dataFolder] },
      ...readingProcess,
    }),
    languages: ['eng'],
    dataFolder,
  });
  const pages = new PdfPageReader({
    pdfs,
    concurrency: processes,
    async readPage(image, { id }) {
      const { text, model } = await reader.read(image, { withImage: true, signal });
      const raw_response = { id, object: 'document' as const, model, pages: [] };
      return { success: text !== '', text, method: 'parley_document_ai', raw_response };
    },
  });
  let letters = 0;
  const onPage = ({ page }: { page: { text: string } }) => {
    letters += page.text.length;
  };
  const started = performance.now();
  const document = await pdfs.read({ path }, { maxPages: 10_000 });
  await pages.read({ path }, document, { id: 'bench', dpi: 200, password: undefined, onPage }, call);
  const seconds = (performance.now() - started) / 1000;
  await Promise.all([reader.close(), pdfs.close(), rm(dataFolder, { recursive: true })]);
  console.log(JSON.stringify({ seconds, letters }));
}

function run(path: string, cores: number): Promise<{ seconds: number; letters: number }> {
  const list = Array.from({ length: cores }, (_, i) => i).join(',');
  const args = ['-c', list, process.execPath, import.meta.filename, 'read', path, String(cores)];
  const child = spawn('taskset', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`ended with ${code}`))));
  });
}

const [first = '200', second = '1', third = '1'] = process.argv.slice(2);
if (first === 'read') await readScan(second, Number(third));
else {
  const count = Number(first);
  const folder = await mkdtemp(join(tmpdir(), 'parley-scan-'));
  const path = join(folder, 'scan.pdf');
  await writeFile(path, await drawPages(count));
  console.log(
    `${count} pages, ${((await readFile(path)).length / 1e6).toFixed(1)} MB, ${cpus()[0]?.model}, ${cpus().length} cores`,
  );
  const sums = { 1: 0, 2: 0 };
  for (let round = 0; round < Number(second); round++) {
    for (const cores of [1, 2] as const) {
      const load = loadavg()[0]?.toFixed(1);
      const { seconds, letters } = await run(path, cores);
      sums[cores] += seconds;
      const rate = (count / seconds).toFixed(2);
      console.log(
        `${cores} core(s): ${seconds.toFixed(1)} s, ${rate} pages/s, ${letters} characters, load before ${load}`,
      );
    }
  }
  console.log(`two cores are ${(sums[1] / sums[2]).toFixed(2)} times as fast as one`);
  await rm(folder, { recursive: true });
}
