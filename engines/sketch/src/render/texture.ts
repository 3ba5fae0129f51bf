import { Random } from '../canvas/random.ts';
import type { StyleName } from '../words/settings.ts';

/** Pixels in memory, three bytes each. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** What a style does to the finished pixels: paper, grain, raster. */
export function applyTexture(pixels: Pixels, style: StyleName, seed: number): Pixels {
  switch (style) {
    case 'watercolor':
      return watercolor(pixels, seed);
    case 'pixel':
      return blocks(pixels);
    case 'noir':
    case 'vintage':
      return grain(pixels, seed, 15);
    case 'comic':
      return dots(pixels);
    case 'papercut':
      return grain(pixels, seed, 9);
    default:
      return pixels;
  }
}

/** A smooth field of numbers from -1 to 1 that repeats nowhere within a picture. */
function field(seed: number, size: number): (x: number, y: number) => number {
  const random = new Random(seed);
  const side = 64;
  const values = Float32Array.from({ length: side * side }, () => random.next() * 2 - 1);
  return (x, y) => {
    const [fx, fy] = [x / size, y / size];
    const [ix, iy] = [Math.floor(fx), Math.floor(fy)];
    const [tx, ty] = [fx - ix, fy - iy];
    const at = (dx: number, dy: number) => values[((iy + dy) & 63) * side + ((ix + dx) & 63)] ?? 0;
    const [sx, sy] = [tx * tx * (3 - 2 * tx), ty * ty * (3 - 2 * ty)];
    const top = at(0, 0) + (at(1, 0) - at(0, 0)) * sx;
    return top + (at(0, 1) + (at(1, 1) - at(0, 1)) * sx - top) * sy;
  };
}

/** Edges that run, pigment that settles, paper that shows. */
function watercolor({ data, width, height }: Pixels, seed: number): Pixels {
  const unit = Math.min(width, height);
  const [wobbleX, wobbleY, pool] = [field(seed + 1, unit / 34), field(seed + 2, unit / 34), field(seed + 3, unit / 11)];
  const reach = unit / 150;
  const random = new Random(seed + 4);
  const tooth = Float32Array.from({ length: 4096 }, () => random.next() - 0.5);
  const result = new Uint8Array(data.length);
  // The fields are smooth, so that one value serves a cell of four pixels across.
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 4) {
      const [dx, dy, wash] = [wobbleX(x, y) * reach, wobbleY(x, y) * reach, 1 - pool(x, y) * 0.11];
      const sy = Math.max(0, Math.min(height - 1, Math.round(y + dy)));
      for (let k = x; k < Math.min(width, x + 4); k++) {
        const from = (sy * width + Math.max(0, Math.min(width - 1, Math.round(k + dx)))) * 3;
        const to = (y * width + k) * 3;
        const paper = (tooth[(k * 31 + y * 57) & 4095] ?? 0) * 13;
        for (let c = 0; c < 3; c++) result[to + c] = clamp(255 - (255 - (data[from + c] ?? 0)) * wash + paper);
      }
    }
  }
  return { data: result, width, height };
}

function blocks({ data, width, height }: Pixels): Pixels {
  const size = Math.max(4, Math.round(Math.min(width, height) / 120));
  const result = new Uint8Array(data.length);
  for (let by = 0; by < height; by += size) {
    for (let bx = 0; bx < width; bx += size) {
      const middle = (Math.min(height - 1, by + (size >> 1)) * width + Math.min(width - 1, bx + (size >> 1))) * 3;
      const colour = [0, 1, 2].map((c) => Math.min(255, Math.round((data[middle + c] ?? 0) / 22) * 22));
      for (let y = by; y < Math.min(height, by + size); y++) {
        for (let x = bx; x < Math.min(width, bx + size); x++) result.set(colour, (y * width + x) * 3);
      }
    }
  }
  return { data: result, width, height };
}

function grain({ data, width, height }: Pixels, seed: number, strength: number): Pixels {
  const random = new Random(seed + 9);
  const noise = Int8Array.from({ length: 65536 }, () => (random.next() + random.next() - 1) * strength);
  const result = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const speck = noise[(x * 73 + y * 337 + ((x * y) & 511)) & 65535] ?? 0;
      for (let c = 0; c < 3; c++) result[at + c] = clamp((data[at + c] ?? 0) + speck);
    }
  }
  return { data: result, width, height };
}

/** Printed dots in the darker parts. */
function dots({ data, width, height }: Pixels): Pixels {
  const step = Math.max(5, Math.round(Math.min(width, height) / 150));
  const result = new Uint8Array(data);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const light = ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 2550;
      const [dx, dy] = [((x + (Math.floor(y / step) % 2) * (step / 2)) % step) - step / 2, (y % step) - step / 2];
      const radius = step * 0.46 * (1 - light);
      if (dx * dx + dy * dy < radius * radius) for (let c = 0; c < 3; c++) result[at + c] = (data[at + c] ?? 0) * 0.86;
    }
  }
  return { data: result, width, height };
}

const clamp = (value: number): number => Math.max(0, Math.min(255, value));
