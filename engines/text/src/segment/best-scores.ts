/** The least of the highest so many scores of a stream of them. A heap of fixed size with the least on top. */
export class BestScores {
  readonly #heap: Float64Array;
  #count = 0;

  constructor(size: number) {
    this.#heap = new Float64Array(size);
  }

  /** What a score must reach to be among the highest; `-Infinity` while there are fewer. */
  get least(): number {
    return this.#count < this.#heap.length ? Number.NEGATIVE_INFINITY : (this.#heap[0] ?? Number.NEGATIVE_INFINITY);
  }

  /** Whether a score is among the highest so far; equal to the least of them is. */
  take(score: number): boolean {
    if (this.#count < this.#heap.length) {
      this.#rise(this.#count++, score);
      return true;
    }
    const least = this.least;
    if (score > least) this.#sink(score);
    return score >= least;
  }

  #rise(from: number, score: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= score) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = score;
  }

  /** Puts a score in the place of the least. */
  #sink(score: number): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (below >= score) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = score;
  }
}
