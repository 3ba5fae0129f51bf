/**
 * What running calls hold with budgets, seen by all processes that share them. A hold lives as long as the process that holds it: what one
 * that was killed still held is forgotten within a minute.
 */
export interface BudgetHolds {
  /** Holds the amount at each of the places, in place of what was held there under the same id, and returns the sum of each. */
  hold(places: readonly string[], id: string, nanos: number): Promise<number[]>;
  /** The sum that is held at each of the places. */
  held(places: readonly string[]): Promise<number[]>;
  /** Gives back what is held under an id. */
  release(places: readonly string[], id: string): Promise<void>;
  close(): Promise<void>;
}
