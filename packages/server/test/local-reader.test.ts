import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalReader } from '../src/features/knowledge/ocr/local-reader.ts';
import { ProcessPool } from '../src/lib/process-pool.ts';

describe('a worker process that grows too large', () => {
  let dataFolder: string;
  let reader: LocalReader;

  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parley-reader-'));
    const entry = new URL('./growing-worker.ts', import.meta.url);
    const pool = new ProcessPool({
      entry,
      size: 1,
      timeoutMs: 20_000,
      memoryBytes: 250_000_000,
      permissions: { write: [dataFolder] },
    });
    reader = new LocalReader({ pool, languages: ['eng'], dataFolder });
  });
  afterEach(async () => {
    await reader.close();
    await rm(dataFolder, { recursive: true });
  });
  const read = (image: string) => reader.read(Buffer.from(image), { withImage: false, signal: undefined });

  const tries = async () => (await readFile(join(dataFolder, 'tries'), 'utf8')).trim().split('\n');

  it('is replaced, and the page is read by a fresh one', async () => {
    await read('plain');
    expect(await read('late')).toEqual({ text: 'late' });
    expect(await tries()).toEqual(['plain', 'late', 'late']);
  });

  it('does not read a page twice that makes a fresh process grow, nor blame the image', async () => {
    await expect(read('always')).rejects.toMatchObject({ code: 'ocr_unavailable' });
    expect(await tries()).toEqual(['always']);
  });
});
