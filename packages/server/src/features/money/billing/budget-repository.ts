import type { Budget } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';
import { beginOf, periodsOf } from './budget-periods.ts';
import { hasTag, tagsOf } from './stored-labels.ts';
import { summedFrom } from './usage-days.ts';

export type BudgetRow = Selectable<Tables['budgets']>;

/** A budget as calls are held to it. */
export interface StoredBudget {
  id: string;
  workspaceId: string;
  name: string;
  scope: Budget['scope'];
  /** Null: each key, user, tag or model has one of its own. */
  target: string | null;
  amountNanos: number;
  period: Budget['period'];
  action: Budget['action'];
  warnAt: readonly number[];
  emails: readonly string[];
}

const mostActive = 200;

export class BudgetRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  async active(workspaceId: string): Promise<StoredBudget[]> {
    const rows = await this.#db
      .selectFrom('budgets')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('is_active', '=', 1)
      .orderBy('id')
      .limit(mostActive)
      .execute();
    return rows.map(toStored);
  }

  find(id: string): Promise<BudgetRow | undefined> {
    return this.#db.selectFrom('budgets').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Newest first. */
  list(filter: {
    workspaceId?: string | undefined;
    scope?: Budget['scope'] | undefined;
    limit: number;
    after?: Cursor | undefined;
  }): Promise<BudgetRow[]> {
    const { workspaceId, scope, limit, after } = filter;
    let query = this.#db.selectFrom('budgets').selectAll();
    if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
    if (scope !== undefined) query = query.where('scope', '=', scope);
    if (after) query = query.where(olderThan(after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  }

  async count(workspaceId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('budgets')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async keyIsIn(keyId: string, workspaceId: string): Promise<boolean> {
    const key = this.#db.selectFrom('api_keys').select('id').where('id', '=', keyId);
    return (await key.where('workspace_id', '=', workspaceId).executeTakeFirst()) !== undefined;
  }

  /** Stores it with what was spent in its period before, and returns the new version of the workspace's budgets. */
  insert(row: Insertable<Tables['budgets']> & BudgetRow, now: number): Promise<number> {
    return this.#db.transaction().execute(async (trx) => {
      await trx.insertInto('budgets').values(row).execute();
      await this.#seed(trx, row, now);
      return this.#nextVersion(trx, row.workspace_id);
    });
  }

  /** With another period, or counted again after a pause, it begins with what was spent in its period before. */
  update(before: BudgetRow, changes: Updateable<Tables['budgets']>, now: number): Promise<number> {
    const after = { ...before, ...changes } as BudgetRow;
    return this.#db.transaction().execute(async (trx) => {
      if (Object.keys(changes).length > 0) {
        await trx.updateTable('budgets').set(changes).where('id', '=', before.id).execute();
      }
      const isAnew = after.period !== before.period || after.is_active > before.is_active;
      if (isAnew) {
        await this.#forget(trx, before.id);
        await this.#seed(trx, after, now);
      } else if (after.amount_nanos !== before.amount_nanos) {
        await trx.deleteFrom('budget_warnings').where(isOf('owner_id', before.id)).execute();
      }
      return this.#nextVersion(trx, before.workspace_id);
    });
  }

  delete({ id, workspace_id }: BudgetRow): Promise<number> {
    return this.#db.transaction().execute(async (trx) => {
      await this.#forget(trx, id);
      await trx.deleteFrom('budgets').where('id', '=', id).execute();
      return this.#nextVersion(trx, workspace_id);
    });
  }

  /** Takes down what nobody was told of yet; `tell` runs in the same transaction, where there is something. Returns whether there was. */
  async warn(
    place: { workspaceId: string; ownerId: string; period: string },
    { shares, now }: { shares: readonly number[]; now: number },
    tell: (within: Transaction<Tables>) => Promise<void>,
  ): Promise<boolean> {
    const { workspaceId: workspace_id, ownerId: owner_id, period } = place;
    return this.#db.transaction().execute(async (trx) => {
      const added = await trx
        .insertInto('budget_warnings')
        .values(shares.map((share) => ({ workspace_id, owner_id, period, share, created_at: now })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('share')
        .execute();
      const highest = Math.max(...shares);
      if (!added.some(({ share }) => share === highest)) return false;
      await tell(trx);
      return true;
    });
  }

  /** Takes an end user out of what budgets counted for each user. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> {
    const budgets = await this.#db
      .selectFrom('budgets')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('scope', '=', 'user')
      .where('target', 'is', null)
      .execute();
    const owners = budgets.map(({ id }) => `${id}:${userId}`);
    if (owners.length === 0) return;
    await this.#db.deleteFrom('spend').where('owner_id', 'in', owners).execute();
    await this.#db.deleteFrom('budget_warnings').where('owner_id', 'in', owners).execute();
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const rows = await trx.selectFrom('budgets').select('id').where('workspace_id', '=', workspaceId).execute();
      for (const { id } of rows) await this.#forget(trx, id);
      await trx.deleteFrom('budgets').where('workspace_id', '=', workspaceId).execute();
    });
  }

  async #forget(trx: Transaction<Tables>, id: string): Promise<void> {
    await trx.deleteFrom('spend').where(isOf('owner_id', id)).execute();
    await trx.deleteFrom('budget_warnings').where(isOf('owner_id', id)).execute();
  }

  async #nextVersion(trx: Transaction<Tables>, workspaceId: string): Promise<number> {
    const { budgets_version } = await trx
      .updateTable('workspaces')
      .set({ budgets_version: sql<number>`budgets_version + 1` })
      .where('id', '=', workspaceId)
      .returning('budgets_version')
      .executeTakeFirstOrThrow();
    return budgets_version;
  }

  /** What was spent in the period so far, by the sums of days, which stay when records are dropped. */
  async #seed(trx: Transaction<Tables>, { id, workspace_id, scope, target, period }: BudgetRow, now: number) {
    const begin = beginOf(period, now);
    // Until older records are summed (`UsageDays.catchUp`) the records say it.
    const isSummed = (await summedFrom(trx)) <= begin;
    const [table, ended, began] = isSummed
      ? (['usage_days', sql.ref('day'), sql.ref('began_day')] as const)
      : (['usage_records', sql.ref('created_at'), sql`created_at - duration_ms`] as const);
    const columns = { key: 'key_id', user: 'user_id', tag: 'tags', model: 'model' } as const;
    const column = scope === 'workspace' ? null : columns[scope];
    const where = [sql`workspace_id = ${workspace_id}`, sql`${ended} >= ${begin}`, sql`${began} >= ${begin}`];
    if (target !== null && scope === 'tag') where.push(hasTag(target, table));
    else if (target?.endsWith('*') && scope === 'model') {
      where.push(sql`substr(model, 1, ${target.length - 1}) = ${target.slice(0, -1)}`);
    } else if (target !== null && column !== null) where.push(sql`${sql.ref(column)} = ${target}`);
    const isEach = column !== null && target === null;
    const subject = isEach ? sql`nullif(${sql.ref(column)}, '')` : sql`null`;
    const { rows: groups } = await sql<{ subject: string | null; nanos: string | null }>`
      select ${subject} as subject, cast(cast(sum(cost_nanos) as bigint) as text) as nanos from ${sql.table(table)}
      where ${sql.join(where, sql` and `)} and cost_nanos > 0 group by 1`.execute(trx);
    const sums = new Map<string, bigint>();
    const add = (owner: string, nanos: string) => sums.set(owner, (sums.get(owner) ?? 0n) + BigInt(nanos));
    for (const { subject: of, nanos } of groups) {
      if (nanos === null || (isEach && of === null)) continue;
      if (!isEach) add(id, nanos);
      else for (const one of scope === 'tag' ? tagsOf(of) : [of]) add(`${id}:${one}`, nanos);
    }
    const rows = [...sums].map(([owner_id, cost_nanos]) => ({ owner_id, period: periodsOf(now)[period], cost_nanos }));
    for (let from = 0; from < rows.length; from += 100) {
      await trx
        .insertInto('spend')
        .values(rows.slice(from, from + 100))
        .execute();
    }
  }
}

/** The budget itself, and those that each has of its own. */
const isOf = (column: 'owner_id', id: string) =>
  sql<boolean>`(${sql.ref(column)} = ${id} or substr(${sql.ref(column)}, 1, ${id.length + 1}) = ${`${id}:`})`;

export function toStored(row: BudgetRow): StoredBudget {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    scope: row.scope,
    target: row.target,
    amountNanos: row.amount_nanos,
    period: row.period,
    action: row.action,
    warnAt: JSON.parse(row.warn_at),
    emails: JSON.parse(row.emails),
  };
}
