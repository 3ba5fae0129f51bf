import type { Insertable, Updateable } from 'kysely';
import { olderThan } from '../../db/older-than.ts';
import type { Db } from '../../db/open-database.ts';
import type { Tables } from '../../db/tables.ts';
import type { Cursor } from '../../lib/page.ts';
import { type KeyContext, type KeyRecord, toKeyRecord } from './key-record.ts';

export class KeyRepository {
  readonly #db: Db;
  readonly #context: KeyContext;

  constructor({ db, ...context }: { db: Db } & KeyContext) {
    this.#db = db;
    this.#context = context;
  }

  async findByHash(hash: string): Promise<KeyRecord | null> {
    const row = await this.#select().where('api_keys.hash', '=', hash).executeTakeFirst();
    return row ? toKeyRecord(row, this.#context) : null;
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

  async insert(row: Insertable<Tables['api_keys']>): Promise<void> {
    await this.#db.insertInto('api_keys').values(row).execute();
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
          'expires_at',
        ])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('api_keys')
        .values({ ...successor, ...settings })
        .execute();
      await trx
        .insertInto('spend')
        .columns(['owner_id', 'period', 'cost_nanos'])
        .expression((from) =>
          from
            .selectFrom('spend')
            .select((select) => [select.val(successor.id).as('owner_id'), 'period', 'cost_nanos'])
            .where('owner_id', '=', id),
        )
        .execute();
      await trx.updateTable('api_keys').set(changes).where('id', '=', id).execute();
    });
  }

  #made(kind: KeyRecord['kind']) {
    return this.#db.selectFrom('api_keys').select('id').where('kind', '=', kind).where('source', '=', 'made');
  }

  #select() {
    return this.#db
      .selectFrom('api_keys')
      .leftJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
      .selectAll('api_keys')
      .select('workspaces.budget_nanos as workspace_budget_nanos');
  }
}
