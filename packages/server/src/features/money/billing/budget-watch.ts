import type { JsonObject } from '@parley/contract';
import type { Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../../../db/tables.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Mail, Mailer } from '../../../ports/mailer.ts';
import type { BudgetFigures, BudgetGuard, BudgetOwner } from './budget-guard.ts';
import { periodsOf } from './budget-periods.ts';
import type { BudgetRepository } from './budget-repository.ts';
import { usdOf } from './cost.ts';

/** One look for all calls of so long. */
const pauseMs = 250;
const mostWaiting = 10_000;
const lookedAtOnce = 100;

export interface BudgetWatchParts {
  guard: Pick<BudgetGuard, 'look'>;
  repository: Pick<BudgetRepository, 'warn'>;
  /** Takes down what webhooks are to be told, in the transaction in which it happens. */
  tell: (
    event: { workspaceId: string; event: 'budget.warning'; data: JsonObject },
    within: Transaction<Tables>,
  ) => Promise<void>;
  /** Null where no mail is sent. */
  mailer: Mailer | null;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Tells when a budget has spent one of its shares: once in its period, whichever process sees it. */
export class BudgetWatch {
  readonly #parts: BudgetWatchParts;
  readonly #waiting = new Map<string, { owner: BudgetOwner; at: number }>();
  /** The highest share that somebody was told of, by owner, period and amount: a busy budget costs no query for it. */
  readonly #told = new LRUCache<string, number>({ max: mostWaiting });
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: BudgetWatchParts) {
    this.#parts = parts;
  }

  /** These budgets counted a call that began then. */
  counted(owners: readonly BudgetOwner[], at: number): void {
    const periods = periodsOf(at);
    for (const owner of owners) {
      if (!owner.made || owner.made.warnAt.length === 0 || this.#waiting.size >= mostWaiting) continue;
      this.#waiting.set(`${owner.id} ${periods[owner.period]}`, { owner, at });
    }
    if (this.#waiting.size === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => void this.look(), pauseMs).unref();
  }

  /** Looks at once at all that counted something; the timer does so a moment after. */
  look(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#looking = this.#looking.then(() => this.#lookAt(waiting)).catch(this.#parts.onError);
    return this.#looking;
  }

  async close(): Promise<void> {
    await this.look();
  }

  async #lookAt(waiting: readonly { owner: BudgetOwner; at: number }[]): Promise<void> {
    const byDay = Map.groupBy(waiting, ({ at }) => periodsOf(at).day);
    for (const sameDay of byDay.values()) {
      for (let from = 0; from < sameDay.length; from += lookedAtOnce) {
        const some = sameDay.slice(from, from + lookedAtOnce);
        const figures = await this.#parts.guard.look(
          some.map(({ owner }) => owner),
          some[0]?.at,
        );
        for (const one of figures) await this.#warn(one);
      }
    }
  }

  async #warn(figures: BudgetFigures): Promise<void> {
    const { owner, period, spentNanos } = figures;
    const reached = owner.made?.warnAt.filter((share) => spentNanos >= Math.round(share * owner.budgetNanos)) ?? [];
    const share = Math.max(0, ...reached);
    const key = `${owner.id} ${period} ${owner.budgetNanos}`;
    if (reached.length === 0 || share <= (this.#told.get(key) ?? 0)) return;
    const { workspaceId } = owner;
    const { repository, clock } = this.#parts;
    const event = { workspaceId, event: 'budget.warning', data: { budget: dataOf(figures, share) } } as const;
    const place = { workspaceId, ownerId: owner.id, period };
    const isNew = await repository.warn(place, { shares: reached, now: clock.now() }, (within) =>
      this.#parts.tell(event, within),
    );
    this.#told.set(key, share);
    if (isNew) await this.#mail(figures, share);
  }

  async #mail(figures: BudgetFigures, share: number): Promise<void> {
    const { mailer, onError } = this.#parts;
    for (const to of (mailer && figures.owner.made?.emails) || []) {
      await mailer?.send(mailOf(to, figures, share)).catch(onError);
    }
  }
}

function dataOf({ owner, period, spentNanos, resetsAt }: BudgetFigures, share: number): JsonObject {
  return {
    id: owner.made?.id ?? owner.id,
    name: owner.made?.name ?? '',
    scope: owner.label,
    subject: owner.made?.subject ?? null,
    period,
    action: owner.made?.isWarning ? 'warn' : 'stop',
    share,
    amount_usd: owner.budgetNanos / 1e9,
    spent_usd: usdOf(spentNanos),
    resets_at: isoTime(resetsAt),
  };
}

function mailOf(to: string, { owner, period, spentNanos, resetsAt }: BudgetFigures, share: number): Mail {
  const subject = owner.made?.subject;
  const what = [owner.made?.name || owner.made?.id, `of the ${owner.label}`, ...(subject ? [subject] : [])].join(' ');
  const next = resetsAt === null ? 'It has no end.' : `The next period begins at ${isoTime(resetsAt)}.`;
  const effect = owner.made?.isWarning
    ? 'Calls go on when it is used up.'
    : 'Calls that it does not pay for are refused (402).';
  return {
    to,
    subject: `${Math.round(share * 100)} % of the budget ${owner.made?.name || owner.made?.id} is spent`,
    text:
      `The budget ${what} has spent $${usdOf(spentNanos)} of $${owner.budgetNanos / 1e9} (${period}).\n` +
      `${effect} ${next}\n`,
  };
}
