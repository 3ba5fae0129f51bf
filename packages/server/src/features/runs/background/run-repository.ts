import type { JsonObject } from '@parley/contract';
import type { Selectable } from 'kysely';
import { notHeld } from '../../../db/not-held.ts';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';
import type { RunName } from './run-step-repository.ts';
import { type Run, type RunStatus, type RunTypes, runMoves, runStatuses } from './run-types.ts';

/** What a move stores besides the status. */
export interface RunChange<T extends RunTypes> {
  startedAt?: number;
  finishedAt?: number;
  settledAt?: number;
  expiresAt?: number | null;
  result?: T['result'] | null;
  error?: JsonObject;
}

const openStatuses = runStatuses.filter((status) => runMoves[status].length > 0);

/** The runs of one kind. */
export class RunRepository<T extends RunTypes> {
  readonly #db: Db;
  readonly #kind: string;

  constructor({ db, kind }: { db: Db; kind: string }) {
    this.#db = db;
    this.#kind = kind;
  }

  /** One of this id that is there already stays. */
  async create(run: Omit<Run<T>, 'error'> & { userId?: string | null; expiresAt: number | null }): Promise<void> {
    await this.#db
      .insertInto('runs')
      .values({
        id: run.id,
        kind: this.#kind,
        workspace_id: run.workspaceId,
        key_id: run.keyId,
        user_id: run.userId ?? null,
        request: JSON.stringify(run.request),
        status: run.status,
        progress: JSON.stringify(run.progress),
        result: run.result === null ? null : JSON.stringify(run.result),
        error: null,
        created_at: run.createdAt,
        started_at: run.startedAt,
        finished_at: run.finishedAt,
        settled_at: run.settledAt,
        expires_at: run.expiresAt,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  async find(workspaceId: string, id: string): Promise<Run<T> | null> {
    const row = await this.#rows().where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst();
    return row ? this.#toRun(row) : null;
  }

  /** Newest first, none from before `since`. */
  async list(
    workspaceId: string,
    { after, limit, since }: { after?: Cursor | undefined; limit: number; since?: number },
  ): Promise<Run<T>[]> {
    let query = this.#rows().where('workspace_id', '=', workspaceId);
    if (since !== undefined) query = query.where('created_at', '>=', since);
    if (after) query = query.where(olderThan(after));
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => this.#toRun(row));
  }

  /** Runs of a workspace that have not ended. */
  async countOpen(workspaceId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('runs')
      .select((select) => select.fn.countAll<number | string>().as('count'))
      .where('kind', '=', this.#kind)
      .where('status', 'in', openStatuses)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  }

  /** Runs of all workspaces that jobs work off and that have not ended, for a process that starts. */
  listOpen(): Promise<RunName[]> {
    return this.#names().where('status', 'in', openStatuses).where('settled_at', 'is', null).execute();
  }

  /** Runs of all workspaces, begun before `time`, whose callers still wait for them. */
  listAwaited(time: number): Promise<RunName[]> {
    return this.#names()
      .where('status', '=', 'running')
      .where('created_at', '<', time)
      .where('settled_at', 'is not', null)
      .execute();
  }

  /** Runs of all workspaces that ended before `time` and are still not charged. */
  listUnsettled(time: number, limit: number): Promise<RunName[]> {
    return this.#names()
      .where('settled_at', 'is', null)
      .where('finished_at', '<', time)
      .orderBy('finished_at')
      .limit(limit)
      .execute();
  }

  /** Runs of all workspaces whose time is over and that no hold keeps, the oldest first. */
  listExpired(now: number, limit: number): Promise<RunName[]> {
    return this.#names()
      .where('expires_at', '<=', now)
      .where(notHeld('runs', { user: true }))
      .orderBy('expires_at')
      .limit(limit)
      .execute();
  }

  /** Runs of one of the workspace's own users. */
  listOfUser({ workspaceId, userId }: { workspaceId: string; userId: string }, limit: number): Promise<RunName[]> {
    return this.#names()
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Moves a run on; false when its state does not allow it: somebody cancelled it, say. */
  async move(run: RunName, to: RunStatus, change: RunChange<T> = {}): Promise<boolean> {
    const { startedAt, finishedAt, settledAt, expiresAt, result, error } = change;
    const moved = await this.#db
      .updateTable('runs')
      .set({
        status: to,
        ...(startedAt !== undefined && { started_at: startedAt }),
        ...(finishedAt !== undefined && { finished_at: finishedAt }),
        ...(settledAt !== undefined && { settled_at: settledAt }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
        ...(result !== undefined && { result: result === null ? null : JSON.stringify(result) }),
        ...(error && { error: JSON.stringify(error) }),
      })
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('kind', '=', this.#kind)
      .where(
        'status',
        'in',
        runStatuses.filter((status) => runMoves[status].includes(to)),
      )
      .executeTakeFirst();
    return moved.numUpdatedRows > 0n;
  }

  async setProgress(run: RunName, progress: T['progress']): Promise<void> {
    await this.#db
      .updateTable('runs')
      .set({ progress: JSON.stringify(progress) })
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('kind', '=', this.#kind)
      .where('status', '=', 'running')
      .execute();
  }

  async setSettled(run: RunName, settledAt: number): Promise<void> {
    await this.#db
      .updateTable('runs')
      .set({ settled_at: settledAt })
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('kind', '=', this.#kind)
      .execute();
  }

  /** With its steps. False when there was none. */
  async delete(run: RunName): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('runs')
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('kind', '=', this.#kind)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await this.#db.deleteFrom('run_steps').where('run_id', '=', run.id).execute();
    return true;
  }

  #rows() {
    return this.#db.selectFrom('runs').selectAll().where('kind', '=', this.#kind);
  }

  #names() {
    return this.#db.selectFrom('runs').select(['id', 'workspace_id as workspaceId']).where('kind', '=', this.#kind);
  }

  // What the columns hold was written by this class.
  #toRun(row: Selectable<Tables['runs']>): Run<T> {
    return {
      id: row.id,
      workspaceId: row.workspace_id,
      keyId: row.key_id,
      request: JSON.parse(row.request),
      status: row.status,
      progress: JSON.parse(row.progress),
      result: row.result === null ? null : JSON.parse(row.result),
      error: row.error === null ? null : JSON.parse(row.error),
      createdAt: row.created_at,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      settledAt: row.settled_at,
    };
  }
}

/** Of all kinds, with their steps, which go last: a step that ends meanwhile looks for its run. */
export async function deleteRunsOf(db: Db, workspaceId: string): Promise<void> {
  await db.deleteFrom('runs').where('workspace_id', '=', workspaceId).execute();
  await db.deleteFrom('run_steps').where('workspace_id', '=', workspaceId).execute();
}
