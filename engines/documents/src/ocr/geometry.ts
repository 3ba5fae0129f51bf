import type { Box, Point, Quad } from './ocr-engine.ts';

export function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

export function quadOf(box: Box): Quad {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  return [
    { x: box.x, y: box.y },
    { x: right, y: box.y },
    { x: right, y: bottom },
    { x: box.x, y: bottom },
  ];
}

/** Length along the text and across it. */
export function quadSize(quad: Quad): { length: number; thickness: number } {
  const side = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y);
  return {
    length: (side(quad[0], quad[1]) + side(quad[3], quad[2])) / 2,
    thickness: (side(quad[0], quad[3]) + side(quad[1], quad[2])) / 2,
  };
}

/** Angle of the text against the horizontal, in degrees, clockwise. */
export function quadAngle(quad: Quad): number {
  const from = { x: (quad[0].x + quad[3].x) / 2, y: (quad[0].y + quad[3].y) / 2 };
  const to = { x: (quad[1].x + quad[2].x) / 2, y: (quad[1].y + quad[2].y) / 2 };
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
}

/** The same place read in another direction: `quarters` quarter turns of the page clockwise would make it upright. */
export function turnQuad(quad: Quad, quarters: number): Quad {
  const [a, b, c, d] = quad;
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return [d, a, b, c];
    case 2:
      return [c, d, a, b];
    case 3:
      return [b, c, d, a];
    default:
      return quad;
  }
}

export function scaleQuad(quad: Quad, factor: number): Quad {
  const scaled = (point: Point): Point => ({ x: point.x * factor, y: point.y * factor });
  return [scaled(quad[0]), scaled(quad[1]), scaled(quad[2]), scaled(quad[3])];
}

export function scaleBox(box: Box, factor: number): Box {
  return { x: box.x * factor, y: box.y * factor, width: box.width * factor, height: box.height * factor };
}

export function clampBox(box: Box, width: number, height: number): Box {
  const x = Math.min(Math.max(0, box.x), width - 1);
  const y = Math.min(Math.max(0, box.y), height - 1);
  return {
    x: Math.round(x * 10) / 10,
    y: Math.round(y * 10) / 10,
    width: Math.max(1, Math.floor((Math.min(width, box.x + box.width) - x) * 10) / 10),
    height: Math.max(1, Math.floor((Math.min(height, box.y + box.height) - y) * 10) / 10),
  };
}

/** The value below which half of the weight lies; 0 of nothing. */
export function median(values: readonly number[], weights?: readonly number[]): number {
  const entries = values
    .map((value, index) => ({ value, weight: weights?.[index] ?? 1 }))
    .sort((a, b) => a.value - b.value);
  const half = entries.reduce((sum, entry) => sum + entry.weight, 0) / 2;
  let sum = 0;
  for (const entry of entries) {
    sum += entry.weight;
    if (sum >= half) return entry.value;
  }
  return 0;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
