import type { Selectable } from 'kysely';
import { olderThan } from '../../db/older-than.ts';
import type { Db } from '../../db/open-database.ts';
import type { Tables } from '../../db/tables.ts';
import type { Cursor } from '../../lib/page.ts';

export type ResultRow = Selectable<Tables['evaluation_results']>;
/** A result without what was said. */
export type ResultFigures = Omit<ResultRow, 'output'>;

interface RunName {
  id: string;
  workspaceId: string;
}

const figureColumns = [
  'run_id',
  'workspace_id',
  'case_id',
  'position',
  'name',
  'request_id',
  'user_id',
  'status',
  'error_code',
  'model',
  'checks',
  'passed',
  'score',
  'awaits_feedback',
  'cost_nanos',
  'judge_cost_nanos',
  'duration_ms',
  'consumption',
  'is_settled',
  'created_at',
] as const satisfies (keyof ResultFigures)[];

const pageRows = 200;

/** Which runs there are of which set, and what each case came to in them. */
export class EvaluationResultRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async noteRun(row: Selectable<Tables['evaluation_runs']>): Promise<void> {
    await this.#db.insertInto('evaluation_runs').values(row).execute();
  }

  /** Ids of runs, newest first. */
  async listRuns(
    workspaceId: string,
    { setId, after, limit }: { setId?: string | undefined; after?: Cursor | undefined; limit: number },
  ): Promise<{ id: string; created_at: number }[]> {
    let query = this.#db
      .selectFrom('evaluation_runs')
      .select(['id', 'created_at'])
      .where('workspace_id', '=', workspaceId);
    if (setId !== undefined) query = query.where('set_id', '=', setId);
    if (after) query = query.where(olderThan(after));
    return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  }

  /** The id of the newest completed run of a version of a prompt with a set; null for none. */
  async lastWhole(
    workspaceId: string,
    { setId, promptId, version }: { setId: string; promptId: string; version: number },
  ): Promise<string | null> {
    const row = await this.#db
      .selectFrom('evaluation_runs')
      .innerJoin('runs', 'runs.id', 'evaluation_runs.id')
      .select('evaluation_runs.id as id')
      .where('evaluation_runs.workspace_id', '=', workspaceId)
      .where('evaluation_runs.set_id', '=', setId)
      .where('evaluation_runs.prompt_id', '=', promptId)
      .where('evaluation_runs.prompt_version', '=', version)
      .where('runs.status', '=', 'completed')
      .orderBy('evaluation_runs.created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Keeps a result before it is charged. False where the run has one of this case. */
  async keep(row: ResultRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('evaluation_results')
      .values(row)
      .onConflict((conflict) => conflict.columns(['run_id', 'case_id']).doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  async settled({ id, workspaceId }: RunName, caseId: string): Promise<void> {
    await this.#db
      .updateTable('evaluation_results')
      .set({ is_settled: 1 })
      .where('run_id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .where('case_id', '=', caseId)
      .execute();
  }

  /** All of a run without what was said, in the order of the set. */
  async *figures({ id, workspaceId }: RunName): AsyncGenerator<ResultFigures> {
    for (let after = 0; ; ) {
      const rows = await this.#db
        .selectFrom('evaluation_results')
        .select([...figureColumns])
        .where('run_id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('position', '>', after)
        .orderBy('position')
        .limit(pageRows)
        .execute();
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageRows) return;
      after = last.position;
    }
  }

  /** Results after a position, in the order of the set. */
  list({ id, workspaceId }: RunName, { after, limit }: { after: number; limit: number }): Promise<ResultRow[]> {
    return this.#db
      .selectFrom('evaluation_results')
      .selectAll()
      .where('run_id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(limit)
      .execute();
  }

  /** The positions after one that any of these runs has a result of. */
  async positions(
    workspaceId: string,
    runs: readonly string[],
    { after, limit }: { after: number; limit: number },
  ): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('evaluation_results')
      .select('position')
      .distinct()
      .where('workspace_id', '=', workspaceId)
      .where('run_id', 'in', [...runs])
      .where('position', '>', after)
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map(({ position }) => position);
  }

  async at(workspaceId: string, runs: readonly string[], positions: readonly number[]): Promise<ResultRow[]> {
    if (positions.length === 0) return [];
    return await this.#db
      .selectFrom('evaluation_results')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('run_id', 'in', [...runs])
      .where('position', 'in', [...positions])
      .execute();
  }

  async forget({ id, workspaceId }: RunName): Promise<void> {
    await this.#db
      .deleteFrom('evaluation_results')
      .where('run_id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .execute();
    await this.#db.deleteFrom('evaluation_runs').where('id', '=', id).where('workspace_id', '=', workspaceId).execute();
  }

  /** Deletes what was said to cases of one of the workspace's own users. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> {
    await this.#db
      .deleteFrom('evaluation_results')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
  }
}
