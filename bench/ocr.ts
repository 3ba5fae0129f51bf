/**
 * OCR of a folder of images, in one process after the other: `node bench/ocr.ts <folder> [processes] [times]`.
 *
 * Prints images per second, p50 and p95 of one image, how many images were read otherwise than in the first round, and
 * the highest memory of all processes together.
 * Run it with 1 and with 2 processes to see how pages go in parallel.
 */
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { LocalReader, readingProcess } from '../packages/server/src/features/knowledge/ocr/local-reader.ts';
import { ProcessPool } from '../packages/server/src/lib/process-pool.ts';
import { childMemory } from './child-memory.ts';

const [folder, processes = '1', times = '1'] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node bench/ocr.ts <folder> [processes] [times]');
  process.exit(2);
}
const kinds = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp']);
const names = (await readdir(folder, { recursive: true })).filter((name) => kinds.has(extname(name).toLowerCase()));
const images = await Promise.all(names.sort().map((name) => readFile(join(folder, name))));
const size = Number(processes);
const reader = new LocalReader({
  pool: new ProcessPool({
    entry: new URL('../packages/server/src/compose/ocr-worker.ts', import.meta.url),
    size,
    timeoutMs: 120_000,
    ...readingProcess,
    tasksPerProcess: 100_000,
  }),
  languages: ['eng'],
  dataFolder: await mkdtemp(join(tmpdir(), 'parley-bench-')),
});

const highest = { resident: 0, proportional: 0 };
const watch = setInterval(async () => {
  const { resident, proportional } = await childMemory();
  highest.resident = Math.max(highest.resident, resident);
  highest.proportional = Math.max(highest.proportional, proportional);
}, 250);

const firstTexts: (string | null)[] = [];
for (let round = 1; round <= Number(times); round++) {
  const durations: number[] = [];
  let drifted = 0;
  let next = 0;
  const started = performance.now();
  const work = async () => {
    for (let index = next++; index < images.length; index = next++) {
      const image = images[index];
      if (!image) continue;
      const begun = performance.now();
      const text = await reader.read(image, { withImage: false, signal: undefined }).then(
        (page) => page.text,
        () => null,
      );
      durations.push(performance.now() - begun);
      if (round === 1) firstTexts[index] = text;
      else if (firstTexts[index] !== text) drifted++;
    }
  };
  await Promise.all(Array.from({ length: size }, work));
  const seconds = (performance.now() - started) / 1000;
  durations.sort((a, b) => a - b);
  const at = (share: number) => ((durations[Math.ceil(share * durations.length) - 1] ?? 0) / 1000).toFixed(2);
  const rate = (images.length / seconds).toFixed(2);
  console.log(
    `round ${round}: ${rate} images/s, p50 ${at(0.5)} s, p95 ${at(0.95)} s, read otherwise than at first ${drifted}`,
  );
}
clearInterval(watch);
console.log(
  `highest memory of ${size} processes: ${highest.resident} MB resident, ${highest.proportional} MB with shared pages counted once`,
);
await reader.close();
