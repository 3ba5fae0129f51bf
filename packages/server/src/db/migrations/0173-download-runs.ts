import type { Migration } from 'kysely/migration';
import { hasTable } from './move-table.ts';

const keptMs = 7 * 24 * 60 * 60_000;

/** Downloads join the other runs. Those of before have the states of their jobs, and are not begun again by themselves. */
export const downloadRunsMigration: Migration = {
  async up(db) {
    if (!(await hasTable(db, 'model_downloads'))) return;
    for (const row of await db.selectFrom('model_downloads').selectAll().execute()) {
      const { id, provider, name, step, completed_bytes: completedBytes, total_bytes: totalBytes, error } = row;
      await db
        .insertInto('runs')
        .values({
          id,
          kind: 'download',
          workspace_id: '',
          key_id: '',
          request: JSON.stringify({ provider, name, requestId: '' }),
          status: 'queued',
          progress: JSON.stringify(step === null ? null : { step, completedBytes, totalBytes }),
          error: error === null ? null : JSON.stringify({ message: error, code: 'internal_error' }),
          created_at: row.created_at,
          settled_at: row.created_at,
          expires_at: row.created_at + keptMs,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    }
    await db.schema.dropTable('model_downloads').execute();
  },
};
