import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../db/open-database.ts';
import type { Tables } from '../../db/tables.ts';
import { type KeyRecord, toKeyRecord } from './key-record.ts';

export class KeyRepository {
  readonly #db: Db;
  readonly #defaultLimits: KeyRecord['limits'];

  constructor(parts: { db: Db; defaultLimits: KeyRecord['limits'] }) {
    this.#db = parts.db;
    this.#defaultLimits = parts.defaultLimits;
  }

  async findByHash(hash: string): Promise<KeyRecord | null> {
    const row = await this.#select().where('api_keys.hash', '=', hash).executeTakeFirst();
    return row ? toKeyRecord(row, this.#defaultLimits) : null;
  }

  /** A workspace's key; admin keys are not found here. */
  async find(id: string): Promise<KeyRecord | null> {
    const row = await this.#select()
      .where('api_keys.id', '=', id)
      .where('api_keys.kind', '=', 'key')
      .executeTakeFirst();
    return row ? toKeyRecord(row, this.#defaultLimits) : null;
  }

  /** Newest first. `after` is the creation time and id of the last key of the page before. */
  async list(options: {
    workspaceId?: string | undefined;
    limit: number;
    after?: { createdAt: number; id: string } | undefined;
  }): Promise<KeyRecord[]> {
    const { workspaceId, limit, after } = options;
    let query = this.#select().where('api_keys.kind', '=', 'key');
    if (workspaceId !== undefined) query = query.where('api_keys.workspace_id', '=', workspaceId);
    if (after) {
      query = query.where((where) =>
        where.or([
          where('api_keys.created_at', '<', after.createdAt),
          where.and([where('api_keys.created_at', '=', after.createdAt), where('api_keys.id', '<', after.id)]),
        ]),
      );
    }
    const rows = await query
      .orderBy('api_keys.created_at', 'desc')
      .orderBy('api_keys.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => toKeyRecord(row, this.#defaultLimits));
  }

  async hashesOfWorkspace(workspaceId: string): Promise<string[]> {
    const rows = await this.#db.selectFrom('api_keys').select('hash').where('workspace_id', '=', workspaceId).execute();
    return rows.map((row) => row.hash);
  }

  async hashOf(id: string): Promise<string | null> {
    const row = await this.#db.selectFrom('api_keys').select('hash').where('id', '=', id).executeTakeFirst();
    return row?.hash ?? null;
  }

  async hasKind(kind: 'key' | 'admin'): Promise<boolean> {
    const row = await this.#db.selectFrom('api_keys').select('id').where('kind', '=', kind).limit(1).executeTakeFirst();
    return row !== undefined;
  }

  async insert(row: Insertable<Tables['api_keys']>): Promise<void> {
    await this.#db.insertInto('api_keys').values(row).execute();
  }

  async update(id: string, changes: Updateable<Tables['api_keys']>): Promise<void> {
    await this.#db.updateTable('api_keys').set(changes).where('id', '=', id).execute();
  }

  #select() {
    return this.#db
      .selectFrom('api_keys')
      .leftJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
      .selectAll('api_keys')
      .select('workspaces.budget_nanos as workspace_budget_nanos');
  }
}
