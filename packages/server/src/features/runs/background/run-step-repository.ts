import type { Selectable } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Consumption } from '../../../ports/meter.ts';

export interface RunName {
  id: string;
  workspaceId: string;
}

export interface StoredStep {
  step: string;
  inputHash: string;
  /** JSON. */
  output: string;
  consumption: Consumption[];
}

/** Finished steps of runs. */
export class RunStepRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async list(run: RunName): Promise<StoredStep[]> {
    return (await this.#of(run).execute()).map(toStep);
  }

  /**
   * Stores a finished step. When another process was faster its output counts, and is returned. Of a run that was deleted while the step went on
   * nothing is stored, and of one that is deleted meanwhile nothing stays: whoever deletes runs deletes their steps after them.
   */
  async add(run: RunName, step: StoredStep, createdAt: number): Promise<StoredStep> {
    if (!(await this.#isThere(run))) return step;
    await this.#db
      .insertInto('run_steps')
      .values({
        run_id: run.id,
        workspace_id: run.workspaceId,
        step: step.step,
        input_hash: step.inputHash,
        output: step.output,
        consumption: JSON.stringify(step.consumption),
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.columns(['run_id', 'step']).doNothing())
      .execute();
    const row = await this.#of(run).where('step', '=', step.step).executeTakeFirst();
    if (!(await this.#isThere(run)))
      await this.#db
        .deleteFrom('run_steps')
        .where('workspace_id', '=', run.workspaceId)
        .where('run_id', '=', run.id)
        .execute();
    return row ? toStep(row) : step;
  }

  async #isThere({ id, workspaceId }: RunName): Promise<boolean> {
    const run = this.#db.selectFrom('runs').select('id').where('workspace_id', '=', workspaceId).where('id', '=', id);
    return (await run.executeTakeFirst()) !== undefined;
  }

  #of({ id, workspaceId }: RunName) {
    return this.#db
      .selectFrom('run_steps')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('run_id', '=', id);
  }
}

function toStep(row: Selectable<Tables['run_steps']>): StoredStep {
  return { step: row.step, inputHash: row.input_hash, output: row.output, consumption: JSON.parse(row.consumption) };
}
