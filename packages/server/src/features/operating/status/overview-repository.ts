import type { Db } from '../../../db/open-database.ts';

/** Counts for the first page. */
export class OverviewRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** Of one workspace, or of all with undefined. */
  async counts(workspaceId: string | undefined, now: number) {
    const ofTable = async (table: 'files' | 'collections') => {
      let query = this.#db.selectFrom(table).select((select) => select.fn.countAll<number>().as('count'));
      if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
      return Number((await query.executeTakeFirstOrThrow()).count);
    };
    let keys = this.#db
      .selectFrom('api_keys')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('is_active', '=', 1)
      .where('source', '!=', 'dashboard')
      .where('revoked_at', 'is', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]));
    if (workspaceId !== undefined) keys = keys.where('workspace_id', '=', workspaceId);
    let people = this.#db
      .selectFrom('members')
      .select((select) => select.fn.count<number>('user_id').distinct().as('count'));
    if (workspaceId !== undefined) {
      // Who belongs to the whole installation belongs to each of its workspaces.
      people = people.where((where) =>
        where.or([where('workspace_id', '=', workspaceId), where('workspace_id', 'is', null)]),
      );
    }
    return {
      keys: Number((await keys.executeTakeFirstOrThrow()).count),
      members: Number((await people.executeTakeFirstOrThrow()).count),
      files: await ofTable('files'),
      collections: await ofTable('collections'),
    };
  }
}
