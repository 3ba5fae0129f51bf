import type { Point, Quad, Raster } from '../../ports/ocr-engine.ts';

/** Cuts the text inside a quad out of the page and lays it straight, `height` pixels high. */
export function cropLine(page: Raster, quad: Quad, height: number, maximumWidth: number): Raster {
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  const quadWidth = Math.max(distance(topLeft, topRight), distance(bottomLeft, bottomRight), 1);
  const quadHeight = Math.max(distance(topLeft, bottomLeft), distance(topRight, bottomRight), 1);
  const width = Math.min(maximumWidth, Math.max(8, Math.round((quadWidth * height) / quadHeight)));
  const data = new Uint8Array(width * height * 3);
  const map = projection(quad);
  // Shrinking takes the mean over so many samples each way, or thin strokes would vanish.
  const samples = Math.min(4, Math.max(1, Math.round(quadHeight / height)));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let subY = 0; subY < samples; subY++) {
        for (let subX = 0; subX < samples; subX++) {
          const u = (x + (subX + 0.5) / samples) / width;
          const v = (y + (subY + 0.5) / samples) / height;
          const weight = map.g * u + map.h * v + 1;
          const sourceX = (map.a * u + map.b * v + map.c) / weight - 0.5;
          const sourceY = (map.d * u + map.e * v + map.f) / weight - 0.5;
          const left = Math.floor(sourceX);
          const top = Math.floor(sourceY);
          const shareX = sourceX - left;
          const shareY = sourceY - top;
          const x0 = left < 0 ? 0 : left >= page.width ? page.width - 1 : left;
          const x1 = left + 1 < 0 ? 0 : left + 1 >= page.width ? page.width - 1 : left + 1;
          const y0 = top < 0 ? 0 : top >= page.height ? page.height - 1 : top;
          const y1 = top + 1 < 0 ? 0 : top + 1 >= page.height ? page.height - 1 : top + 1;
          const i00 = (y0 * page.width + x0) * 3;
          const i10 = (y0 * page.width + x1) * 3;
          const i01 = (y1 * page.width + x0) * 3;
          const i11 = (y1 * page.width + x1) * 3;
          const w00 = (1 - shareX) * (1 - shareY);
          const w10 = shareX * (1 - shareY);
          const w01 = (1 - shareX) * shareY;
          const w11 = shareX * shareY;
          const d = page.data;
          red += (d[i00] ?? 0) * w00 + (d[i10] ?? 0) * w10 + (d[i01] ?? 0) * w01 + (d[i11] ?? 0) * w11;
          green +=
            (d[i00 + 1] ?? 0) * w00 + (d[i10 + 1] ?? 0) * w10 + (d[i01 + 1] ?? 0) * w01 + (d[i11 + 1] ?? 0) * w11;
          blue += (d[i00 + 2] ?? 0) * w00 + (d[i10 + 2] ?? 0) * w10 + (d[i01 + 2] ?? 0) * w01 + (d[i11 + 2] ?? 0) * w11;
        }
      }
      const target = (y * width + x) * 3;
      const total = samples * samples;
      data[target] = red / total;
      data[target + 1] = green / total;
      data[target + 2] = blue / total;
    }
  }
  return { width, height, data };
}

/** Where a point of the unit square lies in the page: the projective map that takes its corners to the quad's. */
function projection(quad: Quad) {
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

export function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}
