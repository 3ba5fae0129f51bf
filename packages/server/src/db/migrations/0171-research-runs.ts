import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { moveTable, runColumns } from './move-table.ts';

/** Research joins the other runs, with its steps. */
export const researchRunsMigration: Migration = {
  async up(db) {
    await moveTable(db, {
      from: 'research_runs',
      to: 'runs',
      columns: runColumns,
      values: sql`
        id, 'research', workspace_id, key_id, request, status, progress, result, error, created_at, started_at, finished_at,
        finished_at, null`,
    });
    const columns = ['run_id', 'workspace_id', 'step', 'input_hash', 'output', 'consumption', 'created_at'];
    await moveTable(db, {
      from: 'research_steps',
      to: 'run_steps',
      columns,
      values: sql.join(columns.map((column) => sql.ref(column))),
    });
  },
};
