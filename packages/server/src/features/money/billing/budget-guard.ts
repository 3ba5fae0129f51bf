import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Counters } from '../../../ports/counters.ts';
import { periodsOf } from './usage-row.ts';

/** How a refusal names the budget. */
const whose = {
  key: 'this key',
  maker: "this key's maker, which all keys of members share,",
  workspace: 'this workspace',
} as const;

export interface BudgetOwner {
  id: string;
  /** Whose webhooks are told. */
  workspaceId: string;
  label: keyof typeof whose;
  budgetNanos: number;
  period: 'day' | 'month' | 'total';
}

/** What was spent, in billionths of a US dollar, all calls included that were answered. */
export interface Ledger {
  spent(ownerId: string, period: string): Promise<number>;
}

/** A budget that allowed a call no more, in a period such as `2026-11`. */
export interface ReachedBudget {
  owner: BudgetOwner;
  period: string;
  spentNanos: number;
}

/** Keeps what is spent plus what is held by running calls within each owner's budget. */
export class BudgetGuard {
  readonly #ledger: Ledger;
  readonly #counters: Counters;
  readonly #clock: Clock;

  readonly #onReached: (reached: ReachedBudget) => void;

  constructor(parts: {
    ledger: Ledger;
    counters: Counters;
    clock: Clock;
    /** Told of every call that a budget refuses; must not throw. */
    onReached?: (reached: ReachedBudget) => void;
  }) {
    this.#onReached = parts.onReached ?? (() => {});
    this.#ledger = parts.ledger;
    this.#counters = parts.counters;
    this.#clock = parts.clock;
  }

  /** Holds the amount with every owner or with none; throws `budget_exceeded`. Returns what gives it back. */
  async reserve(owners: BudgetOwner[], nanos: number): Promise<() => Promise<void>> {
    const id = newId('hold');
    const keys: string[] = [];
    const release = async () => {
      for (const key of keys.splice(0)) await this.#counters.release(key, id);
    };
    try {
      for (const owner of owners) {
        const period = periodsOf(this.#clock.now())[owner.period];
        const key = `budget:${owner.id}:${period}`;
        keys.push(key);
        await this.#reserveWith(owner, { key, id, period, nanos });
      }
    } catch (error) {
      await release();
      throw error;
    }
    return release;
  }

  /** What the tightest of the budgets has left besides all that is held, in billionths of a US dollar; below zero when it is overdrawn. */
  async left(owners: readonly BudgetOwner[]): Promise<number> {
    const id = newId('look');
    let least = Number.POSITIVE_INFINITY;
    for (const owner of owners) {
      const period = periodsOf(this.#clock.now())[owner.period];
      const key = `budget:${owner.id}:${period}`;
      const held = await this.#counters.hold(key, id, 0);
      await this.#counters.release(key, id);
      least = Math.min(least, owner.budgetNanos - held - (await this.#ledger.spent(owner.id, period)));
    }
    return least;
  }

  /**
   * Holds first and reads what is spent after: a call that ends writes its record before it gives its hold back, so it is
   * in one of both numbers at least. One that ends between is in both, so what seems too much is looked at once more.
   */
  async #reserveWith(
    owner: BudgetOwner,
    { key, id, period, nanos }: { key: string; id: string; period: string; nanos: number },
  ): Promise<void> {
    for (let look = 1; ; look++) {
      const held = await this.#counters.hold(key, id, nanos);
      const spent = await this.#ledger.spent(owner.id, period);
      if (spent < owner.budgetNanos && spent + held <= owner.budgetNanos) return;
      if (look < 2) continue;
      this.#onReached({ owner, period, spentNanos: spent });
      throw exceeded(owner, { spent, held: held - nanos, needed: nanos });
    }
  }
}

function exceeded(owner: BudgetOwner, amounts: { spent: number; held: number; needed: number }): AppError {
  const per = owner.period === 'total' ? 'in all' : `per ${owner.period}`;
  return new AppError(
    'budget_exceeded',
    `The budget of ${whose[owner.label]} (${usd(owner.budgetNanos)} ${per}) does not allow this call: ` +
      `${usd(amounts.spent)} is spent, ${usd(amounts.held)} is held by calls that are running, ` +
      `and this call may need ${usd(amounts.needed)}. Raise the budget or wait for the next period.`,
  );
}

/** Dollars with as many decimals as it takes to tell the amount from zero, at least two. */
function usd(nanos: number): string {
  const dollars = nanos / 1e9;
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: dollars < 1 ? 9 : 2, useGrouping: false })}`;
}
