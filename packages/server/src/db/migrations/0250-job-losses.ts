import type { Migration } from 'kysely/migration';

/** How often a job was taken from a process that ended: no attempt of its own. */
export const jobLossesMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable('jobs')
      .addColumn('losses', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
