/** One measured task in a process of its own: `node run-case.ts <task> <file>` prints milliseconds, CPU and peak memory. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const [task = '', path = ''] = process.argv.slice(2);

async function prepare(): Promise<() => Promise<unknown>> {
  switch (task) {
    case 'csv':
    case 'xlsx': {
      const { readContent } = await import('@parley/documents/formats');
      return async () => readContent(await readFile(path), task, basename(path));
    }
    case 'pdf': {
      const { readPdfDocument } = await import('@parley/documents/pdf');
      return async () => readPdfDocument(await readFile(path), { password: undefined, maxPages: 2000 });
    }
    case 'liteparse': {
      const { LiteParse } = await import('@llamaindex/liteparse');
      const parser = new LiteParse({ ocrEnabled: false, quiet: true, outputFormat: 'markdown', maxPages: 2000 });
      return async () => parser.parse(await readFile(path));
    }
    default:
      throw new Error(`there is no task ${task}`);
  }
}

const run = await prepare();
// Sheets are measured in a fresh process, PDFs in one that has read some already, as a worker of the service has.
const isPdf = task === 'pdf' || task === 'liteparse';
let rounds = 1;
if (isPdf) {
  const first = performance.now();
  await run();
  rounds = Math.max(3, Math.min(40, Math.round(1000 / (performance.now() - first))));
  for (let i = 0; i < rounds; i++) await run();
}
const cpu = process.cpuUsage();
const started = performance.now();
for (let i = 0; i < rounds; i++) await run();
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    milliseconds: milliseconds / rounds,
    cpuMilliseconds: (user + system) / 1000 / rounds,
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
  }),
);
