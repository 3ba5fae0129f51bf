import { type Selectable, sql } from 'kysely';
import { olderThan } from '../../db/older-than.ts';
import type { Db } from '../../db/open-database.ts';
import type { Tables } from '../../db/tables.ts';
import type { Cursor } from '../../lib/page.ts';

export type SetRow = Selectable<Tables['evaluation_sets']> & { cases: number };
export type CaseRow = Selectable<Tables['evaluation_cases']>;

interface SetName {
  id: string;
  workspaceId: string;
}

/** Rows that are written at once. */
const batch = 50;

/** Sets of calls and their cases. */
export class EvaluationSetRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async insert(row: Omit<SetRow, 'cases'>): Promise<void> {
    await this.#db.insertInto('evaluation_sets').values(row).execute();
  }

  async count(workspaceId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('evaluation_sets')
      .where('workspace_id', '=', workspaceId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async find({ id, workspaceId }: SetName): Promise<SetRow | null> {
    const row = await this.#sets().where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst();
    return row ? { ...row, cases: Number(row.cases) } : null;
  }

  /** Newest first. */
  async list(workspaceId: string, { limit, after }: { limit: number; after?: Cursor | undefined }): Promise<SetRow[]> {
    let query = this.#sets().where('workspace_id', '=', workspaceId);
    if (after) query = query.where(olderThan(after));
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => ({ ...row, cases: Number(row.cases) }));
  }

  async update({ id, workspaceId }: SetName, change: Partial<Omit<SetRow, 'cases'>>): Promise<void> {
    await this.#db
      .updateTable('evaluation_sets')
      .set(change)
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  async delete({ id, workspaceId }: SetName): Promise<void> {
    for (const [table, column] of [
      ['evaluation_cases', 'set_id'],
      ['evaluation_sets', 'id'],
    ] as const) {
      await this.#db.deleteFrom(table).where(column, '=', id).where('workspace_id', '=', workspaceId).execute();
    }
    await this.#db
      .updateTable('prompts')
      .set({ evaluation_set_id: null })
      .where('evaluation_set_id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  /** Puts cases after the last one; null where the set would have more than `most`, or is gone. */
  async add(
    { id, workspaceId }: SetName,
    cases: readonly Omit<CaseRow, 'position'>[],
    { most, now }: { most: number; now: number },
  ): Promise<CaseRow[] | null> {
    return await this.#db.transaction().execute(async (tx) => {
      // The update comes first: it makes others wait who add to the same set.
      const set = await tx
        .updateTable('evaluation_sets')
        .set({ last_position: sql<number>`last_position + ${cases.length}`, updated_at: now })
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .returning('last_position')
        .executeTakeFirst();
      if (!set) return null;
      const first = set.last_position - cases.length + 1;
      const rows = cases.map((row, index) => ({ ...row, position: first + index }));
      for (let from = 0; from < rows.length; from += batch) {
        await tx
          .insertInto('evaluation_cases')
          .values(rows.slice(from, from + batch))
          .execute();
      }
      const { count } = await tx
        .selectFrom('evaluation_cases')
        .where('set_id', '=', id)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (Number(count) > most) throw new TooManyCases();
      return rows;
    });
  }

  async findCase({ id, workspaceId }: SetName, caseId: string): Promise<CaseRow | null> {
    const row = await this.#cases({ id, workspaceId }).where('id', '=', caseId).executeTakeFirst();
    return row ?? null;
  }

  /** In their order, those after a position. */
  cases(set: SetName, { after, limit }: { after: number; limit: number }): Promise<CaseRow[]> {
    return this.#cases(set).where('position', '>', after).orderBy('position').limit(limit).execute();
  }

  async updateCase({ id, workspaceId }: SetName, caseId: string, change: Partial<CaseRow>, now: number): Promise<void> {
    await this.#db
      .updateTable('evaluation_cases')
      .set(change)
      .where('id', '=', caseId)
      .where('set_id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .execute();
    await this.update({ id, workspaceId }, { updated_at: now });
  }

  async deleteCase({ id, workspaceId }: SetName, caseId: string, now: number): Promise<void> {
    await this.#db
      .deleteFrom('evaluation_cases')
      .where('id', '=', caseId)
      .where('set_id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .execute();
    await this.update({ id, workspaceId }, { updated_at: now });
  }

  /** Deletes the cases that name one of the workspace's own users. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> {
    await this.#db
      .deleteFrom('evaluation_cases')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
  }

  #cases({ id, workspaceId }: SetName) {
    return this.#db
      .selectFrom('evaluation_cases')
      .selectAll()
      .where('set_id', '=', id)
      .where('workspace_id', '=', workspaceId);
  }

  #sets() {
    return this.#db
      .selectFrom('evaluation_sets')
      .selectAll()
      .select((one) =>
        one
          .selectFrom('evaluation_cases')
          .whereRef('evaluation_cases.set_id', '=', 'evaluation_sets.id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('cases'),
      )
      .$narrowType<{ cases: number }>();
  }
}

/** Rolls the addition back. */
export class TooManyCases extends Error {}
