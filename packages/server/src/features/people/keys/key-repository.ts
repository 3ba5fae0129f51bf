import { scopes } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import { newId } from '../../../lib/ids.ts';
import type { Cursor } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import { definedOnly, type KeyContext, type KeyRecord, toKeyRecord } from './key-record.ts';
import { parseRestrictions } from './key-restrictions.ts';

// long because each way in which a key is found and changed stands beside the others.

/** Keys of pages that are looked at; an installation has some tens. */
const mostWithOrigins = 10_000;
/** Keys that were rolled from each other and are looked through. */
const mostRolls = 100;

export class KeyRepository {
  readonly #db: Db;
  readonly #context: KeyContext;
  readonly #now: () => number;

  constructor({ db, clock, ...context }: { db: Db; clock?: Pick<Clock, 'now'> } & KeyContext) {
    this.#now = () => clock?.now() ?? Date.now();
    this.#db = db;
    this.#context = context;
  }

  /**
   * The key under which calls of people who are signed in are metered and limited; made at its first use. What stands in place
   * of its hash is the hash of no text, so nobody has such a key. Null for a workspace that is not there.
   */
  async ofDashboard(workspaceId: string): Promise<KeyRecord | null> {
    const hash = `dashboard ${workspaceId}`;
    const known = await this.findByHash(hash);
    if (known) return known;
    const workspace = this.#db.selectFrom('workspaces').select('id').where('id', '=', workspaceId);
    if ((await workspace.executeTakeFirst()) === undefined) return null;
    await this.#db
      .insertInto('api_keys')
      .values({ ...dashboardRow, id: newId('key'), workspace_id: workspaceId, hash, created_at: this.#now() })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    return this.findByHash(hash);
  }

  /** For somebody who is signed in and has no workspace to act in: no capability, the usual limits. */
  withoutWorkspace(id: string): KeyRecord {
    const row = {
      ...dashboardRow,
      id,
      workspace_id: null,
      hash: '',
      created_by: null,
      shares_budget_of: null,
      created_at: this.#now(),
    };
    return { ...toKeyRecord(row, this.#context), scopes: [] };
  }

  /** The key that a row would be. */
  toRecord(row: Omit<Selectable<Tables['api_keys']>, 'succeeds'>): KeyRecord {
    return toKeyRecord(row, this.#context);
  }

  /** The key as it would be after these changes. */
  async changed(id: string, changes: Updateable<Tables['api_keys']>): Promise<KeyRecord> {
    const row = await this.#select().where('api_keys.id', '=', id).executeTakeFirstOrThrow();
    return toKeyRecord({ ...row, ...definedOnly(changes) }, this.#context);
  }

  async findByHash(hash: string): Promise<KeyRecord | null> {
    const row = await this.#select().where('api_keys.hash', '=', hash).executeTakeFirst();
    return row ? toKeyRecord(row, this.#context) : null;
  }

  /** Those of them that there are. */
  async findByHashes(hashes: readonly string[]): Promise<Map<string, KeyRecord>> {
    const rows = await this.#select().where('api_keys.hash', 'in', hashes).execute();
    return new Map(rows.map((row) => [row.hash, toKeyRecord(row, this.#context)]));
  }

  /** Of pages that may use one of the keys that let anybody in now. */
  async origins(now: number): Promise<ReadonlySet<string>> {
    const rows = await this.#db
      .selectFrom('api_keys')
      .select('restrictions')
      .where('restrictions', 'like', '%"origins":["%')
      .where('is_active', '=', 1)
      .where('revoked_at', 'is', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .limit(mostWithOrigins)
      .execute();
    return new Set(rows.flatMap(({ restrictions }) => parseRestrictions(restrictions).origins ?? []));
  }

  /** Whether this process was started with the key. */
  isOfEnvironment(hash: string): boolean {
    return this.#context.environmentHashes?.has(hash) === true;
  }

  async find(id: string): Promise<KeyRecord | null> {
    const row = await this.#select().where('api_keys.id', '=', id).executeTakeFirst();
    return row ? toKeyRecord(row, this.#context) : null;
  }

  /** Newest first. `after` is the creation time and id of the last key of the page before. */
  async list(options: {
    workspaceId?: string | undefined;
    kind?: KeyRecord['kind'] | undefined;
    limit: number;
    after?: Cursor | undefined;
  }): Promise<KeyRecord[]> {
    const { workspaceId, kind, limit, after } = options;
    let query = this.#select();
    if (workspaceId !== undefined) query = query.where('api_keys.workspace_id', '=', workspaceId);
    if (kind !== undefined) query = query.where('api_keys.kind', '=', kind);
    if (after) {
      query = query.where(olderThan(after, 'api_keys'));
    }
    const rows = await query
      .orderBy('api_keys.created_at', 'desc')
      .orderBy('api_keys.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => toKeyRecord(row, this.#context));
  }

  async hashesOfWorkspace(workspaceId: string): Promise<string[]> {
    const rows = await this.#db.selectFrom('api_keys').select('hash').where('workspace_id', '=', workspaceId).execute();
    return rows.map((row) => row.hash);
  }

  /** From here on no key of the workspace lets anybody in. */
  async revokeWorkspace(workspaceId: string, now: number): Promise<void> {
    await this.#db
      .updateTable('api_keys')
      .set({ is_active: 0, revoked_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('revoked_at', 'is', null)
      .execute();
  }

  async hashOf(id: string): Promise<string | null> {
    const row = await this.#db.selectFrom('api_keys').select('hash').where('id', '=', id).executeTakeFirst();
    return row?.hash ?? null;
  }

  /** Whether a key of this kind was ever made by a call or at a first start. */
  async hasMade(kind: KeyRecord['kind']): Promise<boolean> {
    const row = await this.#made(kind).limit(1).executeTakeFirst();
    return row !== undefined;
  }

  /** Whether one of them still works. */
  async hasUsableMade(kind: KeyRecord['kind'], now: number): Promise<boolean> {
    const row = await this.#made(kind)
      .where('is_active', '=', 1)
      .where('revoked_at', 'is', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Changes nothing where the same key is known: processes that start at the same moment note the same one. */
  async insert(row: Insertable<Tables['api_keys']>): Promise<void> {
    await this.#db
      .insertInto('api_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }

  async update(id: string, changes: Updateable<Tables['api_keys']>): Promise<void> {
    // SQL has no way to set nothing.
    if (Object.keys(changes).length === 0) return;
    await this.#db.updateTable('api_keys').set(changes).where('id', '=', id).execute();
  }

  /** Stores the successor, which goes on from what its predecessor spent, and changes the predecessor. */
  async succeed(
    id: string,
    changes: Updateable<Tables['api_keys']>,
    successor: Insertable<Tables['api_keys']>,
  ): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const settings = await trx
        .selectFrom('api_keys')
        .select([
          'workspace_id',
          'kind',
          'name',
          'scopes',
          'limits',
          'budget_nanos',
          'budget_period',
          'confirm_changes',
          'web',
          'strict',
          'restrictions',
          'tags',
          'store',
          'expires_at',
          'shares_budget_of',
        ])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('api_keys')
        .values({ ...successor, ...settings, succeeds: id })
        .execute();
      await succeedSpend(trx, id, successor.id);
      await succeedBudgets(trx, id, successor.id);
      await trx.updateTable('api_keys').set(changes).where('id', '=', id).execute();
    });
  }

  /** Whether a key was rolled from another one, at once or over others between. */
  async succeeds(id: string, earlier: string): Promise<boolean> {
    let at: string | null = id;
    for (let step = 0; at !== null && step < mostRolls; step++) {
      const row: { succeeds: string | null } | undefined = await this.#db
        .selectFrom('api_keys')
        .select('succeeds')
        .where('id', '=', at)
        .executeTakeFirst();
      at = row?.succeeds ?? null;
      if (at === earlier) return true;
    }
    return false;
  }

  #made(kind: KeyRecord['kind']) {
    return this.#db.selectFrom('api_keys').select('id').where('kind', '=', kind).where('source', '=', 'made');
  }

  #select() {
    return this.#db
      .selectFrom('api_keys')
      .leftJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
      .leftJoin('api_keys as shared', 'shared.id', 'api_keys.shares_budget_of')
      .selectAll('api_keys')
      .select([
        'workspaces.budget_nanos as workspace_budget_nanos',
        'workspaces.budgets_version as workspace_budgets_version',
        'workspaces.web as workspace_web',
        'shared.budget_nanos as shared_budget_nanos',
        'shared.budget_period as shared_budget_period',
      ]);
  }
}

/** In the database itself: sums may be larger than a number holds. */
async function succeedSpend(trx: Transaction<Tables>, ownerId: string, successorId: string): Promise<void> {
  await trx
    .insertInto('spend')
    .columns(['owner_id', 'period', 'cost_nanos'])
    .expression((from) =>
      from
        .selectFrom('spend')
        .select((select) => [select.val(successorId).as('owner_id'), 'period', 'cost_nanos'])
        .where('owner_id', '=', ownerId),
    )
    .execute();
}

/** The successor has budgets as its predecessor has, which go on from what was spent. */
async function succeedBudgets(trx: Transaction<Tables>, id: string, successorId: string): Promise<void> {
  const budgets = await trx
    .selectFrom('budgets')
    .selectAll()
    .where('scope', '=', 'key')
    .where('target', '=', id)
    .execute();
  for (const budget of budgets) {
    const copy = { ...budget, id: newId('bud'), target: successorId };
    await trx.insertInto('budgets').values(copy).execute();
    await succeedSpend(trx, budget.id, copy.id);
    await trx
      .updateTable('workspaces')
      .set({ budgets_version: sql<number>`budgets_version + 1` })
      .where('id', '=', budget.workspace_id)
      .execute();
  }
}

const dashboardRow = {
  kind: 'key',
  source: 'dashboard',
  name: 'Dashboard',
  prefix: 'signed in',
  scopes: JSON.stringify(scopes),
  limits: '{}',
  budget_nanos: null,
  budget_period: 'month',
  confirm_changes: null,
  web: null,
  strict: null,
  restrictions: null,
  tags: null,
  store: null,
  is_active: 1,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
} as const;
