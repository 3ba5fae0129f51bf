/** A set of code points as sorted, non-overlapping ranges, both ends included. */
export type CodePoints = readonly (readonly [number, number])[];

/** The last code point of Unicode. */
export const lastPoint = 0x10ffff;

/** All code points outside the set. */
export function complement(points: CodePoints): CodePoints {
  const result: [number, number][] = [];
  let next = 0;
  for (const [low, high] of points) {
    if (low > next) result.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= lastPoint) result.push([next, lastPoint]);
  return result;
}

export function union(...sets: CodePoints[]): CodePoints {
  const sorted = sets.flat().sort((a, b) => a[0] - b[0]);
  const result: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = result.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else result.push([low, high]);
  }
  return result;
}

/** Whether the set has a code point. */
export function contains(points: CodePoints, code: number): boolean {
  let low = 0;
  let high = points.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = points[middle] ?? [0, -1];
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return true;
  }
  return false;
}
