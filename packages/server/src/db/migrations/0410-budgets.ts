import { PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Budgets by key, user, tag and model, whom they were told of, and what is held with them where processes share no Redis; tags of keys. */
export const budgetsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('budgets')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('target', 'text')
      .addColumn('amount_nanos', 'bigint', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('warn_at', 'text', (column) => column.notNull())
      .addColumn('emails', 'text', (column) => column.notNull())
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('budgets_workspace')
      .on('budgets')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute();
    await db.schema
      .createTable('budget_warnings')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('share', 'double precision', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('budget_warnings_key', ['owner_id', 'period', 'share'])
      .execute();
    await db.schema
      .createTable('budget_holders')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('budget_holds')
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('nanos', 'bigint', (column) => column.notNull())
      .addColumn('holder_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('budget_holds_key', ['place', 'id'])
      .execute();
    await db.schema.createIndex('budget_holds_holder').on('budget_holds').column('holder_id').execute();
    if (db.getExecutor().adapter instanceof PostgresAdapter) await holdInOneStep.execute(db);
    await db.schema
      .alterTable('workspaces')
      .addColumn('budgets_version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('api_keys').addColumn('tags', 'text').execute();
  },
};

/**
 * Holds at several places and sums what is held there, one caller after the other at each place, in one statement. Locks are taken in one order and
 * last until it is committed; each statement of the function sees what was committed before it.
 */
const holdInOneStep = sql`
  create function hold_budgets(places text[], hold text, amount bigint, holder text)
  returns table (held_place text, held_nanos bigint) language plpgsql as $$
  declare
    lock_key bigint;
  begin
    for lock_key in select distinct hashtextextended(one, 0) as key from unnest(places) as one order by key loop
      perform pg_advisory_xact_lock(lock_key);
    end loop;
    insert into budget_holds (place, id, nanos, holder_id) select one, hold, amount, holder from unnest(places) as one
    on conflict (place, id) do update set nanos = excluded.nanos;
    return query
      select place, cast(sum(nanos) as bigint) from budget_holds join budget_holders on budget_holders.id = holder_id
      where place = any(places) and expires_at > extract(epoch from clock_timestamp()) * 1000 group by place;
  end $$`;
