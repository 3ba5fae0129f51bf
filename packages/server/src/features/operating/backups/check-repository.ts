import { sql } from 'kysely';
import type { Database } from '../../../db/open-database.ts';

const batch = 1000;

/** Looks whether a database is whole, and what it says must lie in the store of blobs. */
export class CheckRepository {
  readonly #database: Pick<Database, 'db' | 'dialect'>;

  constructor(parts: { database: Pick<Database, 'db' | 'dialect'> }) {
    this.#database = parts.database;
  }

  /** Throws a sentence about the first damage that SQLite finds. PostgreSQL looks after its pages itself (`pg_amcheck`). */
  async requireWhole(): Promise<void> {
    const { db, dialect } = this.#database;
    if (dialect !== 'sqlite') return;
    const { rows: damages } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
    const damage = damages[0]?.integrity_check ?? 'nothing was found';
    if (damage !== 'ok') throw new Error(`the database is damaged: ${damage}`);
    const { rows: strays } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
    const [stray] = strays;
    if (stray) throw new Error(`the database is damaged: a row of ${stray.table} belongs to none of ${stray.parent}`);
  }

  /** The keys of the blobs that files which were taken in must have. */
  async *neededBlobs(): AsyncGenerator<string> {
    let last = '';
    for (;;) {
      const rows = await this.#database.db
        .selectFrom('files')
        .select(['id', 'workspace_id', 'original'])
        .where('status', 'in', ['processing', 'ready'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(batch)
        .execute();
      for (const { id, workspace_id, original } of rows) yield `files/${workspace_id}/${id}/${original ?? 'original'}`;
      if (rows.length < batch) return;
      last = rows.at(-1)?.id ?? '';
    }
  }
}
