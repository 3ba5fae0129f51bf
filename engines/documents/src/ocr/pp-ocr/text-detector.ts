import type { FoundLine, Raster } from '../ocr-engine.ts';
import { findRegions, type ProbabilityMap } from './find-regions.ts';
import type { OnnxModel } from './onnx-models.ts';

/** Pixels a tile may have: memory of one run grows with them (about 270 bytes a pixel). */
const tilePixels = 330_000;
/** Tiles are cut across the page, between its lines, down to this height; only then along it, through them. */
const lowestTile = 256;
/** Rows and columns that neighbouring tiles share, so that a line on the seam is whole in one of them. */
const overlap = 64;
/** The model halves its input five times. */
const step = 32;

// As the model was trained, in the order blue, green, red.
const mean = 0.5;
const deviation = 0.5;

/** Finds lines of text in a page that has already been scaled to the detector's working size. */
export async function detectText(model: OnnxModel, page: Raster): Promise<FoundLine[]> {
  const map: ProbabilityMap = {
    width: page.width,
    height: page.height,
    data: new Uint8Array(page.width * page.height),
  };
  for (const tile of tilesOf(page.width, page.height)) await detectTile(model, page, tile, map);
  return findRegions(map);
}

interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Splits a page into equal tiles of bounded size that overlap. */
export function tilesOf(width: number, height: number): Tile[] {
  let columns = 1;
  let rows = 1;
  while (spread(width, columns) * spread(height, rows) > tilePixels) {
    if (spread(height, rows) > lowestTile) rows++;
    else columns++;
  }
  const tiles: Tile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, tileWidth] = slice(width, columns, column);
      const [y, tileHeight] = slice(height, rows, row);
      tiles.push({ x, y, width: tileWidth, height: tileHeight });
    }
  }
  return tiles;
}

function spread(length: number, parts: number): number {
  return parts === 1 ? length : Math.ceil(length / parts) + overlap;
}

function slice(length: number, parts: number, index: number): [start: number, size: number] {
  const size = Math.min(length, spread(length, parts));
  if (parts === 1) return [0, size];
  return [Math.round(((length - size) * index) / (parts - 1)), size];
}

async function detectTile(model: OnnxModel, page: Raster, tile: Tile, map: ProbabilityMap): Promise<void> {
  const width = Math.ceil(tile.width / step) * step;
  const height = Math.ceil(tile.height / step) * step;
  const plane = width * height;
  const input = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0; y < height; y++) {
      // What lies beyond the edge repeats the last row and column: a black border would look like ink.
      const row = (tile.y + Math.min(y, tile.height - 1)) * page.width + tile.x;
      const target = channel * plane + y * width;
      for (let x = 0; x < width; x++) {
        const value = page.data[(row + Math.min(x, tile.width - 1)) * 3 + 2 - channel] ?? 0;
        input[target + x] = (value / 255 - mean) / deviation;
      }
    }
  }
  const output = await model.run(input, [1, 3, height, width]);
  for (let y = 0; y < tile.height; y++) {
    for (let x = 0; x < tile.width; x++) {
      const index = (tile.y + y) * page.width + tile.x + x;
      const value = Math.round((output.data[y * width + x] ?? 0) * 255);
      if (value > (map.data[index] ?? 0)) map.data[index] = value;
    }
  }
}
