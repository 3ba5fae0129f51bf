import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What the first page may weigh, in bytes as sent: script and style of the entry and of its static imports, Home among them. */
const limitBytes = 200_000;
const dist = join(import.meta.dirname, '../dist');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

if (!existsSync(join(dist, 'manifest.json'))) throw new Error('dist/ is missing: npm run build -w packages/dashboard');
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
const files = new Set(['index.html']);

function take(name: string): void {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not in the build`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const next of chunk.imports ?? []) take(next);
}

take('index.html');
const sizes = [...files].map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file))).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
  console.log(`${String(bytes).padStart(8)} ${file}`);
// The mark with which Chromium compiles the file on another thread counts at its very beginning only.
const largest = sizes[0]?.file ?? '';
const isMarked = readFileSync(join(dist, largest), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n');
if (!isMarked) console.log(`${largest} does not begin with the mark allFunctionsCalledOnLoad`);
console.log(`${String(total).padStart(8)} bytes gzip for the first page; ${limitBytes} are the limit`);
process.exit(total <= limitBytes && isMarked ? 0 : 1);
