import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What is asked for each file of thousands is found without going through all that wait: the next job of a kind, jobs past their deadline,
 * files of a collection that are in no segment yet, and how far the files of a collection are.
 */
export const manyFilesMigration: Migration = {
  async up(db) {
    await db.schema.dropIndex('jobs_due').ifExists().execute();
    await sql`create index jobs_open on jobs (kind, run_at, created_at) where state in ('waiting', 'reporting')`.execute(
      db,
    );
    await db.schema.createIndex('jobs_deadline').on('jobs').columns(['state', 'deadline_at']).execute();
    await db.schema
      .createIndex('collection_files_waiting')
      .on('collection_files')
      .columns(['collection_id', 'segment_id', 'added_at'])
      .execute();
    await db.schema.createIndex('files_state').on('files').columns(['id', 'status', 'size_bytes']).execute();
  },
};
