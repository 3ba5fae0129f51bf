import { LRUCache } from 'lru-cache';
import { meetsPattern } from '../../../lib/require-model.ts';
import type { BudgetOwner } from './budget-guard.ts';
import type { BudgetRepository, StoredBudget } from './budget-repository.ts';

const mostWorkspaces = 10_000;

/** What budgets look at in a call. */
export interface Labelled {
  keyId: string;
  userId: string | null;
  tags: readonly string[];
}

/**
 * The active budgets of workspaces, read once for each version of them: keys bring the version with them, and a workspace that never had
 * a budget has version 0 and costs nothing.
 */
export class BudgetBook {
  readonly #repository: Pick<BudgetRepository, 'active'>;
  readonly #pages = new LRUCache<string, { version: number; budgets: Promise<void> | readonly StoredBudget[] }>({
    max: mostWorkspaces,
  });
  /** Versions that this process made, of which keys that were looked up before do not know. */
  readonly #made = new LRUCache<string, number>({ max: mostWorkspaces });

  constructor(parts: { repository: Pick<BudgetRepository, 'active'> }) {
    this.#repository = parts.repository;
  }

  /** A change is in force here at once; other processes hear of it when they look their keys up again. */
  changed(workspaceId: string, version: number): void {
    this.#made.set(workspaceId, version);
  }

  /** The newest version that is known. */
  versionOf(workspaceId: string, known: number): number {
    return Math.max(known, this.#made.get(workspaceId) ?? 0);
  }

  /** At once where they were read before. */
  of(workspaceId: string, version: number): readonly StoredBudget[] | Promise<readonly StoredBudget[]> {
    const page = this.#pages.get(workspaceId);
    if (page && page.version >= version && !(page.budgets instanceof Promise)) return page.budgets;
    return this.#read(workspaceId, version);
  }

  async #read(workspaceId: string, version: number): Promise<readonly StoredBudget[]> {
    const known = this.#pages.get(workspaceId);
    if (known && known.version >= version) {
      await known.budgets;
      const { budgets } = this.#pages.get(workspaceId) ?? known;
      return budgets instanceof Promise ? this.#repository.active(workspaceId) : budgets;
    }
    const page: { version: number; budgets: Promise<void> | readonly StoredBudget[] } = { version, budgets: [] };
    const reading = this.#repository.active(workspaceId);
    page.budgets = reading.then(
      (budgets) => {
        page.budgets = budgets;
      },
      () => {
        if (this.#pages.get(workspaceId) === page) this.#pages.delete(workspaceId);
      },
    );
    this.#pages.set(workspaceId, page);
    return reading;
  }
}

/** The budgets that count a call, whatever it asks a model for. */
export function labelledOwners(budgets: readonly StoredBudget[], call: Labelled): BudgetOwner[] {
  const subjects: Record<StoredBudget['scope'], readonly (string | null)[]> = {
    workspace: [null],
    key: [call.keyId],
    user: call.userId === null ? [] : [call.userId],
    tag: call.tags,
    model: [],
  };
  return budgets.flatMap((budget) =>
    subjects[budget.scope]
      .filter((subject) => budget.target === null || budget.target === subject)
      .map((subject) => ownerOf(budget, subject)),
  );
}

/** The budgets that count what a model costs. */
export function modelOwners(budgets: readonly StoredBudget[], model: string): BudgetOwner[] {
  return budgets
    .filter(({ scope, target }) => scope === 'model' && (target === null || meetsPattern(target, model)))
    .map((budget) => ownerOf(budget, model));
}

/** One that each has of its own is another owner for each. */
export function ownerOf(budget: StoredBudget, subject: string | null): BudgetOwner {
  const { id, workspaceId, scope, target, amountNanos, period, name, warnAt, emails, action } = budget;
  return {
    id: target === null && subject !== null ? `${id}:${subject}` : id,
    workspaceId,
    label: scope,
    budgetNanos: amountNanos,
    period,
    made: { id, name, subject: target ?? subject, warnAt, emails, isWarning: action === 'warn' },
  };
}
