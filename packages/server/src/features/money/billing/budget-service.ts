import type { Budget, CreateBudgetRequest, UpdateBudgetRequest } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type BudgetBook, ownerOf } from './budget-book.ts';
import type { BudgetFigures, BudgetGuard } from './budget-guard.ts';
import { type BudgetRepository, type BudgetRow, toStored } from './budget-repository.ts';
import { usdOf } from './cost.ts';

const mostBudgets = 200;
const defaultShares = [0.5, 0.8, 1];

export interface BudgetServiceParts {
  repository: BudgetRepository;
  guard: Pick<BudgetGuard, 'look'>;
  book: Pick<BudgetBook, 'changed'>;
  /** What was acknowledged is in the database, to be summed there. */
  flush: () => Promise<void>;
  sendsMail: boolean;
  clock: Clock;
}

/** Budgets that are made by themselves: for a workspace, a key, an end user, a tag or a model. */
export class BudgetService {
  readonly #parts: BudgetServiceParts;

  constructor(parts: BudgetServiceParts) {
    this.#parts = parts;
  }

  async create(request: CreateBudgetRequest, workspaceId: string): Promise<Budget> {
    const { repository, book, clock, flush } = this.#parts;
    const { scope, target = null } = request;
    if (scope === 'workspace' && target !== null)
      throw invalid('target', 'does not apply to a workspace; leave it out');
    if (scope === 'key' && target !== null && !(await repository.keyIsIn(target, workspaceId))) {
      throw invalid('target', `must be the id of a key of the workspace; there is no ${target}`);
    }
    if (target?.endsWith('*') && scope !== 'model') {
      throw invalid('target', 'must be named in full; only of models * stands for what they begin with');
    }
    if ((await repository.count(workspaceId)) >= mostBudgets) {
      throw new AppError('conflict', `A workspace has at most ${mostBudgets} budgets; delete one that is not needed`);
    }
    this.#requireMail(request.emails);
    const now = clock.now();
    const row: BudgetRow = {
      id: newId('bud'),
      workspace_id: workspaceId,
      name: request.name ?? '',
      scope,
      target,
      amount_nanos: toNanos(request.amount_usd),
      period: request.period ?? 'month',
      action: request.action ?? 'stop',
      warn_at: JSON.stringify(request.warn_at ?? defaultShares),
      emails: JSON.stringify(request.emails ?? []),
      is_active: request.active === false ? 0 : 1,
      created_at: now,
    };
    await flush();
    book.changed(workspaceId, await repository.insert(row, now));
    return this.#shown(row);
  }

  async find(id: string): Promise<BudgetRow> {
    const row = await this.#parts.repository.find(id);
    if (!row) throw new AppError('not_found', `There is no budget ${id}`);
    return row;
  }

  async get(id: string, subject?: string): Promise<Budget> {
    return this.#shown(await this.find(id), subject);
  }

  async list(query: {
    workspaceId?: string | undefined;
    scope?: Budget['scope'];
    subject?: string;
    limit?: number;
    after?: string;
  }): Promise<Page<Budget>> {
    const { workspaceId, scope, subject, limit = 20 } = query;
    const after = parseCursor(query.after);
    const rows = await this.#parts.repository.list({ workspaceId, scope, limit: limit + 1, after });
    const page = toPage(
      rows,
      limit,
      (row) => row,
      (row) => cursorOf(row.created_at, row.id),
    );
    return { ...page, data: await Promise.all(page.data.map((row) => this.#shown(row, subject))) };
  }

  async update(id: string, changes: UpdateBudgetRequest): Promise<Budget> {
    const { repository, book, clock, flush } = this.#parts;
    const before = await this.find(id);
    this.#requireMail(changes.emails);
    await flush();
    const version = await repository.update(
      before,
      {
        ...(changes.name !== undefined && { name: changes.name }),
        ...(changes.amount_usd !== undefined && { amount_nanos: toNanos(changes.amount_usd) }),
        ...(changes.period !== undefined && { period: changes.period }),
        ...(changes.action !== undefined && { action: changes.action }),
        ...(changes.warn_at !== undefined && { warn_at: JSON.stringify(changes.warn_at) }),
        ...(changes.emails !== undefined && { emails: JSON.stringify(changes.emails) }),
        ...(changes.active !== undefined && { is_active: changes.active ? 1 : 0 }),
      },
      clock.now(),
    );
    book.changed(before.workspace_id, version);
    return this.get(id);
  }

  async delete(id: string): Promise<void> {
    const row = await this.find(id);
    this.#parts.book.changed(row.workspace_id, await this.#parts.repository.delete(row));
  }

  /** By the same figures that decide. */
  async #shown(row: BudgetRow, subject?: string): Promise<Budget> {
    const { guard, clock } = this.#parts;
    const stored = toStored(row);
    const isOfEach = row.scope !== 'workspace' && row.target === null;
    const owner = ownerOf(stored, isOfEach ? (subject ?? null) : null);
    const [figures] = await guard.look([owner], clock.now());
    if (figures === undefined) throw new Error('a look showed no figures');
    return toBudget(row, figures, isOfEach && subject === undefined);
  }

  #requireMail(emails: readonly string[] | undefined): void {
    if (emails === undefined || emails.length === 0 || this.#parts.sendsMail) return;
    throw invalid('emails', 'need a mail server: set SMTP_URL and MAIL_FROM, or have a webhook told of budget.warning');
  }
}

function toBudget(
  row: BudgetRow,
  { spentNanos, heldNanos, leftNanos, resetsAt }: BudgetFigures,
  isHidden: boolean,
): Budget {
  const { warnAt, emails } = toStored(row);
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    scope: row.scope,
    target: row.target,
    amount_usd: row.amount_nanos / 1e9,
    period: row.period,
    action: row.action,
    warn_at: [...warnAt],
    emails: [...emails],
    active: row.is_active === 1,
    spent_usd: isHidden ? null : usdOf(spentNanos),
    held_usd: isHidden ? null : heldNanos / 1e9,
    remaining_usd: isHidden ? null : Math.max(0, leftNanos) / 1e9,
    resets_at: isoTime(resetsAt),
    created_at: isoTime(row.created_at),
  };
}

const toNanos = (usd: number): number => Math.round(usd * 1e9);

const invalid = (param: string, must: string): AppError =>
  new AppError('invalid_request', `${param} ${must}`, { title: `${param} is not valid`, param });
