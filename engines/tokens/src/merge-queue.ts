/** Rank of the bytes from start to end, or -1 when they are no token. */
export type RankOf = (start: number, end: number) => number;

interface Merge {
  rank: number;
  /** The two parts that would become one: `[start, middle)` and `[middle, end)`. */
  start: number;
  middle: number;
  end: number;
}

const longestToken = 128;

/**
 * Byte pair encoding: of all neighbours that make a token together, those of the lowest rank are joined first, the leftmost of
 * equals. The candidates stand in a heap, so that n bytes take n log n steps and not n².
 */
export class MergeQueue {
  readonly #heap: Merge[] = [];

  countParts(length: number, rankOf: RankOf): number {
    // By the place where a part starts: where it ends, and where the part before it starts. An end of 0: no part starts there.
    const ends = Int32Array.from({ length: length + 1 }, (_, at) => at + 1);
    const before = Int32Array.from({ length: length + 1 }, (_, at) => at - 1);
    const offer = (start: number, middle: number) => {
      if (start < 0 || middle >= length) return;
      const end = ends[middle] ?? 0;
      const rank = end - start > longestToken ? -1 : rankOf(start, end);
      if (rank >= 0) this.#push({ rank, start, middle, end });
    };
    for (let at = 0; at + 1 < length; at++) offer(at, at + 1);
    let parts = length;
    for (let merge = this.#pop(); merge; merge = this.#pop()) {
      const { start, middle, end } = merge;
      if (ends[start] !== middle || ends[middle] !== end) continue;
      ends[start] = end;
      ends[middle] = 0;
      before[end] = start;
      parts--;
      offer(before[start] ?? -1, start);
      offer(start, end);
    }
    return parts;
  }

  #push(merge: Merge): void {
    let at = this.#heap.push(merge) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#heap[above];
      if (!parent || isFirst(parent, merge)) break;
      this.#heap[at] = parent;
      at = above;
    }
    this.#heap[at] = merge;
  }

  #pop(): Merge | undefined {
    const top = this.#heap[0];
    const last = this.#heap.pop();
    if (top === undefined || last === undefined || this.#heap.length === 0) return top;
    let at = 0;
    for (;;) {
      const left = this.#heap[2 * at + 1];
      const right = this.#heap[2 * at + 2];
      const child = right && left && isFirst(right, left) ? right : left;
      if (!child || isFirst(last, child)) break;
      this.#heap[at] = child;
      at = 2 * at + (child === left ? 1 : 2);
    }
    this.#heap[at] = last;
    return top;
  }
}

function isFirst(one: Merge, other: Merge): boolean {
  return one.rank < other.rank || (one.rank === other.rank && one.start < other.start);
}
