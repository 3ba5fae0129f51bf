import type { Point, Quad, Raster } from '../ocr-engine.ts';

/** Cuts the text inside a quad out of the page and lays it straight, `height` pixels high. */
export function cropLine(page: Raster, quad: Quad, height: number, maximumWidth: number): Raster {
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  const quadWidth = Math.max(distance(topLeft, topRight), distance(bottomLeft, bottomRight), 1);
  const quadHeight = Math.max(distance(topLeft, bottomLeft), distance(topRight, bottomRight), 1);
  const width = Math.min(maximumWidth, Math.max(8, Math.round((quadWidth * height) / quadHeight)));
  const target: Raster = { width, height, data: new Uint8Array(width * height * 3) };
  const map = projection(quad);
  if (quadHeight < height) enlarge(page, target, map);
  // Shrinking takes the mean over so many samples each way, or thin strokes would vanish.
  else shrink(page, target, map, Math.min(4, Math.max(1, Math.round(quadHeight / height))));
  return target;
}

interface Projection {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
  g: number;
  h: number;
}

/** Where a point of the unit square lies in the page: the projective map that takes its corners to the quad's. */
function projection(quad: Quad): Projection {
  const [p0, p1, p2, p3] = quad;
  const dx1 = p1.x - p2.x;
  const dx2 = p3.x - p2.x;
  const dx3 = p0.x - p1.x + p2.x - p3.x;
  const dy1 = p1.y - p2.y;
  const dy2 = p3.y - p2.y;
  const dy3 = p0.y - p1.y + p2.y - p3.y;
  const determinant = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  return {
    a: p1.x - p0.x + g * p1.x,
    b: p3.x - p0.x + h * p3.x,
    c: p0.x,
    d: p1.y - p0.y + g * p1.y,
    e: p3.y - p0.y + h * p3.y,
    f: p0.y,
    g,
    h,
  };
}

/** Small print is enlarged with a cubic filter: what a linear one blurs is misread far more often. */
function enlarge(page: Raster, target: Raster, map: Projection): void {
  const across = new Float64Array(4);
  const down = new Float64Array(4);
  for (let y = 0; y < target.height; y++) {
    const v = (y + 0.5) / target.height;
    for (let x = 0; x < target.width; x++) {
      const u = (x + 0.5) / target.width;
      const weight = map.g * u + map.h * v + 1;
      const sourceX = (map.a * u + map.b * v + map.c) / weight - 0.5;
      const sourceY = (map.d * u + map.e * v + map.f) / weight - 0.5;
      const left = Math.floor(sourceX);
      const top = Math.floor(sourceY);
      cubicWeights(sourceX - left, across);
      cubicWeights(sourceY - top, down);
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let row = 0; row < 4; row++) {
        const start = clamp(top - 1 + row, page.height) * page.width;
        for (let column = 0; column < 4; column++) {
          const at = (start + clamp(left - 1 + column, page.width)) * 3;
          const share = (down[row] ?? 0) * (across[column] ?? 0);
          red += (page.data[at] ?? 0) * share;
          green += (page.data[at + 1] ?? 0) * share;
          blue += (page.data[at + 2] ?? 0) * share;
        }
      }
      put(target, x, y, red, green, blue);
    }
  }
}

/** Catmull-Rom. */
function cubicWeights(share: number, weights: Float64Array): void {
  const square = share * share;
  const cube = square * share;
  weights[0] = -0.5 * cube + square - 0.5 * share;
  weights[1] = 1.5 * cube - 2.5 * square + 1;
  weights[2] = -1.5 * cube + 2 * square + 0.5 * share;
  weights[3] = 0.5 * cube - 0.5 * square;
}

function shrink(page: Raster, target: Raster, map: Projection, samples: number): void {
  const total = samples * samples;
  for (let y = 0; y < target.height; y++) {
    for (let x = 0; x < target.width; x++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let sample = 0; sample < total; sample++) {
        const u = (x + ((sample % samples) + 0.5) / samples) / target.width;
        const v = (y + (Math.floor(sample / samples) + 0.5) / samples) / target.height;
        const weight = map.g * u + map.h * v + 1;
        const sourceX = (map.a * u + map.b * v + map.c) / weight - 0.5;
        const sourceY = (map.d * u + map.e * v + map.f) / weight - 0.5;
        const left = Math.floor(sourceX);
        const top = Math.floor(sourceY);
        const shareX = sourceX - left;
        const shareY = sourceY - top;
        const x0 = clamp(left, page.width);
        const x1 = clamp(left + 1, page.width);
        const above = clamp(top, page.height) * page.width;
        const below = clamp(top + 1, page.height) * page.width;
        const w00 = (1 - shareX) * (1 - shareY);
        const w10 = shareX * (1 - shareY);
        const w01 = (1 - shareX) * shareY;
        const w11 = shareX * shareY;
        const i00 = (above + x0) * 3;
        const i10 = (above + x1) * 3;
        const i01 = (below + x0) * 3;
        const i11 = (below + x1) * 3;
        const d = page.data;
        red += (d[i00] ?? 0) * w00 + (d[i10] ?? 0) * w10 + (d[i01] ?? 0) * w01 + (d[i11] ?? 0) * w11;
        green += (d[i00 + 1] ?? 0) * w00 + (d[i10 + 1] ?? 0) * w10 + (d[i01 + 1] ?? 0) * w01 + (d[i11 + 1] ?? 0) * w11;
        blue += (d[i00 + 2] ?? 0) * w00 + (d[i10 + 2] ?? 0) * w10 + (d[i01 + 2] ?? 0) * w01 + (d[i11 + 2] ?? 0) * w11;
      }
      put(target, x, y, red / total, green / total, blue / total);
    }
  }
}

function clamp(value: number, limit: number): number {
  return value < 0 ? 0 : value >= limit ? limit - 1 : value;
}

// positional: runs for each pixel
function put(target: Raster, x: number, y: number, red: number, green: number, blue: number): void {
  const at = (y * target.width + x) * 3;
  target.data[at] = toByte(red);
  target.data[at + 1] = toByte(green);
  target.data[at + 2] = toByte(blue);
}

/** Cubic filters overshoot; a byte would wrap around. */
function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}
