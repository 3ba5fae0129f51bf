import { type JsonObject, type VideoProgress, type VideoStatus, videoStatuses } from '@parley/contract';
import type { Kysely, Selectable } from 'kysely';
import { olderThan } from '../../db/older-than.ts';
import type { Tables } from '../../db/tables.ts';
import type { Cursor } from '../../lib/page.ts';
import { type AcceptedVideo, type FinishedVideo, type VideoRecord, videoMoves } from './video-types.ts';

/** Videos asked for and made. */
export class VideoRepository {
  readonly #db: Kysely<Tables>;

  constructor({ db }: { db: Kysely<Tables> }) {
    this.#db = db;
  }

  async create(run: {
    id: string;
    workspaceId: string;
    keyId: string;
    request: AcceptedVideo;
    status: 'queued' | 'running';
    createdAt: number;
  }): Promise<void> {
    const progress: VideoProgress = { step: run.status === 'queued' ? 'queued' : 'rendering', percent: 0 };
    await this.#db
      .insertInto('video_runs')
      .values({
        id: run.id,
        workspace_id: run.workspaceId,
        key_id: run.keyId,
        request: JSON.stringify(run.request),
        status: run.status,
        progress: JSON.stringify(progress),
        result: null,
        error: null,
        created_at: run.createdAt,
        finished_at: null,
      })
      .execute();
  }

  async find(workspaceId: string, id: string): Promise<VideoRecord | null> {
    const row = await this.#db
      .selectFrom('video_runs')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? toRecord(row) : null;
  }

  /** Newest first, none from before `since`. */
  async list(
    workspaceId: string,
    { after, limit, since }: { after?: Cursor | undefined; limit: number; since: number },
  ): Promise<VideoRecord[]> {
    let query = this.#db
      .selectFrom('video_runs')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('created_at', '>=', since);
    if (after) query = query.where(olderThan(after));
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(toRecord);
  }

  /** Of all workspaces. */
  async deleteEndedBefore(time: number): Promise<void> {
    await this.#db
      .deleteFrom('video_runs')
      .where('created_at', '<', time)
      .where('status', 'not in', ['queued', 'running'])
      .execute();
  }

  /** Videos in the queue of all workspaces that have not ended, for a process that starts. */
  async listQueued(): Promise<{ id: string; workspaceId: string }[]> {
    const rows = await this.#db
      .selectFrom('video_runs')
      .select(['id', 'workspace_id'])
      .where('status', '=', 'queued')
      .execute();
    return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
  }

  /** Videos of all workspaces that are being made since before `time`. */
  async listRunning(time: number): Promise<VideoRecord[]> {
    const rows = await this.#db
      .selectFrom('video_runs')
      .selectAll()
      .where('status', '=', 'running')
      .where('created_at', '<', time)
      .execute();
    return rows.map(toRecord);
  }

  /** Moves a video on; false when its state does not allow it. */
  async move(
    run: { workspaceId: string; id: string },
    to: VideoStatus,
    fields: { finishedAt?: number; result?: FinishedVideo; error?: JsonObject } = {},
  ): Promise<boolean> {
    const from = videoStatuses.filter((status) => videoMoves[status].includes(to));
    const result = await this.#db
      .updateTable('video_runs')
      .set({
        status: to,
        ...(fields.finishedAt !== undefined && { finished_at: fields.finishedAt }),
        ...(fields.result && { result: JSON.stringify(fields.result) }),
        ...(fields.error && { error: JSON.stringify(fields.error) }),
      })
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('status', 'in', from)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) > 0;
  }

  async setProgress(run: { workspaceId: string; id: string }, progress: VideoProgress): Promise<void> {
    await this.#db
      .updateTable('video_runs')
      .set({ progress: JSON.stringify(progress) })
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('status', '=', 'running')
      .execute();
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('video_runs').where('workspace_id', '=', workspaceId).execute();
  }
}

function toRecord(row: Selectable<Tables['video_runs']>): VideoRecord {
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
    finishedAt: row.finished_at,
  };
}
