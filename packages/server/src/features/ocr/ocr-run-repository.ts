import { type JsonObject, type OcrRunStatus, ocrRunStatuses } from '@parley/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { type AcceptedPdf, type OcrRunRecord, ocrRunMoves } from './ocr-run-types.ts';

/** PDFs that are read in the background. */
export class OcrRunRepository {
  readonly #db: Kysely<Tables>;

  constructor({ db }: { db: Kysely<Tables> }) {
    this.#db = db;
  }

  async create(run: {
    id: string;
    workspaceId: string;
    keyId: string;
    request: AcceptedPdf;
    totalPages: number;
    createdAt: number;
  }): Promise<void> {
    await this.#db
      .insertInto('ocr_runs')
      .values({
        id: run.id,
        workspace_id: run.workspaceId,
        key_id: run.keyId,
        request: JSON.stringify(run.request),
        status: 'queued',
        pages_processed: 0,
        total_pages: run.totalPages,
        error: null,
        created_at: run.createdAt,
        finished_at: null,
      })
      .execute();
  }

  async find(workspaceId: string, id: string): Promise<OcrRunRecord | null> {
    const row = await this.#db
      .selectFrom('ocr_runs')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? toRecord(row) : null;
  }

  /** Runs of a workspace that have not ended. */
  async countOpen(workspaceId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('ocr_runs')
      .select((select) => select.fn.countAll<number | string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  }

  /** Runs of all workspaces that have not ended, for a process that starts. */
  async listOpen(): Promise<{ id: string; workspaceId: string }[]> {
    const rows = await this.#db
      .selectFrom('ocr_runs')
      .select(['id', 'workspace_id'])
      .where('status', 'in', ['queued', 'running'])
      .execute();
    return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
  }

  /** Runs of all workspaces that ended before `time`, the oldest first. */
  async listEnded(time: number, limit: number): Promise<{ id: string; workspaceId: string }[]> {
    const rows = await this.#db
      .selectFrom('ocr_runs')
      .select(['id', 'workspace_id'])
      .where('finished_at', '<', time)
      .orderBy('finished_at')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
  }

  /** Moves a run on; false when its state does not allow it. */
  async move(
    run: { workspaceId: string; id: string },
    to: OcrRunStatus,
    fields: { finishedAt?: number; error?: JsonObject } = {},
  ): Promise<boolean> {
    const from = ocrRunStatuses.filter((status) => ocrRunMoves[status].includes(to));
    const result = await this.#db
      .updateTable('ocr_runs')
      .set({
        status: to,
        ...(fields.finishedAt !== undefined && { finished_at: fields.finishedAt }),
        ...(fields.error && { error: JSON.stringify(fields.error) }),
      })
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('status', 'in', from)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) > 0;
  }

  /** Never goes back: pages that end late, or a run taken up again, count from less than was told before. */
  async setProgress(run: { workspaceId: string; id: string }, pagesProcessed: number): Promise<void> {
    await this.#db
      .updateTable('ocr_runs')
      .set({ pages_processed: pagesProcessed })
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('pages_processed', '<', pagesProcessed)
      .execute();
  }

  async delete(run: { workspaceId: string; id: string }): Promise<void> {
    await this.#db
      .deleteFrom('ocr_runs')
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .execute();
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('ocr_runs').where('workspace_id', '=', workspaceId).execute();
  }
}

function toRecord(row: Selectable<Tables['ocr_runs']>): OcrRunRecord {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    request: JSON.parse(row.request),
    status: row.status,
    pagesProcessed: row.pages_processed,
    totalPages: row.total_pages,
    error: row.error === null ? null : JSON.parse(row.error),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
