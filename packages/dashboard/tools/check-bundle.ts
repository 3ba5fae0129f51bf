import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What the first page may weigh, in bytes as sent: script and style of the entry, of its static imports, and of Home. */
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
take('src/pages/home/home-page.tsx');
const sizes = [...files].map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file))).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
  console.log(`${String(bytes).padStart(8)} ${file}`);
console.log(`${String(total).padStart(8)} bytes gzip for the first page; ${limitBytes} are the limit`);
process.exit(total <= limitBytes ? 0 : 1);
