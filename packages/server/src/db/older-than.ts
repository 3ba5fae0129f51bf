import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Rows after a cursor in a list that is ordered by creation time and id, newest first. `table` where names need one. */
export function olderThan(cursor: { createdAt: number; id: string }, table?: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`);
  return sql<SqlBool>`(${column('created_at')}, ${column('id')}) < (${cursor.createdAt}, ${cursor.id})`;
}
