import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { exactRefs, exactRow, isOfBigNumbers, type ExactRow as Row } from '../../../db/exact-rows.ts';
import type { Database } from '../../../db/open-database.ts';

type OpenDatabase = Pick<Database, 'db' | 'dialect'>;

interface Table {
  name: string;
  columns: string[];
  /** Of the primary key. */
  key: string[];
  /** Those whose numbers can be beyond 2^53: sums. None of the key. */
  big: ReadonlySet<string>;
}

/** A table as it is: two that hold the same have the same. */
export interface TableSum {
  table: string;
  rows: number;
  checksum: string;
}

/** A row can hold a page of a megabyte. */
const batch = 50;
/** Each database has its own record of migrations; jobs wait in another place on each (`move-jobs.ts`). */
const leftOut = ['kysely_migration', 'kysely_migration_lock', 'jobs'];
/** Rows of `installation` that belong to the database that they are in. */
const own = ['migrated_by', 'unfinished_move'];

/**
 * Makes the tables of one database the same as those of another, by comparing them row by row: what was copied before is not written
 * again. One of them is SQLite, which says what the tables are.
 */
export class TableMover {
  readonly #from: OpenDatabase;
  readonly #to: OpenDatabase;
  #tables: Table[] | null = null;

  constructor(parts: { from: OpenDatabase; to: OpenDatabase }) {
    this.#from = parts.from;
    this.#to = parts.to;
  }

  /** Gives the number of rows that were written or deleted. */
  async copy(): Promise<number> {
    const tables = await this.#inOrder();
    let changed = 0;
    // What refers to others goes first and comes last.
    for (const table of tables.toReversed()) changed += await this.#deleteExtra(table);
    for (const table of tables) changed += await this.#copyRows(table);
    return changed;
  }

