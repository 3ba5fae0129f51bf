/**
 * Speed and memory of reading documents: `node bench/documents.ts`. The inputs are generated and the same in every run;
 * each task runs in a process of its own, as it does in the service, and each row is the best of three.
 *
 * Prints time, CPU time (what counts on a busy machine) and peak resident memory of the whole process, and for PDFs the
 * ratio to LiteParse alone, which makes its own Markdown of the same file.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeCsv, makeReport, makeWorkbook } from './documents/make-inputs.ts';

interface Result {
  milliseconds: number;
  cpuMilliseconds: number;
  peakMegabytes: number;
}

const execute = promisify(execFile);
const runner = fileURLToPath(new URL('./documents/run-case.ts', import.meta.url));

async function measure(task: string, path: string): Promise<Result> {
  const results: Result[] = [];
  for (let round = 0; round < 3; round++) {
    const { stdout } = await execute(process.execPath, ['--disable-warning=ExperimentalWarning', runner, task, path]);
    const result: Result = JSON.parse(stdout);
    results.push(result);
  }
  const least = (field: keyof Result) => Math.min(...results.map((result) => result[field]));
  return {
    milliseconds: least('milliseconds'),
    cpuMilliseconds: least('cpuMilliseconds'),
    peakMegabytes: least('peakMegabytes'),
  };
}

function print(name: string, { milliseconds, cpuMilliseconds, peakMegabytes }: Result, more = ''): void {
  const cells = [
    name.padEnd(34),
    `${(milliseconds / 1000).toFixed(3)} s`,
    `${(cpuMilliseconds / 1000).toFixed(3)} s CPU`,
    `${peakMegabytes.toFixed(0)} MB`,
    more,
  ];
  console.log(cells.join('   ').trimEnd());
}

const folder = await mkdtemp(join(tmpdir(), 'documents-bench-'));
try {
  const file = async (name: string, bytes: Buffer) => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  console.log(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
  );
  print('CSV, 1,000,000 rows', await measure('csv', await file('big.csv', makeCsv(1_000_000))));
  print('XLSX, 100,000 rows', await measure('xlsx', await file('big.xlsx', makeWorkbook(100_000))));
  for (const pages of [3, 150]) {
    const path = await file(`report-${pages}.pdf`, makeReport(pages));
    const alone = await measure('liteparse', path);
    const ours = await measure('pdf', path);
    print(`PDF, ${pages} pages: LiteParse alone`, alone);
    const ratio = (field: keyof Result) => (ours[field] / alone[field]).toFixed(2);
    print(`PDF, ${pages} pages: ours`, ours, `ratio ${ratio('milliseconds')} (CPU ${ratio('cpuMilliseconds')})`);
  }
} finally {
  await rm(folder, { recursive: true });
}
