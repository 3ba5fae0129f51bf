import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { moveTable, runColumns } from './move-table.ts';

const dayMs = 24 * 60 * 60_000;

/** One table for all work that goes on after its call; PDFs and videos are the first in it. */
export const runsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('runs')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('progress', 'text', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('finished_at', 'bigint')
      .addColumn('settled_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .execute();
    const index = (name: string) => db.schema.createIndex(name).ifNotExists().on('runs');
    await index('runs_workspace').columns(['workspace_id', 'kind', 'created_at', 'id']).execute();
    await index('runs_status').columns(['kind', 'status', 'created_at']).execute();
    await index('runs_expiry').columns(['kind', 'expires_at']).execute();
    await sql`create index if not exists runs_unsettled on runs (kind, finished_at) where settled_at is null`.execute(
      db,
    );
    await db.schema
      .createTable('run_steps')
      .ifNotExists()
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('step', 'text', (column) => column.notNull())
      .addColumn('input_hash', 'text', (column) => column.notNull())
      .addColumn('output', 'text', (column) => column.notNull())
      .addColumn('consumption', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('run_steps_primary', ['run_id', 'step'])
      .execute();
    await moveTable(db, {
      from: 'ocr_runs',
      to: 'runs',
      columns: runColumns,
      values: sql`
        id, 'ocr', workspace_id, key_id, request, status,
        '{"pagesProcessed":' || cast(pages_processed as text) || ',"totalPages":' || cast(total_pages as text) || '}',
        null, error, created_at, case when status = 'queued' then null else created_at end, finished_at, finished_at,
        finished_at + ${sql.lit(7 * dayMs)}`,
    });
    await moveTable(db, {
      from: 'video_runs',
      to: 'runs',
      columns: runColumns,
      // A video whose caller waits is paid for by the call.
      values: sql`
        id, 'video', workspace_id, key_id, request, status, progress, result, error, created_at,
        case when status = 'queued' then null else created_at end, finished_at,
        case when request like '%"isAwaited":true%' then created_at else finished_at end,
        coalesce(finished_at, case when status in ('queued', 'running') then null else created_at end)
          + ${sql.lit(30 * dayMs)}`,
    });
  },
};
