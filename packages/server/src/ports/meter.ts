import type { TokenUsage } from './language-model.ts';

/** What one piece of work used. */
export interface Consumption {
  /** Model id of the wire, as in the model list. */
  model: string;
  usage: TokenUsage;
  /** By the model list's prices, in US dollars: what the workspace is charged. */
  costUsd: number;
  /** By the vendor's own prices, in US dollars; 0 for embedded engines. */
  upstreamCostUsd: number;
}

/**
 * The meter of one call: reserve before the work, add what was used, and the call's end settles it with one record.
 * Reservation and settlement are the ledger's; services see only this.
 */
export interface Meter {
  /**
   * Holds an estimate against the budgets and the token limit of key and workspace.
   * Throws `budget_exceeded` or `rate_limit_exceeded`. May be called more than once; estimates add up.
   */
  reserve(estimate: { costUsd: number; tokens: number }): Promise<void>;
  add(consumption: Consumption): void;
  /**
   * The work goes on under a meter of its own, which charges it and stores its record: this one only gives back what it
   * holds when the call ends.
   */
  handOver(): void;
  /** Gives back what was reserved, charges what was used and stores the record. Later calls change nothing. */
  settle(outcome: { status: number; isStreamed: boolean }): Promise<void>;
}
