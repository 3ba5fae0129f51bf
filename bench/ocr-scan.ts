/**
 * A long scan on one core and on two: `node bench/ocr-scan.ts [pages=200] [rounds=1]`.
 *
 * Draws a PDF of scanned pages (prose, US Letter at 200 dots per inch) and reads it as `/v1/ocr/pdf` does, once bound to one core
 * with one OCR process and once to two cores with two (`taskset`). Prints for each the seconds, the pages a minute, the seconds of
 * processor time a page and the machine's load before the run, and last their ratio: what else runs there takes from two cores more
 * than from one. Of few pages starting the processes takes a larger share: they say less of two cores than 200 would.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawScan, makeScan } from '../engines/documents/test/make-scan.ts';
import { LiteParsePdfEngine } from '../packages/server/src/adapters/liteparse/liteparse-pdf-engine.ts';
import { LocalReader, readingProcess } from '../packages/server/src/features/knowledge/ocr/local-reader.ts';
import { PdfPageReader } from '../packages/server/src/features/knowledge/ocr/pdf-page-reader.ts';
import { CallTrace } from '../packages/server/src/features/money/billing/call-trace.ts';
import { ProcessPool } from '../packages/server/src/lib/process-pool.ts';
import type { Call } from '../packages/server/src/ports/call.ts';

const vocabulary = `account amount balance before change charge closing copper delivery document eleven figure garden
harbour invoice journey kitchen letter market number office paper quarter receipt station table under village winter`;
const linesPerPage = 32;
/** As many as fit between the margins of the page in any common face of that size. */
const charactersPerLine = 64;
/** In which Linux counts processor time for programs. */
const ticksPerSecond = 100;
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
  const word = () => words[Math.floor(random() * words.length)] ?? '';
  const line = () => {
    let text = word();
    for (let next = word(); text.length + 1 + next.length <= charactersPerLine; next = word()) text += ` ${next}`;
    return text;
  };
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
  models: null,
  mayAskWeb: true,
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
  console.log(JSON.stringify({ seconds, letters } satisfies Reading));
}

interface Reading {
  seconds: number;
  letters: number;
}

/** Of all children that have ended and were waited for, theirs included. */
async function processorSeconds(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

function run(path: string, cores: number): Promise<Reading> {
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
      const before = await processorSeconds();
      const { seconds, letters } = await run(path, cores);
      const processor = ((await processorSeconds()) - before) / count;
      sums[cores] += seconds;
      const rates = `${((count / seconds) * 60).toFixed(1)} pages/min, ${processor.toFixed(2)} s of processor time a page`;
      console.log(`${cores} core(s): ${seconds.toFixed(1)} s, ${rates}, ${letters} characters, load before ${load}`);
    }
  }
  const [one, two] = [sums[1].toFixed(1), sums[2].toFixed(1)];
  console.log(`${one} s on one core, ${two} s on two: two are ${(sums[1] / sums[2]).toFixed(2)} times as fast`);
  await rm(folder, { recursive: true });
}
