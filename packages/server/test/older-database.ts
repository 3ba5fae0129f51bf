import { join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from '../src/db/migrations/index.ts';
import { openNodeSqlite } from '../src/db/node-sqlite.ts';
import type { Db } from '../src/db/open-database.ts';
import type { Tables } from '../src/db/tables.ts';

/** The names of all migrations in the order in which they run. */
export const schemas = Object.keys(migrations).sort();

/** Makes the SQLite database of a version of which `schema` was the last migration. */
export async function makeOlderDatabase(
  dataDir: string,
  schema: string,
  fill: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: openNodeSqlite(join(dataDir, 'parley.db')) }),
  });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateTo(schema);
  if (error) throw error;
  await fill(db);
  await db.destroy();
}
