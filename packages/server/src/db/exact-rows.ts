import { type RawBuilder, sql } from 'kysely';

/** A row as any database has it: whole numbers that no double holds are bigints. */
export type ExactRow = Record<string, string | number | bigint | null>;

/** Whether whole numbers of 64 bits stand in a column of this type, as its database names it. */
export const isOfBigNumbers = (dataType: string): boolean => ['bigint', 'int8'].includes(dataType.toLowerCase());

/** Columns as they are selected: those of `big` as text, since SQLite's driver refuses and PostgreSQL's rounds what is beyond 2^53. */
export const exactRefs = (columns: readonly string[], big: ReadonlySet<string>): RawBuilder<unknown> =>
  sql.join(
    columns.map((name) =>
      big.has(name) ? sql`cast(${sql.ref(name)} as text) as ${sql.ref(name)}` : sql`${sql.ref(name)}`,
    ),
  );

/** A row that `exactRefs` selected, with its numbers. */
export function exactRow(row: ExactRow, big: ReadonlySet<string>): ExactRow {
  const read = { ...row };
  for (const name of big) {
    const value = read[name];
    if (typeof value === 'string') read[name] = numberIn(value);
  }
  return read;
}

function numberIn(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
}
