import type { GrayRaster } from './ocr-engine.ts';

const cell = 24;
/** Difference of brightness across the paper from which a page counts as unevenly lit. */
const unevenFrom = 70;

/** What the page's paper looks like: its brightness cell by cell (a high percentile of each cell, so ink hardly counts). */
export interface PaperMap {
  columns: number;
  rows: number;
  levels: Uint8Array;
  /** Median brightness. */
  usual: number;
  isUneven: boolean;
}

export function mapPaper(page: GrayRaster): PaperMap {
  const columns = Math.ceil(page.width / cell);
  const rows = Math.ceil(page.height / cell);
  const levels = new Uint8Array(columns * rows);
  const histogram = new Uint16Array(256);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      levels[row * columns + column] = paperLevel(page, column, row, histogram.fill(0));
    }
  }
  const sorted = [...levels].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 255;
  const usual = at(0.5);
  return { columns, rows, levels, usual, isUneven: usual > 90 && at(0.95) - at(0.1) > unevenFrom };
}

/** The 80th percentile of a cell's brightness. `histogram` is empty: one for all cells spares their memory. */
function paperLevel({ width, height, data }: GrayRaster, column: number, row: number, histogram: Uint16Array): number {
  let count = 0;
  const [right, bottom] = [Math.min(width, (column + 1) * cell), Math.min(height, (row + 1) * cell)];
  for (let y = row * cell; y < bottom; y += 2) {
    for (let x = column * cell; x < right; x += 2) {
      const level = data[y * width + x] ?? 0;
      histogram[level] = (histogram[level] ?? 0) + 1;
      count++;
    }
  }
  let seen = 0;
  for (let level = 255; level >= 0; level--) {
    seen += histogram[level] ?? 0;
    if (seen >= count * 0.2) return level;
  }
  return 255;
}

/** Divides the page by its paper, so that the paper is white everywhere. Only for unevenly lit pages: others lose by it. */
export function flattenBackground(page: GrayRaster, paper: PaperMap): GrayRaster {
  const data = new Uint8Array(page.data.length);
  const level = (column: number, row: number) =>
    Math.max(
      40,
      paper.levels[
        Math.min(paper.rows - 1, Math.max(0, row)) * paper.columns + Math.min(paper.columns - 1, Math.max(0, column))
      ] ?? 255,
    );
  for (let y = 0; y < page.height; y++) {
    const v = (y + 0.5) / cell - 0.5;
    const row = Math.floor(v);
    for (let x = 0; x < page.width; x++) {
      const u = (x + 0.5) / cell - 0.5;
      const column = Math.floor(u);
      const top = level(column, row) * (1 - u + column) + level(column + 1, row) * (u - column);
      const bottom = level(column, row + 1) * (1 - u + column) + level(column + 1, row + 1) * (u - column);
      const gain = 245 / (top * (1 - v + row) + bottom * (v - row));
      const at = y * page.width + x;
      data[at] = Math.min(255, (page.data[at] ?? 0) * gain);
    }
  }
  return { width: page.width, height: page.height, data };
}
