import type { Db } from '../../../../db/open-database.ts';
import type { Consumption } from '../../../../ports/meter.ts';
import type { BatchCounts, BatchUsed } from './batch-types.ts';

interface BatchName {
  id: string;
  workspaceId: string;
}

export interface DoneLine {
  line: number;
  status: number;
  errorCode: string | null;
  /** The line of the file of replies or errors. */
  output: string;
  consumption: readonly Consumption[];
}

/** What is known of a line that was begun. */
export interface KnownLine {
  line: number;
  /** Null while there is no reply. */
  status: number | null;
  errorCode: string | null;
  consumption: Consumption[];
  isSettled: boolean;
}

/** Lines that are read at once. */
const pageLines = 200;
const settledAtOnce = 500;
const firstError = 300;

/** What has become of the lines of batches, and which batches are to stop. */
export class BatchLineRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  /** Keeps the reply of a line before it is charged. */
  async finish({ id, workspaceId }: BatchName, done: DoneLine, now: number): Promise<void> {
    const reply = {
      status: done.status,
      error_code: done.errorCode,
      output: done.output,
      consumption: JSON.stringify(done.consumption),
      is_settled: 0,
      created_at: now,
    };
    await this.#db
      .insertInto('batch_lines')
      .values({ batch_id: id, workspace_id: workspaceId, line: done.line, ...reply })
      .onConflict((conflict) => conflict.columns(['batch_id', 'line']).doUpdateSet(reply))
      .execute();
  }

  /** Keeps what a line used that has no reply yet: it is charged with the line. */
  async lose({ id, workspaceId }: BatchName, line: number, used: readonly Consumption[], now: number): Promise<void> {
    const consumption = JSON.stringify(used);
    const nothing = { status: null, error_code: null, output: null, is_settled: 0, created_at: now };
    await this.#db
      .insertInto('batch_lines')
      .values({ batch_id: id, workspace_id: workspaceId, line, consumption, ...nothing })
      .onConflict((conflict) => conflict.columns(['batch_id', 'line']).doUpdateSet({ consumption }))
      .execute();
  }

  async settled({ id, workspaceId }: BatchName, lines: readonly number[]): Promise<void> {
    for (let from = 0; from < lines.length; from += settledAtOnce) {
      await this.#db
        .updateTable('batch_lines')
        .set({ is_settled: 1 })
        .where('batch_id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('line', 'in', lines.slice(from, from + settledAtOnce))
        .execute();
    }
  }

  /** All lines that were begun, without their replies. */
  async *known({ id, workspaceId }: BatchName): AsyncGenerator<KnownLine> {
    for (let after = 0; ; ) {
      const rows = await this.#db
        .selectFrom('batch_lines')
        .select(['line', 'status', 'error_code', 'consumption', 'is_settled'])
        .where('batch_id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('line', '>', after)
        .orderBy('line')
        .limit(pageLines)
        .execute();
      for (const { line, status, error_code: errorCode, consumption, is_settled } of rows) {
        // Written by this class.
        yield { line, status, errorCode, consumption: JSON.parse(consumption), isSettled: is_settled === 1 };
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageLines) return;
      after = last.line;
    }
  }

  /** The lines of one of the two files, in their order, each with its end of line. */
  async *outputs({ id, workspaceId }: BatchName, of: 'replies' | 'errors'): AsyncGenerator<string> {
    for (let after = 0; ; ) {
      const rows = await this.#db
        .selectFrom('batch_lines')
        .select(['line', 'output'])
        .where('batch_id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('line', '>', after)
        .where('status', of === 'replies' ? '<' : '>=', firstError)
        .orderBy('line')
        .limit(pageLines)
        .execute();
      // One without a text was of an end user who is forgotten.
      for (const { output } of rows) if (output !== null && output !== '') yield `${output}\n`;
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageLines) return;
      after = last.line;
    }
  }

  /** How many lines have a reply, and what they used. */
  async sum(batch: BatchName): Promise<{ counts: Omit<BatchCounts, 'total'>; used: BatchUsed }> {
    const counts = { completed: 0, failed: 0 };
    const used = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0 };
    for await (const { status, consumption } of this.known(batch)) {
      if (status === null) continue;
      counts[status < firstError ? 'completed' : 'failed'] += 1;
      addUsed(used, consumption);
    }
    return { counts, used };
  }

  /** The ids of all lines that were called for one of the workspace's own users, as the ledger has them. */
  async *idsOfUser({ workspaceId, userId }: { workspaceId: string; userId: string }): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const rows = await this.#db
        .selectFrom('usage_records')
        .select(['id', 'request_id'])
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .where('request_id', 'like', 'batch_req_%')
        .where('id', '>', after)
        .orderBy('id')
        .limit(settledAtOnce)
        .execute();
      for (const { request_id: id } of rows) yield id;
      const last = rows.at(-1);
      if (last === undefined || rows.length < settledAtOnce) return;
      after = last.id;
    }
  }

  /** Forgets what these lines were answered, of batches that go on. */
  async forgetOutputs(workspaceId: string, ids: ReadonlySet<string>): Promise<void> {
    for (const id of ids) {
      const [, batch, line] = /^batch_req_(.+)_(\d+)$/.exec(id) ?? [];
      if (batch === undefined || line === undefined) continue;
      await this.#db
        .updateTable('batch_lines')
        .set({ output: '' })
        .where('batch_id', 'in', [`batch_${batch}`, `msgbatch_${batch}`])
        .where('workspace_id', '=', workspaceId)
        .where('line', '=', Number(line))
        .where('output', 'is not', null)
        .execute();
    }
  }

  async forget({ id, workspaceId }: BatchName): Promise<void> {
    for (const table of ['batch_lines', 'batch_stops'] as const) {
      await this.#db.deleteFrom(table).where('batch_id', '=', id).where('workspace_id', '=', workspaceId).execute();
    }
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    for (const table of ['batch_lines', 'batch_stops'] as const) {
      await this.#db.deleteFrom(table).where('workspace_id', '=', workspaceId).execute();
    }
  }

  async askToStop({ id, workspaceId }: BatchName, askedAt: number): Promise<void> {
    await this.#db
      .insertInto('batch_stops')
      .values({ batch_id: id, workspace_id: workspaceId, asked_at: askedAt })
      .onConflict((conflict) => conflict.column('batch_id').doNothing())
      .execute();
  }

  /** When each of these batches was cancelled; those that were not are left out. */
  async stops(workspaceId: string, ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('batch_stops')
      .select(['batch_id', 'asked_at'])
      .where('workspace_id', '=', workspaceId)
      .where('batch_id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ batch_id, asked_at }) => [batch_id, asked_at]));
  }
}

/** Adds up what was used. */
export function addUsed(sum: BatchUsed, consumption: readonly Consumption[]): void {
  for (const { usage, costUsd } of consumption) {
    sum.inputTokens += usage.inputTokens;
    sum.cachedTokens += usage.cachedTokens;
    sum.outputTokens += usage.outputTokens;
    // Whole billionths, so that a sum of many has no error of its own.
    sum.costUsd = Math.round((sum.costUsd + costUsd) * 1e9) / 1e9;
  }
}
