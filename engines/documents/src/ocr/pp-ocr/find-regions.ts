import type { FoundLine, Point, Quad } from '../ocr-engine.ts';

/** How likely each pixel belongs to a (shrunken) line of text, 0 to 255. */
export interface ProbabilityMap {
  width: number;
  height: number;
  data: Uint8Array;
}

const pixelThreshold = 77;
const regionThreshold = 0.5;
/** Regions with a shorter side below this are specks. */
const minimumSide = 3;
/** The model is trained on shrunken lines; growing them back by this share of area over perimeter restores them. */
const growth = 1.6;
const maximumRegions = 3000;

/** Turns the map into rotated rectangles around connected regions, grown back to the size of the text. */
export function findRegions(map: ProbabilityMap): FoundLine[] {
  const found: FoundLine[] = [];
  const seen = new Uint8Array(map.width * map.height);
  const stack: number[] = [];
  for (let start = 0; start < seen.length && found.length < maximumRegions; start++) {
    if (seen[start] || (map.data[start] ?? 0) < pixelThreshold) continue;
    const region = flood(map, seen, stack, start);
    if (region.score < regionThreshold) continue;
    const rectangle = smallestRectangle(convexHull(region.outline));
    if (!rectangle || Math.min(rectangle.width, rectangle.height) < minimumSide) continue;
    const distance = (rectangle.width * rectangle.height * growth) / (2 * (rectangle.width + rectangle.height));
    found.push({ quad: toQuad(rectangle, distance, map), score: region.score });
  }
  return found;
}

interface Region {
  /** Leftmost and rightmost pixel of each row. */
  outline: Point[];
  /** Mean probability, 0 to 1. */
  score: number;
}

function flood(map: ProbabilityMap, seen: Uint8Array, stack: number[], start: number): Region {
  const { width, height, data } = map;
  const rows = new Map<number, { left: number; right: number }>();
  let sum = 0;
  let count = 0;
  seen[start] = 1;
  stack.push(start);
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const x = index % width;
    const y = (index - x) / width;
    sum += data[index] ?? 0;
    count++;
    const row = rows.get(y);
    if (!row) rows.set(y, { left: x, right: x });
    else if (x < row.left) row.left = x;
    else if (x > row.right) row.right = x;
    for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY++) {
      for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX++) {
        const next = nextY * width + nextX;
        if (seen[next] || (data[next] ?? 0) < pixelThreshold) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
  }
  const outline: Point[] = [];
  for (const [y, { left, right }] of rows) {
    // Pixels are squares: their far edges count too.
    outline.push({ x: left, y }, { x: right + 1, y }, { x: left, y: y + 1 }, { x: right + 1, y: y + 1 });
  }
  return { outline, score: sum / count / 255 };
}

/** Andrew's monotone chain. */
export function convexHull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const half = (list: Point[]) => {
    const chain: Point[] = [];
    for (const point of list) {
      for (;;) {
        const last = chain.at(-1);
        const before = chain.at(-2);
        if (!last || !before) break;
        const turn = (last.x - before.x) * (point.y - before.y) - (last.y - before.y) * (point.x - before.x);
        if (turn > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

interface Rectangle {
  center: Point;
  /** Along the axis at `angle`. */
  width: number;
  height: number;
  angle: number;
}

/** The rectangle of least area around a convex hull; one of its sides lies on a side of the hull. */
export function smallestRectangle(hull: Point[]): Rectangle | null {
  let best: Rectangle | null = null;
  for (let index = 0; index < hull.length; index++) {
    const from = hull[index];
    const to = hull[(index + 1) % hull.length];
    if (!from || !to) continue;
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    let left = Infinity;
    let right = -Infinity;
    let top = Infinity;
    let bottom = -Infinity;
    for (const point of hull) {
      const along = point.x * cos + point.y * sin;
      const across = point.y * cos - point.x * sin;
      left = Math.min(left, along);
      right = Math.max(right, along);
      top = Math.min(top, across);
      bottom = Math.max(bottom, across);
    }
    const width = right - left;
    const height = bottom - top;
    if (best && width * height >= best.width * best.height) continue;
    const along = (left + right) / 2;
    const across = (top + bottom) / 2;
    best = { center: { x: along * cos - across * sin, y: along * sin + across * cos }, width, height, angle };
  }
  return best;
}

/** Corners of the rectangle grown by `distance`, starting at the one nearest the top left of the page. */
function toQuad(rectangle: Rectangle, distance: number, map: ProbabilityMap): Quad {
  // Turn the rectangle so that its first axis is the one nearest to the page's horizontal.
  let { angle, width, height } = rectangle;
  while (angle > Math.PI / 4) {
    angle -= Math.PI / 2;
    [width, height] = [height, width];
  }
  while (angle <= -Math.PI / 4) {
    angle += Math.PI / 2;
    [width, height] = [height, width];
  }
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const halfWidth = width / 2 + distance;
  const halfHeight = height / 2 + distance;
  const corner = (along: number, across: number): Point => ({
    x: clamp(rectangle.center.x + along * cos - across * sin, map.width),
    y: clamp(rectangle.center.y + along * sin + across * cos, map.height),
  });
  return [
    corner(-halfWidth, -halfHeight),
    corner(halfWidth, -halfHeight),
    corner(halfWidth, halfHeight),
    corner(-halfWidth, halfHeight),
  ];
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(0, value));
}
