import type { JsonObject, ResearchProgress, ResearchResult } from '@parley/contract';
import type { Selectable } from 'kysely';
import { olderThan } from '../../db/older-than.ts';
import type { Db } from '../../db/open-database.ts';
import type { Tables } from '../../db/tables.ts';
import type { Cursor } from '../../lib/page.ts';
import type { Consumption } from '../../ports/meter.ts';
import { type AcceptedRequest, type ResearchRecord, type ResearchStatus, researchMoves } from './research-types.ts';

export interface StoredStep {
  step: string;
  inputHash: string;
  /** JSON. */
  output: string;
  consumption: Consumption[];
}

/** Research runs and their finished steps. */
export class ResearchRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async create(run: Pick<ResearchRecord, 'id' | 'workspaceId' | 'keyId' | 'request' | 'progress' | 'createdAt'>) {
    await this.#db
      .insertInto('research_runs')
      .values({
        id: run.id,
        workspace_id: run.workspaceId,
        key_id: run.keyId,
        request: JSON.stringify(run.request),
        status: 'queued',
        progress: JSON.stringify(run.progress),
        result: null,
        error: null,
        created_at: run.createdAt,
        started_at: null,
        finished_at: null,
      })
      .execute();
  }

  async find(workspaceId: string, id: string): Promise<ResearchRecord | null> {
    const row = await this.#db
      .selectFrom('research_runs')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? toRecord(row) : null;
  }

  async list(workspaceId: string, limit: number, after: Cursor | undefined): Promise<ResearchRecord[]> {
    let query = this.#db.selectFrom('research_runs').selectAll().where('workspace_id', '=', workspaceId);
    if (after) {
      query = query.where(olderThan(after));
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(toRecord);
  }

  /** Runs of all workspaces that have not ended, for a process that starts. */
  async listOpen(): Promise<{ id: string; workspaceId: string }[]> {
    const rows = await this.#db
      .selectFrom('research_runs')
      .select(['id', 'workspace_id'])
      .where('status', 'in', ['queued', 'running'])
      .execute();
    return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
  }

  /** Moves a run on; false when its state does not allow it (somebody cancelled it, say). */
  async move(
    run: { workspaceId: string; id: string },
    to: ResearchStatus,
    fields: { startedAt?: number; finishedAt?: number; result?: ResearchResult; error?: JsonObject } = {},
  ): Promise<boolean> {
    const from = Object.entries(researchMoves).flatMap(([status, moves]) => (moves.includes(to) ? [status] : []));
    const result = await this.#db
      .updateTable('research_runs')
      .set({
        status: to,
        ...(fields.startedAt !== undefined && { started_at: fields.startedAt }),
        ...(fields.finishedAt !== undefined && { finished_at: fields.finishedAt }),
        ...(fields.result && { result: JSON.stringify(fields.result) }),
        ...(fields.error && { error: JSON.stringify(fields.error) }),
      })
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('status', 'in', from as ResearchStatus[])
      .executeTakeFirst();
    return Number(result.numUpdatedRows) > 0;
  }

  async setProgress(run: { workspaceId: string; id: string }, progress: ResearchProgress): Promise<void> {
    await this.#db
      .updateTable('research_runs')
      .set({ progress: JSON.stringify(progress) })
      .where('workspace_id', '=', run.workspaceId)
      .where('id', '=', run.id)
      .where('status', '=', 'running')
      .execute();
  }

  async steps(workspaceId: string, runId: string): Promise<StoredStep[]> {
    const rows = await this.#db
      .selectFrom('research_steps')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('run_id', '=', runId)
      .execute();
    return rows.map(toStep);
  }

  /** Stores a finished step. When another process was faster its output counts, and is returned. */
  async addStep(workspaceId: string, runId: string, step: StoredStep, createdAt: number): Promise<StoredStep> {
    await this.#db
      .insertInto('research_steps')
      .values({
        run_id: runId,
        workspace_id: workspaceId,
        step: step.step,
        input_hash: step.inputHash,
        output: step.output,
        consumption: JSON.stringify(step.consumption),
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.columns(['run_id', 'step']).doNothing())
      .execute();
    const row = await this.#db
      .selectFrom('research_steps')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('run_id', '=', runId)
      .where('step', '=', step.step)
      .executeTakeFirst();
    return row ? toStep(row) : step;
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('research_steps').where('workspace_id', '=', workspaceId).execute();
    await this.#db.deleteFrom('research_runs').where('workspace_id', '=', workspaceId).execute();
  }
}

// What the columns hold was written by this class.
function toRecord(row: Selectable<Tables['research_runs']>): ResearchRecord {
  const request: AcceptedRequest = JSON.parse(row.request);
  const progress: ResearchProgress = JSON.parse(row.progress);
  const result: ResearchResult | null = row.result === null ? null : JSON.parse(row.result);
  const error: JsonObject | null = row.error === null ? null : JSON.parse(row.error);
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    request,
    status: row.status,
    progress,
    result,
    error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

function toStep(row: Selectable<Tables['research_steps']>): StoredStep {
  return { step: row.step, inputHash: row.input_hash, output: row.output, consumption: JSON.parse(row.consumption) };
}
