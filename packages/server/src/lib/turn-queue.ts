/** What waits for its turn. */
export interface Queued {
  /** Whose turn it uses up: what is queued under one name waits behind itself, not before others. */
  readonly turn: string;
}

/** A queue that serves names in turns: each has one item taken before any has a second one. */
export class TurnQueue<Item extends Queued> {
  /** By name, in the order of whose turn is next. */
  readonly #lines = new Map<string, Set<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many wait under a name. */
  sizeOf(turn: string): number {
    return this.#lines.get(turn)?.size ?? 0;
  }

  push(item: Item): void {
    const line = this.#lines.get(item.turn);
    if (line) line.add(item);
    else this.#lines.set(item.turn, new Set([item]));
    this.#size++;
  }

  /** Takes out the item whose turn it is, of a name that `mayRun` lets through. */
  take(mayRun: (turn: string) => boolean): Item | undefined {
    for (const [turn, line] of this.#lines) {
      if (!mayRun(turn)) continue;
      const [item] = line;
      if (item === undefined) return undefined;
      this.delete(item);
      // Behind the others until its turn comes again.
      if (this.#lines.delete(turn)) this.#lines.set(turn, line);
      return item;
    }
    return undefined;
  }

  /** False when the item no longer waits. */
  delete(item: Item): boolean {
    const line = this.#lines.get(item.turn);
    if (!line?.delete(item)) return false;
    if (line.size === 0) this.#lines.delete(item.turn);
    this.#size--;
    return true;
  }

  /** Takes out all that waits. */
  clear(): Item[] {
    const items = [...this.#lines.values()].flatMap((line) => [...line]);
    this.#lines.clear();
    this.#size = 0;
    return items;
  }
}
