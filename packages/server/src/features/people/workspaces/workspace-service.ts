import type { CreateWorkspaceRequest, Workspace } from '@parley/contract';
import type { Selectable } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';

/** Removes what one capability keeps for a workspace; each capability that stores something hands one over. */
export type WorkspaceCleaner = (workspaceId: string) => Promise<void>;

export class WorkspaceService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #cleaners: WorkspaceCleaner[];

  constructor(parts: { db: Db; clock: Clock; cleaners: WorkspaceCleaner[] }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#cleaners = parts.cleaners;
  }

  /** The oldest workspace; made under the name `default` when there is none. */
  async first(): Promise<Workspace> {
    const row = await this.#db
      .selectFrom('workspaces')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst();
    return row ? toWorkspace(row) : this.create({ name: 'default' });
  }

  async create(request: CreateWorkspaceRequest): Promise<Workspace> {
    const row = {
      id: newId('ws'),
      name: request.name,
      created_at: this.#clock.now(),
      budget_nanos: toNanos(request.budget_usd ?? null),
      storage_bytes: request.limits?.storage_bytes ?? null,
      callback_origins: JSON.stringify(request.callback_origins ?? []),
      web: request.web === false ? 0 : null,
      require_second_factor: request.require_second_factor === true ? 1 : null,
      budgets_version: 0,
      retention: request.retention ? JSON.stringify(request.retention) : null,
    };
    await this.#db.insertInto('workspaces').values(row).execute();
    return toWorkspace(row);
  }

  async get(id: string): Promise<Workspace> {
    const row = await this.#db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('not_found', `There is no workspace ${id}`);
    return toWorkspace(row);
  }

  /** Newest first. */
  async list(query: { limit?: number; after?: string }): Promise<Page<Workspace>> {
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    let rows = this.#db.selectFrom('workspaces').selectAll();
    if (after) {
      rows = rows.where(olderThan(after));
    }
    const found = await rows
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return toPage(found, limit, toWorkspace, (row) => cursorOf(row.created_at, row.id));
  }

  async update(id: string, changes: Partial<CreateWorkspaceRequest>): Promise<Workspace> {
    await this.get(id);
    const values = {
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.callback_origins !== undefined && { callback_origins: JSON.stringify(changes.callback_origins) }),
      ...(changes.require_second_factor !== undefined && {
        require_second_factor: changes.require_second_factor ? 1 : null,
      }),
      ...(changes.limits?.storage_bytes !== undefined && { storage_bytes: changes.limits.storage_bytes }),
      ...(changes.retention !== undefined && {
        retention: changes.retention === null ? null : JSON.stringify(changes.retention),
      }),
      ...(changes.web !== undefined && { web: changes.web ? null : 0 }),
      ...(changes.budget_usd !== undefined && { budget_nanos: toNanos(changes.budget_usd) }),
    };
    if (Object.keys(values).length > 0) {
      await this.#db.updateTable('workspaces').set(values).where('id', '=', id).execute();
    }
    return this.get(id);
  }

  /** Deletes the workspace, its keys, its usage and everything the capabilities keep for it. */
  async delete(id: string): Promise<void> {
    await this.get(id);
    for (const clean of this.#cleaners) await clean(id);
    await this.#db.transaction().execute(async (trx) => {
      const keys = trx.selectFrom('api_keys').select('id').where('workspace_id', '=', id);
      await trx.deleteFrom('spend').where('owner_id', 'in', keys).execute();
      await trx.deleteFrom('spend').where('owner_id', '=', id).execute();
      await trx.deleteFrom('usage_records').where('workspace_id', '=', id).execute();
      await trx.deleteFrom('usage_days').where('workspace_id', '=', id).execute();
      await trx.deleteFrom('api_keys').where('workspace_id', '=', id).execute();
      await trx.deleteFrom('workspaces').where('id', '=', id).execute();
    });
    // What was under way has written until a moment ago.
    for (const clean of this.#cleaners) await clean(id);
  }
}

const toNanos = (usd: number | null): number | null => (usd === null ? null : Math.round(usd * 1e9));

function toWorkspace(row: Selectable<Tables['workspaces']>): Workspace {
  return {
    id: row.id,
    name: row.name,
    created_at: new Date(row.created_at).toISOString(),
    budget_usd: row.budget_nanos === null ? null : row.budget_nanos / 1e9,
    limits: { storage_bytes: row.storage_bytes },
    require_second_factor: row.require_second_factor === 1,
    callback_origins: row.callback_origins === null ? [] : JSON.parse(row.callback_origins),
    web: row.web !== 0,
    retention: row.retention === null ? null : JSON.parse(row.retention),
  };
}
