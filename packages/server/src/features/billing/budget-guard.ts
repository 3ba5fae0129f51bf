import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Counters } from '../../ports/counters.ts';
import { periodsOf } from './usage-row.ts';
import type { UsageWriter } from './usage-writer.ts';

/** A reservation that nobody settles (its process died) is forgotten after the longest call plus slack. */
const reservationMs = 15 * 60_000;

export interface BudgetOwner {
  id: string;
  label: 'key' | 'workspace';
  budgetNanos: number;
  period: 'day' | 'month' | 'total';
}

/** Keeps what is spent plus what is reserved within each owner's budget. */
export class BudgetGuard {
  readonly #ledger: UsageWriter;
  readonly #counters: Counters;
  readonly #clock: Clock;

  constructor(parts: { ledger: UsageWriter; counters: Counters; clock: Clock }) {
    this.#ledger = parts.ledger;
    this.#counters = parts.counters;
    this.#clock = parts.clock;
  }

  /** Reserves the amount with every owner or with none; throws `budget_exceeded`. Returns what gives it back. */
  async reserve(owners: BudgetOwner[], nanos: number): Promise<() => Promise<void>> {
    const held: string[] = [];
    const release = async () => {
      for (const key of held.splice(0)) await this.#counters.add(key, -nanos, reservationMs);
    };
    for (const owner of owners) {
      const period = periodsOf(this.#clock.now())[owner.period];
      const key = `reserved:${owner.id}:${period}`;
      const spent = await this.#ledger.spent(owner.id, period);
      const reserved = await this.#counters.add(key, nanos, reservationMs);
      held.push(key);
      if (spent >= owner.budgetNanos || spent + reserved > owner.budgetNanos) {
        await release();
        throw exceeded(owner, spent);
      }
    }
    return release;
  }
}

function exceeded(owner: BudgetOwner, spentNanos: number): AppError {
  const usd = (nanos: number) => `$${(nanos / 1e9).toFixed(nanos < 1e7 ? 6 : 2)}`;
  const per = owner.period === 'total' ? 'in all' : `per ${owner.period}`;
  return new AppError(
    'budget_exceeded',
    `The budget of this ${owner.label} (${usd(owner.budgetNanos)} ${per}) does not allow this call; ` +
      `${usd(spentNanos)} is spent. Raise the budget or wait for the next period.`,
  );
}
