/**
 * Many images in a row through one OCR process that is never replaced:
 * `node bench/ocr-endurance.ts [images=1000] [folder]`.
 *
 * Cycles over pages drawn here and, when a folder is given, over its images; ends early, with its figures, on Ctrl-C.
 * Prints the resident memory of this process and of its worker every 100 images, and whether the first and the last
 * reading of each image are identical. Ends with code 1 when a reading changed, none was repeated, all were refused, or
 * the memory of the second half rose by more than a tenth above that of the first.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { LocalReader, readingProcess } from '../packages/server/src/features/knowledge/ocr/local-reader.ts';
import { ProcessPool } from '../packages/server/src/lib/process-pool.ts';
import { childMemory } from './child-memory.ts';

const imageKinds = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp']);
const vocabulary = `account amount balance before change charge closing copper delivery document eleven figure garden
harbour invoice journey kitchen letter market number office paper quarter receipt station table under village winter`;

/** The same numbers between 0 and 1 in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Pages of different size, script size, turn, ink and noise, as encoded images. */
async function drawPages(count: number): Promise<Buffer[]> {
  const random = createRandom(7);
  const words = vocabulary.split(/\s+/);
  const pages: Buffer[] = [];
  for (let page = 0; page < count; page++) {
    const width = 260 + Math.floor(random() * 500);
    const height = 120 + Math.floor(random() * 180);
    const size = 16 + Math.floor(random() * 20);
    const [paper, ink] = page % 5 === 4 ? ['#222222', '#f4f4f4'] : ['#fdfdf8', '#1a1a1a'];
    const lines: string[] = [];
    for (let y = 2 * size; y < height - size; y += Math.round(size * 1.8)) {
      const perLine = Math.max(1, Math.floor(width / (size * 5)));
      const text = Array.from({ length: perLine }, () => words[Math.floor(random() * words.length)]).join(' ');
      lines.push(`<text x="${size}" y="${y}">${text} ${(random() * 1000).toFixed(2)}</text>`);
    }
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="${paper}"/>
      <g font-family="sans-serif" font-size="${size}" fill="${ink}">${lines.join('')}</g></svg>`;
    const turned = sharp(await sharp(Buffer.from(svg)).png().toBuffer()).rotate((page % 4) * 90);
    pages.push(await (page % 2 === 0 ? turned.png() : turned.jpeg({ quality: 60 })).toBuffer());
  }
  return pages;
}

async function readFolder(folder: string | undefined): Promise<Buffer[]> {
  if (!folder) return [];
  const names = await readdir(folder, { recursive: true });
  const images = names.filter((name) => imageKinds.has(extname(name).toLowerCase())).sort();
  return Promise.all(images.map((name) => readFile(join(folder, name))));
}

function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

async function main(total: number, folder: string | undefined): Promise<boolean> {
  const images = [...(await drawPages(20)), ...(await readFolder(folder))];
  const pool = new ProcessPool({
    entry: new URL('../packages/server/src/compose/ocr-worker.ts', import.meta.url),
    size: 1,
    timeoutMs: 120_000,
    ...readingProcess,
    tasksPerProcess: Number.POSITIVE_INFINITY,
  });
  const reader = new LocalReader({ pool, languages: ['eng'], dataFolder: await mkdtemp(join(tmpdir(), 'ocr-')) });
  const first = new Map<number, string>();
  const last = new Map<number, string>();
  const sizes: number[] = [];
  let refused = 0;
  let repeated = 0;
  const started = performance.now();
  let isStopped = false;
  process.once('SIGINT', () => {
    isStopped = true;
  });
  for (let done = 1; done <= total && !isStopped; done++) {
    const index = (done - 1) % images.length;
    const reading = await reader.read(images[index] ?? new Uint8Array(), { withImage: false, signal: undefined }).then(
      (page) => fingerprint([page.markdown, page.confidence, page.blocks]),
      (error) => {
        refused++;
        return fingerprint(String(error));
      },
    );
    if (first.has(index)) repeated++;
    else first.set(index, reading);
    last.set(index, reading);
    const own = Math.round(process.memoryUsage().rss / 1e6);
    const workers = (await childMemory()).resident;
    sizes.push(workers);
    if (done % 100 === 0 || done === total || isStopped) {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(
        `${done} images, ${seconds} s: own ${own} MB, worker ${workers} MB, its peak ${Math.max(...sizes)} MB`,
      );
    }
  }
  await reader.close();
  const changed = [...first].filter(([index, reading]) => last.get(index) !== reading).length;
  console.log(`${first.size} different images, ${repeated} readings again, ${refused} readings refused`);
  console.log(`${changed} images read otherwise the last time than the first`);
  const middle = Math.ceil(sizes.length / 2);
  const [before, after] = [Math.max(...sizes.slice(0, middle)), Math.max(...sizes.slice(middle))];
  console.log(`highest after an image: first half ${before} MB, second half ${after} MB`);
  return repeated > 0 && refused < sizes.length && changed === 0 && after <= before * 1.1;
}

const [total = '1000', folder] = process.argv.slice(2);
process.exitCode = (await main(Number(total), folder)) ? 0 : 1;
