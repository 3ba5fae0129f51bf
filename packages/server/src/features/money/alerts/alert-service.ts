import type { Alert, CreateAlertRequest, JsonObject, UpdateAlertRequest } from '@parley/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import { usdOf } from '../billing/cost.ts';
import type { UsageReader } from '../usage-reports/usage-reader.ts';
import type { AlertRepository, AlertRow } from './alert-repository.ts';

export interface AlertServiceParts {
  repository: AlertRepository;
  usage: Pick<UsageReader, 'total'>;
  /** How much of the disk is in use, 0 to 1. */
  diskUsed: () => Promise<number>;
  /** Takes down what the webhooks of a workspace are to be told, in the transaction in which it happens. */
  tell: (
    event: { workspaceId: string; event: 'alert.fired' | 'alert.resolved'; data: JsonObject },
    within: Transaction<Tables>,
  ) => Promise<void>;
  clock: Clock;
}

const hourMs = 60 * 60_000;
const batch = 100;
const maxAlerts = 100;
/** Fewer calls say nothing of a share of errors. */
const minCalls = 10;

/** Watches spending, calls and errors, and tells when a measure reaches its threshold and when it is below it again. */
export class AlertService {
  readonly #parts: AlertServiceParts;

  constructor(parts: AlertServiceParts) {
    this.#parts = parts;
  }

  async create(request: CreateAlertRequest, workspaceId: string): Promise<Alert> {
    const { repository, clock } = this.#parts;
    if (request.key_id != null && !(await repository.keyIsIn(request.key_id, workspaceId))) {
      throw new AppError('not_found', `There is no key ${request.key_id} in the workspace ${workspaceId}`, {
        title: 'key_id is not valid',
        param: 'key_id',
      });
    }
    if ((await repository.list({ workspaceId, limit: maxAlerts })).length >= maxAlerts) {
      throw new AppError('conflict', `A workspace has at most ${maxAlerts} alerts; delete one that is not needed`);
    }
    const row: AlertRow = {
      id: newId('alr'),
      workspace_id: workspaceId,
      key_id: request.key_id ?? null,
      name: request.name,
      measure: request.measure,
      threshold: request.threshold,
      period: request.period ?? 'month',
      is_active: request.active === false ? 0 : 1,
      state: 'ok',
      value: null,
      fired_at: null,
      checked_at: null,
      created_at: clock.now(),
    };
    await repository.insert(row);
    return toAlert(row);
  }

  async list(query: { workspaceId?: string | undefined; limit?: number; after?: string }): Promise<Page<Alert>> {
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    const rows = await this.#parts.repository.list({ workspaceId: query.workspaceId, limit: limit + 1, after });
    return toPage(rows, limit, toAlert, (row) => cursorOf(row.created_at, row.id));
  }

  async find(id: string): Promise<AlertRow> {
    const row = await this.#parts.repository.find(id);
    if (!row) throw new AppError('not_found', `There is no alert ${id}`);
    return row;
  }

  /** Whether it fires is found out anew at the next look. */
  async update(id: string, changes: UpdateAlertRequest): Promise<Alert> {
    await this.#parts.repository.update(id, {
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.threshold !== undefined && { threshold: changes.threshold }),
      ...(changes.period !== undefined && { period: changes.period }),
      ...(changes.active !== undefined && { is_active: changes.active ? 1 : 0 }),
      ...(changes.active === false && { state: 'ok' as const }),
    });
    return toAlert(await this.find(id));
  }

  delete(id: string): Promise<void> {
    return this.#parts.repository.delete(id);
  }

  firing(workspaceId: string | undefined): Promise<number> {
    return this.#parts.repository.firing(workspaceId);
  }

  /** Looks at every active alert once. */
  async check(): Promise<void> {
    for (let after = ''; ; ) {
      const rows = await this.#parts.repository.active(after, batch);
      for (const row of rows) await this.#check(row);
      after = rows.at(-1)?.id ?? '';
      if (rows.length < batch) return;
    }
  }

  async #check(row: AlertRow): Promise<void> {
    const { repository, clock, tell } = this.#parts;
    const value = await this.#measure(row);
    const now = clock.now();
    const state = value !== null && value >= row.threshold ? 'firing' : 'ok';
    if (state === row.state) {
      await repository.update(row.id, { value, checked_at: now });
      return;
    }
    const fired = state === 'firing' ? { fired_at: now } : {};
    const changes = { state, value, checked_at: now, ...fired } as const;
    const data = { alert: toAlert({ ...row, ...changes }) };
    const event = state === 'firing' ? 'alert.fired' : 'alert.resolved';
    // Only the process that moved it tells.
    await repository.move(row, changes, (within) => tell({ workspaceId: row.workspace_id, event, data }, within));
  }

  /** Null where there is nothing to compare. */
  async #measure(row: AlertRow): Promise<number | null> {
    const { repository, usage, diskUsed, clock } = this.#parts;
    const now = clock.now();
    const filter = { workspaceId: row.workspace_id, ...(row.key_id !== null && { keyId: row.key_id }) };
    const since = (from: number) => usage.total({ from, to: now + 1 }, filter);
    switch (row.measure) {
      case 'cost_usd':
        return usdOf((await since(beginOf(row.period, now))).costNanos);
      case 'requests':
        return (await since(beginOf(row.period, now))).requests;
      case 'error_share': {
        const { requests, errors } = await since(now - hourMs);
        return requests < minCalls ? 0 : errors / requests;
      }
      case 'disk_used_share':
        return diskUsed();
      case 'budget_share': {
        const budget = await repository.budget(row);
        if (budget === null || budget.nanos === 0) return null;
        return Number((await since(beginOf(budget.period, now))).costNanos) / budget.nanos;
      }
    }
  }
}

function beginOf(period: 'day' | 'month' | 'total', now: number): number {
  if (period === 'total') return 0;
  const day = new Date(now);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), period === 'day' ? day.getUTCDate() : 1);
}

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function toAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    key_id: row.key_id,
    name: row.name,
    measure: row.measure,
    threshold: row.threshold,
    period: row.period,
    active: row.is_active === 1,
    state: row.state,
    value: row.value,
    fired_at: isoTime(row.fired_at),
    checked_at: isoTime(row.checked_at),
    created_at: new Date(row.created_at).toISOString(),
  };
}
