import { PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { partitionLedger } from '../ledger-partitions.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Sums of the ledger by the day, written together with its records, and on PostgreSQL its months as partitions. What is there already is summed
 * and partitioned later, in steps beside the calls (`docs/decisions/ledger-in-months.md`): an older version may still be writing.
 */
export const ledgerMigration: Migration = {
  async up(db) {
    const texts = ['workspace_id', 'key_id', 'endpoint', 'model', 'user_id', 'tags'] as const;
    const numbers = [
      ...(['requests', 'errors', 'unpriced', 'input_tokens', 'cached_tokens', 'cache_write_tokens'] as const),
      ...(['output_tokens', 'cost_nanos', 'upstream_cost_nanos', 'saved_nanos'] as const),
    ];
    const columns = [
      ...['day', 'began_day'].map((name) => sql`${sql.ref(name)} bigint not null`),
      ...texts.map((name) => sql`${sql.ref(name)} text not null`),
      ...numbers.map((name) => sql`${sql.ref(name)} bigint not null`),
    ];
    const key = sql.join(['day', 'began_day', ...texts].map((name) => sql.ref(name)));
    await sql`create table if not exists usage_days (${sql.join(columns)}, primary key (${key}))`.execute(db);
    await db.schema
      .createIndex('usage_days_workspace')
      .ifNotExists()
      .on('usage_days')
      .columns(['workspace_id', 'day'])
      .execute();
    await db.schema
      .createTable('ledger_exports')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('ledger_exports_time')
      .ifNotExists()
      .on('ledger_exports')
      .columns(['created_at', 'id'])
      .execute();

    const { rows: found } = await sql`select 1 from usage_records limit 1`.execute(db);
    const now = Date.now();
    if (found.length > 0) {
      // From the second midnight on, by when no process of the version before is left, whose records are in no sum.
      const from = String((Math.floor(now / dayMs) + 2) * dayMs);
      await sql`insert into installation (name, value) values ('usage-days-from', ${from})
        on conflict (name) do nothing`.execute(db);
      return;
    }
    if (db.getExecutor().adapter instanceof PostgresAdapter) await partitionLedger(db, now);
  },
};
