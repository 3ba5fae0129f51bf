import { type RawBuilder, sql } from 'kysely';
import { type ExactRow, exactRefs, exactRow, isOfBigNumbers } from '../../../db/exact-rows.ts';
import type { Database } from '../../../db/open-database.ts';

export interface ExportedTable {
  name: string;
  columns: string[];
  /** Those whose numbers can be beyond 2^53. */
  big: ReadonlySet<string>;
}

const batch = 100;
/** Of the service as a whole, or on their way: they tell of no workspace by themselves. */
const ofTheService = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'installation',
  'jobs',
  'blob_discards',
  'engine_lessons',
  'model_settings',
  'sessions',
  'password_links',
  'data_keys',
  'budget_holds',
  'budget_holders',
  'streams',
  'stream_events',
  // Ids of records on their way into the export of the ledger.
  'ledger_exports',
  // Made of the texts of files, which are exported, for searches alone.
  'passage_segments',
  'passages',
  'passage_words',
  'passage_totals',
  'passage_vectors',
]);
/** What opens something: of no use to whom data belongs to, and of much to others. */
const withheld = new Set([
  'api_keys.hash',
  'integration_connections.credentials',
  'integration_authorizations.payload',
  'custom_integrations.pending',
  'custom_integrations.secret',
  'integration_confirmations.digest',
  'invitations.hash',
  'users.password_hash',
  'users.oidc_subject',
  'users.totp_secret',
  'users.totp_step',
  'users.recovery_hashes',
]);
/** Whose rows say otherwise than in `workspace_id` which workspace they belong to. */
const otherWays: Record<string, (workspaceId: string) => RawBuilder<unknown>> = {
  workspaces: (id) => sql`id = ${id}`,
  spend: (id) => sql`owner_id = ${id} or owner_id in (select id from api_keys where workspace_id = ${id})
    or exists (select 1 from budgets where workspace_id = ${id} and (owner_id = budgets.id or owner_id like budgets.id || ':%'))`,
  users: (id) => sql`id in (select user_id from members where workspace_id = ${id})`,
  webhook_deliveries: (id) => sql`webhook_id in (select id from webhooks where workspace_id = ${id})`,
  prompt_versions: (id) => sql`prompt_id in (select id from prompts where workspace_id = ${id})`,
  collection_vectors: (id) => sql`collection_id in (select id from collections where workspace_id = ${id})`,
};

const ownerOf = (table: string, workspaceId: string): RawBuilder<unknown> =>
  otherWays[table]?.(workspaceId) ?? sql`workspace_id = ${workspaceId}`;
const userIs = (userId: string | undefined): RawBuilder<unknown> =>
  userId === undefined ? sql`true` : sql`user_id = ${userId}`;

/** Everything that a database has of a workspace, or of one of its end users. */
export class ExportRepository {
  readonly #database: Pick<Database, 'db' | 'dialect'>;

  constructor(parts: { database: Pick<Database, 'db' | 'dialect'> }) {
    this.#database = parts.database;
  }

  async hasWorkspace(id: string): Promise<boolean> {
    const { db } = this.#database;
    return (await db.selectFrom('workspaces').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  /** Those that have rows of workspaces, or of end users. Throws for a table of which nobody has said whose it is. */
  async tables(isOfUser: boolean): Promise<ExportedTable[]> {
    const all = await this.#database.db.introspection.getTables({ withInternalKyselyTables: false });
    const schema = await this.#schema();
    // The queue has tables in a schema of its own, and other programs may have theirs.
    const own = all.filter((table) => schema === null || table.schema === schema);
    const found: ExportedTable[] = [];
    for (const { name, columns } of own.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      // Parts of the ledger's table, which has their rows (`db/ledger-partitions.ts`).
      if (ofTheService.has(name) || name.startsWith('usage_records_')) continue;
      const names = columns.map((column) => column.name);
      const isPlain = names.includes('workspace_id');
      if (!isPlain && !Object.hasOwn(otherWays, name)) throw new Error(`nothing says whose the rows of ${name} are`);
      if (isOfUser && !(isPlain && names.includes('user_id'))) continue;
      const key = await this.#keyOf(name);
      const big = columns.filter((column) => isOfBigNumbers(column.dataType) && !key.includes(column.name));
      found.push({
        name,
        columns: names.filter((column) => !withheld.has(`${name}.${column}`)),
        big: new Set(big.map((column) => column.name)),
      });
    }
    return found;
  }

  /** Null on SQLite, which has none. */
  async #schema(): Promise<string | null> {
    const { db, dialect } = this.#database;
    if (dialect === 'sqlite') return null;
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
    return rows[0]?.schema ?? null;
  }

  /** How many rows there are by table, of a workspace or of one of its end users; tables without any are left out. */
  async counts(workspaceId: string, userId?: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { name } of await this.tables(userId !== undefined)) {
      // People with an account are members of the workspace and no end users of it, and their accounts are not its own.
      if (name === 'users' || (userId !== undefined && name === 'members')) continue;
      const owned = sql`(${ownerOf(name, workspaceId)}) and ${userIs(userId)}`;
      const { rows } = await sql<{ count: number | string }>`
        select count(*) as count from ${sql.table(name)} where ${owned}`.execute(this.#database.db);
      const count = Number(rows[0]?.count ?? 0);
      if (count > 0) counts[name] = count;
    }
    return counts;
  }

  async *rows(
    { name, columns, big }: ExportedTable,
    workspaceId: string,
    userId: string | undefined,
  ): AsyncGenerator<ExactRow[]> {
    const key = await this.#keyOf(name);
    const refs = sql.join(key.map((column) => sql.ref(column)));
    const owner = ownerOf(name, workspaceId);
    const user = userIs(userId);
    let after: RawBuilder<unknown> = sql`true`;
    for (;;) {
      const { rows } = await sql<ExactRow>`
        select ${exactRefs(columns, big)} from ${sql.table(name)}
        where (${owner}) and ${user} and ${after} order by ${refs} limit ${sql.lit(batch)}`.execute(this.#database.db);
      if (rows.length > 0) yield rows.map((row) => exactRow(row, big));
      const last = rows.at(-1);
      if (rows.length < batch || !last) return;
      after = sql`(${refs}) > (${sql.join(key.map((column) => last[column] ?? null))})`;
    }
  }

  async #keyOf(table: string): Promise<string[]> {
    const { db, dialect } = this.#database;
    // In months it has no key over all of them.
    if (table === 'usage_records') return ['id'];
    const asked =
      dialect === 'sqlite'
        ? sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`
        : sql<{ name: string }>`
            select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
            where indrelid = ${table}::regclass and indisprimary order by array_position(indkey::int[], attnum::int)`;
    return (await asked.execute(db)).rows.map(({ name }) => name);
  }
}
