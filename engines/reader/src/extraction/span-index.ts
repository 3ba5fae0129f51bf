/** Stretches of a text in reading order, of which those that meet a place are found without going through all of them. */
export class SpanIndex<T extends { start: number; end: number }> {
  readonly #spans: readonly T[];
  /** The furthest end of a stretch and of all before it. */
  readonly #reach: readonly number[];

  constructor(spans: readonly T[]) {
    this.#spans = spans.toSorted((one, other) => one.start - other.start);
    let furthest = 0;
    this.#reach = this.#spans.map(({ end }) => {
      furthest = Math.max(furthest, end);
      return furthest;
    });
  }

  /** Those that share a character with the stretch, in reading order. */
  meeting(start: number, end: number): T[] {
    const found: T[] = [];
    for (let at = this.#countBefore(end) - 1; at >= 0 && (this.#reach[at] ?? 0) > start; at--) {
      const span = this.#spans[at];
      if (span && span.end > start) found.push(span);
    }
    return found.reverse();
  }

  isMet(start: number, end: number): boolean {
    return this.meeting(start, end).length > 0;
  }

  /** Those that lie in the stretch, in reading order. */
  inside(start: number, end: number): T[] {
    return this.meeting(start, end).filter((span) => span.start >= start && span.end <= end);
  }

  /** The last one that begins at a place or before it. */
  lastFrom(at: number): T | undefined {
    return this.#spans[this.#countBefore(at + 1) - 1];
  }

  #countBefore(end: number): number {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#spans[middle]?.start ?? 0) < end) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
