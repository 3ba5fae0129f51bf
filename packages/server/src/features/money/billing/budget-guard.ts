import type { BudgetPeriod } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { BudgetHolds } from '../../../ports/budget-holds.ts';
import type { Clock } from '../../../ports/clock.ts';
import { endOf, periodsOf } from './budget-periods.ts';
import type { SpendPlace } from './usage-repository.ts';

/** How a refusal names the budget. */
const whose = {
  key: 'this key',
  maker: "this key's maker, which all keys of members share,",
  workspace: 'this workspace',
  user: 'this user',
  tag: 'this tag',
  model: 'this model',
} as const;

export interface BudgetOwner {
  /** As in `spend`. */
  id: string;
  /** Whose webhooks are told. */
  workspaceId: string;
  label: keyof typeof whose;
  budgetNanos: number;
  period: BudgetPeriod;
  /** Of one that was made by itself, and not with a key or a workspace. */
  made?: {
    id: string;
    name: string;
    /** The key, user, tag or model that it is about. */
    subject: string | null;
    /** Shares at which somebody is told. */
    warnAt: readonly number[];
    emails: readonly string[];
    /** It warns, and refuses nothing. */
    isWarning: boolean;
  };
}

/** What was spent, in billionths of a US dollar, all calls included that were answered. */
export interface Ledger {
  spent(places: readonly SpendPlace[]): Promise<bigint[]>;
}

/** What a budget has at one moment, in billionths of a US dollar. */
export interface BudgetFigures {
  owner: BudgetOwner;
  /** Such as `2026-11`. */
  period: string;
  /** A call that goes through may bring it above any budget, and beyond what a number tells apart. */
  spentNanos: bigint;
  heldNanos: number;
  /** Below zero when it is overdrawn. */
  leftNanos: number;
  /** The first moment of the next period; null where none comes. */
  resetsAt: number | null;
}

/** Keeps what is spent plus what is held by running calls within each owner's budget. */
export class BudgetGuard {
  readonly #ledger: Ledger;
  readonly #holds: BudgetHolds;
  readonly #clock: Clock;

  readonly #onReached: (reached: BudgetFigures) => void;
  /** Calls that a budget refused, since the start. */
  refused = 0;

  constructor(parts: {
    ledger: Ledger;
    holds: BudgetHolds;
    clock: Clock;
    /** Told of every call that a budget refuses; must not throw. */
    onReached?: (reached: BudgetFigures) => void;
  }) {
    this.#onReached = parts.onReached ?? (() => {});
    this.#ledger = parts.ledger;
    this.#holds = parts.holds;
    this.#clock = parts.clock;
  }

  /**
   * Holds the amount with every owner or with none, in the periods of the moment when the call began (`at`); throws `budget_exceeded`,
   * and `onRefused` gets the figures of the budget without this call. `figures` are those with it, in the order of the owners.
   */
  async reserve(
    owners: readonly BudgetOwner[],
    nanos: number,
    { at = this.#clock.now(), onRefused }: { at?: number; onRefused?: (full: BudgetFigures) => void } = {},
  ): Promise<{ release: () => Promise<void>; figures: BudgetFigures[] }> {
    const id = newId('hold');
    const places = owners.map((owner) => placeOf(owner, at));
    let isHeld = true;
    const release = async () => {
      if (!isHeld) return;
      isHeld = false;
      await this.#holds.release(places, id);
    };
    try {
      for (let look = 1; ; look++) {
        // Held first, read after: a call that ends writes its record before it gives its hold back, so it is in one of both numbers at
        // least. One that ends between is in both, so what seems too much is looked at once more.
        const held = await this.#holds.hold(places, id, nanos);
        const figures = await this.#figures(owners, held, at);
        const full = figures.find((one) => isFull(one));
        if (full === undefined) return { release, figures };
        if (look < 2) continue;
        onRefused?.({ ...full, leftNanos: full.leftNanos + nanos });
        this.refused++;
        this.#onReached(full);
        throw exceeded(full, nanos);
      }
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** What each owner has left besides all that is held: what is shown, and what a reservation compares with. */
  async look(owners: readonly BudgetOwner[], at: number = this.#clock.now()): Promise<BudgetFigures[]> {
    if (owners.length === 0) return [];
    const held = await this.#holds.held(owners.map((owner) => placeOf(owner, at)));
    return this.#figures(owners, held, at);
  }

  /** What the tightest of the budgets that refuse has left, in billionths of a US dollar; below zero when it is overdrawn. */
  async left(owners: readonly BudgetOwner[], at?: number): Promise<number> {
    const figures = await this.look(
      owners.filter((owner) => !owner.made?.isWarning),
      at,
    );
    return figures.reduce((least, { leftNanos }) => Math.min(least, leftNanos), Number.POSITIVE_INFINITY);
  }

  async #figures(owners: readonly BudgetOwner[], held: readonly number[], at: number): Promise<BudgetFigures[]> {
    const periods = periodsOf(at);
    const spent = await this.#ledger.spent(
      owners.map((owner) => ({ ownerId: owner.id, period: periods[owner.period] })),
    );
    return owners.map((owner, index) => {
      const [spentNanos = 0n, heldNanos = 0] = [spent[index], held[index]];
      const leftNanos = Number(BigInt(owner.budgetNanos) - spentNanos - BigInt(heldNanos));
      const resetsAt = endOf(owner.period, at);
      return { owner, period: periods[owner.period], spentNanos, heldNanos, leftNanos, resetsAt };
    });
  }
}

const placeOf = ({ id, period }: BudgetOwner, at: number): string => `${id}:${periodsOf(at)[period]}`;

const isFull = ({ owner, leftNanos, spentNanos }: BudgetFigures): boolean =>
  owner.made?.isWarning !== true && (leftNanos < 0 || spentNanos >= owner.budgetNanos);

function exceeded({ owner, spentNanos, heldNanos }: BudgetFigures, needed: number): AppError {
  const per = owner.period === 'total' ? 'in all' : `per ${owner.period}`;
  const name = owner.made?.name ? ` "${owner.made.name}"` : '';
  return new AppError(
    'budget_exceeded',
    `The budget${name} of ${whose[owner.label]} (${usd(owner.budgetNanos)} ${per}) does not allow this call: ` +
      `${usd(Number(spentNanos))} is spent, ${usd(heldNanos - needed)} is held by calls that are running, ` +
      `and this call may need ${usd(needed)}. Raise the budget or wait for the next period.`,
  );
}

/** Dollars with as many decimals as it takes to tell the amount from zero, at least two. */
function usd(nanos: number): string {
  const dollars = nanos / 1e9;
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: dollars < 1 ? 9 : 2, useGrouping: false })}`;
}
