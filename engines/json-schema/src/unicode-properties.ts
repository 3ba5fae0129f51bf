import { LRUCache } from 'lru-cache';
import { type CodePoints, lastPoint, union } from './code-points.ts';

const known = new LRUCache<string, CodePoints>({ max: 50 });

/** The code points of `\p{…}` or `\P{…}` as the running engine knows them; throws a `SyntaxError` for unknown names. */
export function propertyPoints(source: string): CodePoints {
  let points = known.get(source);
  if (!points) {
    // such as: /\p{L}+/gu
    points = findPoints(new RegExp(`${source}+`, 'gu'));
    known.set(source, points);
  }
  return points;
}

/** Planes of which each code point has the properties of the first: not assigned, or for private use. */
const uniform: readonly (readonly [number, number])[] = [
  [0x40000, 0xdffff],
  [0xe1000, 0xeffff],
  [0xf0000, lastPoint],
];
const varied: readonly (readonly [number, number])[] = [
  [0, 0x3ffff],
  [0xe0000, 0xe0fff],
];

function findPoints(expression: RegExp): CodePoints {
  const found: [number, number][] = [];
  for (const [low, high] of varied) found.push(...runsIn(low, high, expression));
  for (const [low, high] of uniform) if (String.fromCodePoint(low).search(expression) === 0) found.push([low, high]);
  return union(found);
}

/** In slices, so that runs are found by the engine rather than point by point. */
function runsIn(low: number, high: number, expression: RegExp): [number, number][] {
  const runs: [number, number][] = [];
  const size = 0x1000;
  for (let start = low; start <= high; start += size) {
    let text = '';
    for (let code = start; code < start + size; code++) text += String.fromCodePoint(code);
    const width = start > 0xffff ? 2 : 1;
    for (const match of text.matchAll(expression)) {
      const first = start + match.index / width;
      runs.push([first, first + match[0].length / width - 1]);
    }
  }
  return runs;
}
