import { meetsPattern } from '../../../lib/require-model.ts';
import type { BudgetNotice } from '../../../ports/meter.ts';
import { type BudgetBook, type Labelled, labelledOwners, modelOwners } from './budget-book.ts';
import type { BudgetFigures, BudgetGuard, BudgetOwner } from './budget-guard.ts';
import { periodsOf } from './budget-periods.ts';
import type { StoredBudget } from './budget-repository.ts';
import type { Counted } from './usage-row.ts';

export interface CallBudgetsParts {
  guard: BudgetGuard;
  book?: BudgetBook | undefined;
  /** Told of the budgets that counted a call, when its record is stored. */
  onCounted?: ((owners: readonly BudgetOwner[], at: number) => void) | undefined;
}

/** The budgets of one call: those of its key and workspace, and those that its labels and models meet. */
export class CallBudgets {
  readonly #parts: CallBudgetsParts;
  readonly #own: readonly BudgetOwner[];
  readonly #workspaceId: string;
  readonly #version: number;
  readonly #startedAt: number;
  #call: Labelled;
  /** What each model cost, in billionths of a US dollar; kept only where the workspace has budgets. */
  readonly #byModel = new Map<string, number>();
  readonly #releases: (() => Promise<void>)[] = [];
  /** By the id of the owner. */
  readonly #held = new Map<string, number>();
  #figures: readonly BudgetFigures[] = [];
  #counting: readonly BudgetOwner[] = [];
  #isOver = false;

  constructor(
    call: { workspaceId: string; budgets: readonly BudgetOwner[]; budgetsVersion: number; labelled: Labelled },
    parts: CallBudgetsParts,
    startedAt: number,
  ) {
    this.#parts = parts;
    this.#own = call.budgets;
    this.#workspaceId = call.workspaceId;
    this.#version = parts.book?.versionOf(call.workspaceId, call.budgetsVersion) ?? 0;
    this.#startedAt = startedAt;
    this.#call = call.labelled;
  }

  /** Known before anything is held. */
  label(labels: Pick<Labelled, 'userId' | 'tags'>): void {
    this.#call = { ...this.#call, ...labels };
  }

  /** Whether there may be any; without, a call costs nothing more. */
  get isAny(): boolean {
    return this.#own.length > 0 || this.#version > 0;
  }

  /** Whether one of them may refuse or cut the call, whichever models it asks. Budgets that were not read yet may. */
  get mayRefuse(): boolean {
    if (this.#own.length > 0) return true;
    const budgets = this.#version === 0 ? [] : this.#budgets();
    if (budgets instanceof Promise) return true;
    return (
      budgets.some(({ scope, action }) => scope === 'model' && action === 'stop') ||
      labelledOwners(budgets, this.#call).some(({ made }) => !made?.isWarning)
    );
  }

  async reserve(nanos: number, model: string | undefined): Promise<void> {
    const owners = await this.#ownersFor(model);
    if (owners.length === 0) return;
    const { release, figures } = await this.#parts.guard.reserve(owners, nanos, {
      at: this.#startedAt,
      onRefused: (full) => {
        this.#figures = [full];
      },
    });
    this.#releases.push(release);
    for (const { id } of owners) this.#held.set(id, nanos + (this.#held.get(id) ?? 0));
    this.#figures = figures;
  }

  /** What the tightest of them has left besides all that is held, in billionths of a US dollar. */
  async left(model: string | undefined): Promise<number> {
    return this.#parts.guard.left(await this.#ownersFor(model), this.#startedAt);
  }

  used(model: string, nanos: number): void {
    if (this.#version > 0) this.#byModel.set(model, (this.#byModel.get(model) ?? 0) + nanos);
  }

  /** What the record of the call adds to the budgets that are not of its key and workspace. */
  counts(totalNanos: number): readonly Counted[] | Promise<readonly Counted[]> {
    if (this.#version === 0 || totalNanos === 0) return [];
    const budgets = this.#budgets();
    return budgets instanceof Promise
      ? budgets.then((them) => this.#counted(them, totalNanos))
      : this.#counted(budgets, totalNanos);
  }

  #counted(budgets: readonly StoredBudget[], totalNanos: number): Counted[] {
    const periods = periodsOf(this.#startedAt);
    const owners = new Map<string, { owner: BudgetOwner; nanos: number }>();
    const add = (owner: BudgetOwner, nanos: number) =>
      owners.set(owner.id, { owner, nanos: nanos + (owners.get(owner.id)?.nanos ?? 0) });
    for (const owner of labelledOwners(budgets, this.#call)) add(owner, totalNanos);
    for (const [model, nanos] of this.#byModel) for (const owner of modelOwners(budgets, model)) add(owner, nanos);
    this.#counting = [...owners.values()].map(({ owner }) => owner);
    return [...owners.values()].map(({ owner, nanos }) => [owner.id, periods[owner.period], nanos] as const);
  }

  /** The record is stored. */
  counted(): void {
    if (this.#counting.length > 0) this.#parts.onCounted?.(this.#counting, this.#startedAt);
  }

  /** Of the last reservation, with what the call cost so far instead of what it held. Undefined where no budget met it. */
  notice(costNanos: number, now: number): BudgetNotice | undefined {
    const [first] = this.#figures;
    if (first === undefined) return undefined;
    const warnings = this.#figures.flatMap(({ owner, leftNanos }) =>
      owner.made?.isWarning && leftNanos < 0
        ? [`the budget ${owner.made.name || owner.made.id} (${owner.budgetNanos / 1e9} USD) is used up`]
        : [],
    );
    const hard = this.#figures.filter(({ owner }) => !owner.made?.isWarning);
    const { owner, leftNanos, resetsAt } = (hard.length > 0 ? hard : this.#figures).reduce((least, one) =>
      one.leftNanos < least.leftNanos ? one : least,
    );
    const given = this.#isOver ? (this.#held.get(owner.id) ?? 0) - this.#costFor(owner, costNanos) : 0;
    return {
      id: owner.made?.id ?? owner.label,
      leftUsd: Math.max(0, leftNanos + given) / 1e9,
      resetsAfterMs: resetsAt === null ? null : Math.max(0, resetsAt - now),
      warnings,
    };
  }

  #costFor({ label, made }: BudgetOwner, totalNanos: number): number {
    if (label !== 'model') return totalNanos;
    let nanos = 0;
    for (const [model, cost] of this.#byModel) if (meetsPattern(made?.subject ?? '', model)) nanos += cost;
    return nanos;
  }

  /** Gives back what is held: only when the record is stored, so that a budget never looks emptier than it is. */
  async release(onError: (error: unknown) => void): Promise<void> {
    this.#isOver = true;
    for (const release of this.#releases.splice(0)) await release().catch(onError);
  }

  #ownersFor(model: string | undefined): readonly BudgetOwner[] | Promise<readonly BudgetOwner[]> {
    if (this.#version === 0) return this.#own;
    const budgets = this.#budgets();
    const all = (them: readonly StoredBudget[]) => [
      ...this.#own,
      ...labelledOwners(them, this.#call),
      ...(model === undefined ? [] : modelOwners(them, model)),
    ];
    return budgets instanceof Promise ? budgets.then(all) : all(budgets);
  }

  #budgets(): readonly StoredBudget[] | Promise<readonly StoredBudget[]> {
    return this.#parts.book?.of(this.#workspaceId, this.#version) ?? [];
  }
}
