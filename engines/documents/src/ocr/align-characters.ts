import { isReadingWithoutMarks } from './latin-letters.ts';

/** A pair of positions that belong together; null where the other text has nothing. */
export interface AlignedPair {
  left: number | null;
  right: number | null;
}

/** Characters that engines take for one another; exchanging them costs half. */
const lookalikes = [
  '0OoQD',
  '1lIi|!][',
  '5Ss$',
  '8B&',
  '2Zz',
  '6bG',
  '9gq',
  'uv',
  'ce',
  'rn',
  '.,',
  ';:',
  '-_~',
  'TI',
  '({[',
  ')}]',
];

const similar = new Map<string, Set<string>>();

/** Whether two different characters look alike in print. */
export function areSimilar(a: string, b: string): boolean {
  if (similar.size === 0) {
    for (const group of lookalikes) {
      for (const character of group) {
        const others = similar.get(character) ?? new Set<string>();
        for (const other of group) others.add(other);
        similar.set(character, others);
      }
    }
  }
  return similar.get(a)?.has(b) === true || a.toLowerCase() === b.toLowerCase();
}

/**
 * The cheapest way to turn one list of characters into the other, as pairs in order. `apart` tells how far a pair of
 * positions stands apart on the page, in widths of a character; of ways that cost the same, near pairs are taken.
 */
export function alignCharacters(
  left: readonly string[],
  right: readonly string[],
  apart: (left: number, right: number) => number = () => 0,
): AlignedPair[] {
  const columns = right.length + 1;
  const costs = new Float64Array((left.length + 1) * columns);
  const swapCost = (i: number, j: number) => exchangeCost(left[i] ?? '', right[j] ?? '') + distanceCost(apart(i, j));
  for (let i = 0; i <= left.length; i++) costs[i * columns] = i;
  for (let j = 0; j <= right.length; j++) costs[j] = j;
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length; j++) {
      const swap = (costs[(i - 1) * columns + j - 1] ?? 0) + swapCost(i - 1, j - 1);
      const drop = (costs[(i - 1) * columns + j] ?? 0) + 1;
      const add = (costs[i * columns + j - 1] ?? 0) + 1;
      costs[i * columns + j] = Math.min(swap, drop, add);
    }
  }
  const pairs: AlignedPair[] = [];
  let i = left.length;
  let j = right.length;
  while (i > 0 || j > 0) {
    const here = costs[i * columns + j] ?? 0;
    const before = costs[(i - 1) * columns + j - 1] ?? 0;
    if (i > 0 && j > 0 && Math.abs(before + swapCost(i - 1, j - 1) - here) < 1e-9) {
      pairs.push({ left: --i, right: --j });
    } else if (i > 0 && Math.abs((costs[(i - 1) * columns + j] ?? 0) + 1 - here) < 1e-9) {
      pairs.push({ left: --i, right: null });
    } else {
      pairs.push({ left: null, right: --j });
    }
  }
  return pairs.reverse();
}

function exchangeCost(a: string, b: string): number {
  if (a === b) return 0;
  if (isReadingWithoutMarks(a, b)) return 0.2;
  return areSimilar(a, b) ? 0.6 : 1.2;
}

/** Positions are rough, since most engines tell only those of words: two characters off are nothing. */
function distanceCost(apart: number): number {
  return Math.min(0.4, Math.max(0, apart - 2) * 0.05);
}
