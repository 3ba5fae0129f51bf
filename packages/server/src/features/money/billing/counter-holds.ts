import { newId } from '../../../lib/ids.ts';
import type { BudgetHolds } from '../../../ports/budget-holds.ts';
import type { Counters } from '../../../ports/counters.ts';

/** Held in the counters: in memory where there is one process, in Redis where there are more. */
export class CounterHolds implements BudgetHolds {
  readonly #counters: Pick<Counters, 'hold' | 'release'>;

  constructor(parts: { counters: Pick<Counters, 'hold' | 'release'> }) {
    this.#counters = parts.counters;
  }

  async hold(places: readonly string[], id: string, nanos: number): Promise<number[]> {
    return Promise.all(places.map((place) => this.#counters.hold(keyOf(place), id, nanos)));
  }

  async held(places: readonly string[]): Promise<number[]> {
    const id = newId('look');
    const sums = await this.hold(places, id, 0);
    await this.release(places, id);
    return sums;
  }

  async release(places: readonly string[], id: string): Promise<void> {
    await Promise.all(places.map((place) => this.#counters.release(keyOf(place), id)));
  }

  async close(): Promise<void> {}
}

const keyOf = (place: string): string => `budget:${place}`;
