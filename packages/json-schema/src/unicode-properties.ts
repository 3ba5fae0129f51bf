import { LRUCache } from 'lru-cache';
import { type CodePoints, lastPoint } from './code-points.ts';

const known = new LRUCache<string, CodePoints>({ max: 50 });

/** The code points of `\p{…}` or `\P{…}` as the running engine knows them; throws a `SyntaxError` for unknown names. */
export function propertyPoints(source: string): CodePoints {
  let points = known.get(source);
  if (!points) {
    points = findPoints(new RegExp(`${source}+`, 'gu'));
    known.set(source, points);
  }
  return points;
}

/** Looks at all code points in slices, so that runs are found by the engine rather than point by point. */
function findPoints(expression: RegExp): CodePoints {
  const result: [number, number][] = [];
  const size = 0x4000;
  for (let start = 0; start <= lastPoint; start += size) {
    const points = Array.from({ length: size }, (_, i) => start + i);
    const text = String.fromCodePoint(...points);
    const isWide = start > 0xffff;
    for (const match of text.matchAll(expression)) {
      const low = start + match.index / (isWide ? 2 : 1);
      const high = low + match[0].length / (isWide ? 2 : 1) - 1;
      const last = result.at(-1);
      if (last && last[1] + 1 === low) last[1] = high;
      else result.push([low, high]);
    }
  }
  return result;
}
