import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, makePdf, stroke } from '../../test/make-pdf.ts';
import { openEngines } from '../../test/open-engines.ts';
import { screenshotPage } from '../pdf/liteparse-pages.ts';
import { readPdfDocument } from '../pdf/read-pdf-document.ts';
import { findRules } from './find-rules.ts';
import type { Raster } from './ocr-engine.ts';
import { toGray } from './page-pixels.ts';
import { readImageTask } from './read-image-task.ts';
import type { PageEngines } from './read-page.ts';

const rows = [
  ['Harbour', 'Depth', 'Berths', 'Keeper'],
  ['Northport', '12.5', '4', 'Anna Miller'],
  ['Eastbay', '', '11', 'John Carter'],
  ['Southend', '16.50', '7', ''],
  ['Westhaven', '11.25', '23', 'Mary Porter'],
];
const [left, height, top] = [72, 26, 700];
const xs = [72, 192, 282, 372, 502];
const texts = rows.flatMap((row, r) => row.map((cell, c) => line(cell, (xs[c] ?? 0) + 8, top - r * height - 17, 12)));
const bottom = top - rows.length * height;
const grid = [
  ...xs.map((x) => stroke(x, top, x, bottom)),
  ...Array.from({ length: rows.length + 1 }, (_, r) =>
    stroke(left, top - r * height, xs.at(-1) ?? 0, top - r * height),
  ),
];
const intro = line('Depths are in metres, as the pilots found them in May.', 72, 730, 12);

const cellsOf = (markdown: string) =>
  markdown
    .split('\n')
    .filter((row) => row.startsWith('|') && !row.startsWith('|--'))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('a table', () => {
  let folder = '';
  let engines: PageEngines;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'table-picture-'));
    engines = await openEngines(folder, ['eng']);
  }, 240_000);
  afterAll(async () => {
    await Promise.all([engines.pages.close(), engines.lines?.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('with lines around its cells reads the same as a page of a PDF and as a picture, cells without text too', async () => {
    const bytes = makePdf({ pages: [{ content: [intro, ...grid, ...texts].join('\n') }] });
    const [page] = (await readPdfDocument(bytes, { password: undefined, maxPages: 1 })).pages;
    const { png } = await screenshotPage(bytes, { page: 1, dpi: 150, password: undefined });
    const reading = await readImageTask(
      { image: png, languages: ['eng'], dataFolder: folder, withImage: false },
      engines,
    );
    expect(cellsOf(page?.markdown ?? '')).toEqual(rows);
    expect(cellsOf(reading.markdown)).toEqual(rows);
    expect(reading.blocks.map(({ type }) => type)).toEqual(['paragraph', 'table']);
  }, 240_000);
});

describe('lines drawn on a page', () => {
  /** White paper of 400 by 300 pixels with black areas. */
  const paper = (...areas: [x: number, y: number, width: number, height: number][]): Raster => {
    const data = new Uint8Array(400 * 300 * 3).fill(255);
    for (const [x, y, width, height] of areas) {
      for (let row = y; row < y + height; row++) data.fill(0, (row * 400 + x) * 3, (row * 400 + x + width) * 3);
    }
    return { width: 400, height: 300, data };
  };
  const text = {
    words: [],
    box: { x: 40, y: 100, width: 100, height: 20 },
    confidence: 0.9,
    engine: 'test',
  };

  it('are found level and upright, in one piece', () => {
    expect(findRules(toGray(paper([20, 50, 300, 3], [20, 50, 2, 200])), [text])).toEqual([
      { x1: 20, x2: 319, y1: 51, y2: 51 },
      { x1: 20.5, x2: 20.5, y1: 50, y2: 249 },
    ]);
  });

  it('are no areas, no dashes and no strokes of letters', () => {
    const area = paper([20, 40, 300, 40]);
    const dash = paper([20, 50, 30, 3]);
    const letter = paper([60, 100, 4, 20]);
    for (const page of [area, dash, letter]) expect(findRules(toGray(page), [text])).toEqual([]);
  });

  it('of hatching are left out, however many there are', () => {
    const lines = Array.from({ length: 75 }, (_, i): [number, number, number, number] => [0, i * 4, 400, 1]);
    const found = findRules(toGray(paper(...lines)), [text]);
    expect(found.length).toBeLessThan(100);
  });
});
