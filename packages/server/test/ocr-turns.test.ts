import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageEngines } from '@parley/documents/ocr';
import { decodeImage, PpOcrEngine, readImageTask, TesseractEngine, unpackTesseractData } from '@parley/documents/ocr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const printed = [
  'Delivery note for the village garden',
  'Four boxes of winter apples arrived today',
  'Please store them below ten degrees',
  'Total weight: 48.50 kg',
];

let dataFolder: string;
let engines: PageEngines;
let upright: Buffer;

async function drawPage(): Promise<Buffer> {
  const rows = printed.map((text, index) => `<text x="40" y="${80 + index * 60}">${text}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="340"><rect width="100%" height="100%" fill="#fff"/>
    <g font-family="sans-serif" font-size="28" fill="#111">${rows}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'parley-turns-'));
  const languages = await unpackTesseractData(['eng'], dataFolder);
  engines = {
    pages: new TesseractEngine(dataFolder),
    lines: await PpOcrEngine.open(),
    languages,
  };
  upright = await drawPage();
});
afterAll(async () => {
  await engines.lines?.close();
  await rm(dataFolder, { recursive: true });
});

const read = (image: Uint8Array) => readImageTask({ image, withImage: false, languages: ['eng'], dataFolder }, engines);

describe('a page that was turned', () => {
  it('reads as its upright twin', { timeout: 60_000 }, async () => {
    const { text, width, height } = await read(upright);
    expect(text.split(/\n+/)).toEqual(printed);
    for (const degrees of [90, 180, 270]) {
      const turned = await read(await sharp(upright).rotate(degrees).png().toBuffer());
      expect(turned, `turned by ${degrees}°`).toMatchObject({ text, width, height });
    }
  });

  it('is put upright by its EXIF mark, pixel for pixel', async () => {
    const { raster } = await decodeImage(upright);
    for (const [orientation, stored] of [
      [3, 180],
      [6, 270],
      [8, 90],
    ] as const) {
      const marked = await sharp(upright).rotate(stored).png().withMetadata({ orientation }).toBuffer();
      const { raster: decoded } = await decodeImage(marked);
      expect([decoded.width, decoded.height], `EXIF orientation ${orientation}`).toEqual([raster.width, raster.height]);
      expect(Buffer.compare(decoded.data, raster.data), `EXIF orientation ${orientation}`).toBe(0);
    }
  });

  it('reads as its upright twin when a JPEG is marked', { timeout: 60_000 }, async () => {
    const marked = sharp(upright).rotate(270).jpeg({ quality: 95 }).withMetadata({ orientation: 6 });
    expect((await read(await marked.toBuffer())).text.split(/\n+/)).toEqual(printed);
  });
});