  /** Counts and checksums of all tables, here and there. Throws a sentence about the first that differs. */
  async compare(): Promise<TableSum[]> {
    const sums: TableSum[] = [];
    for (const table of await this.#inOrder()) {
      const [from, to] = [await sumOf(this.#from, table), await sumOf(this.#to, table)];
      if (from.rows !== to.rows || from.checksum !== to.checksum) {
        throw new Error(
          `${table.name} has ${from.rows} rows here and ${to.rows} there, with the checksums ${from.checksum} and ${to.checksum}: ` +
            'something was written meanwhile. Stop every process of the service, and run this again.',
        );
      }
      sums.push(from);
    }
    return sums;
  }

  async #copyRows(table: Table): Promise<number> {
    let changed = 0;
    for await (const rows of batchesOf(this.#from, table)) {
      const there = new Map((await find(this.#to, table, rows)).map((row) => [keyOf(row, table), textOf(row, table)]));
      const missing = rows.filter((row) => there.get(keyOf(row, table)) !== textOf(row, table));
      if (missing.length > 0) await write(this.#to, table, missing);
      changed += missing.length;
    }
    return changed;
  }

  async #deleteExtra(table: Table): Promise<number> {
    let changed = 0;
    for await (const rows of batchesOf(this.#to, table)) {
      const here = new Set((await find(this.#from, table, rows)).map((row) => keyOf(row, table)));
      const extra = rows.filter((row) => !here.has(keyOf(row, table)));
      if (extra.length > 0) {
        await sql`delete from ${sql.table(table.name)} where ${isOneOf(table, extra)}`.execute(this.#to.db);
      }
      changed += extra.length;
    }
    return changed;
  }

  /** A table stands after those that it refers to. */
  async #inOrder(): Promise<Table[]> {
    if (this.#tables) return this.#tables;
    const { db } = this.#from.dialect === 'sqlite' ? this.#from : this.#to;
    const { rows: names } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`.execute(db);
    const tables: Table[] = [];
    const add = async (name: string): Promise<void> => {
      if (leftOut.includes(name) || tables.some((table) => table.name === name)) return;
      const { rows: parents } = await sql<{
        table: string;
      }>`select "table" from pragma_foreign_key_list(${name})`.execute(db);
      for (const { table } of parents) if (table !== name) await add(table);
      const { rows: columns } = await sql<{ name: string; pk: number; type: string }>`
        select name, pk, type from pragma_table_info(${name}) order by cid`.execute(db);
      const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
      if (key.length === 0) throw new Error(`the table ${name} has no primary key`);
      const big = columns.filter(({ pk, type }) => pk === 0 && isOfBigNumbers(type));
      const namesOf = (some: readonly { name: string }[]) => some.map((one) => one.name);
      tables.push({ name, columns: namesOf(columns), key: namesOf(key), big: new Set(namesOf(big)) });
    };
    for (const { name } of names) await add(name);
    this.#tables = tables;
    return tables;
  }
}

/** All rows, by the order of the primary key in this database. */
async function* batchesOf({ db }: OpenDatabase, table: Table): AsyncGenerator<Row[]> {
  const key = refs(table.key);
  let after: RawBuilder<unknown> = sql`true`;
  for (;;) {
    const selected = await sql<Row>`
      select ${exactRefs(table.columns, table.big)} from ${sql.table(table.name)}
      where ${after} order by ${key} limit ${sql.lit(batch)}`.execute(db);
    const rows = selected.rows.map((row) => exactRow(row, table.big));
    const taken = table.name === 'installation' ? rows.filter(({ name }) => !own.includes(String(name))) : rows;
    if (taken.length > 0) yield taken;
    const last = rows.at(-1);
    if (rows.length < batch || !last) return;
    after = sql`(${key}) > (${keyValues(table, last)})`;
  }
}

async function find({ db }: OpenDatabase, table: Table, rows: readonly Row[]): Promise<Row[]> {
  const found = await sql<Row>`
    select ${exactRefs(table.columns, table.big)} from ${sql.table(table.name)} where ${isOneOf(table, rows)}`.execute(
    db,
  );
  return found.rows.map((row) => exactRow(row, table.big));
}

async function write(database: OpenDatabase, table: Table, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(table.columns.map((column) => row[column] ?? null))})`);
  if (table.name === 'usage_records' && database.dialect === 'postgres') {
    // Its parts have an index of ids each, so that none over all says which row a new one takes the place of.
    await database.db.transaction().execute(async (trx) => {
      await sql`delete from usage_records where ${isOneOf(table, rows)}`.execute(trx);
      await sql`insert into usage_records (${refs(table.columns)}) values ${sql.join(values)}`.execute(trx);
    });
    return;
  }
  const others = table.columns.filter((column) => !table.key.includes(column));
  const set = sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  await sql`
    insert into ${sql.table(table.name)} (${refs(table.columns)}) values ${sql.join(values)}
    on conflict (${refs(table.key)}) do ${others.length === 0 ? sql`nothing` : sql`update set ${set}`}`.execute(
    database.db,
  );
}

async function sumOf(database: OpenDatabase, table: Table): Promise<TableSum> {
  let [rows, sum] = [0, 0n];
  for await (const taken of batchesOf(database, table)) {
    rows += taken.length;
    // Sums come out the same in whichever order a database has its rows.
    for (const row of taken) sum += createHash('sha256').update(textOf(row, table)).digest().readBigUInt64BE();
  }
  return { table: table.name, rows, checksum: BigInt.asUintN(64, sum).toString(16).padStart(16, '0') };
}

/** Text of PostgreSQL has no room for U+0000; the sign for what cannot be shown takes its place there. */
const textOf = (row: Row, { columns }: Table): string =>
  JSON.stringify(
    columns.map((column) => {
      const value = row[column] ?? null;
      return typeof value === 'bigint' ? String(value) : value;
    }),
  ).replaceAll('\\u0000', '\ufffd');

const keyOf = (row: Row, { key }: Table): string => JSON.stringify(key.map((column) => row[column]));

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** Numbers stand in the query itself: PostgreSQL takes parameters of such lists for texts. */
const keyValues = ({ key }: Table, row: Row) =>
  sql.join(
    key.map((column) => {
      const value = row[column] ?? null;
      return typeof value === 'number' ? sql.lit(value) : sql`${value}`;
    }),
  );

function isOneOf(table: Table, rows: readonly Row[]): RawBuilder<unknown> {
  const values = sql.join(rows.map((row) => sql`(${keyValues(table, row)})`));
  return sql`(${refs(table.key)}) in (values ${values})`;
}
