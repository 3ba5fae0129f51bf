import type { Migration } from 'kysely/migration';
import { groundMigration } from './0001-ground.ts';

/** All migrations by name. Forward only; a number, once released, never changes. */
export const migrations: Record<string, Migration> = {
  '0001-ground': groundMigration,
};
