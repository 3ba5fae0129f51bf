import type { ListFilesQuery } from '@parley/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dateTimeOf } from '../../../lib/date-time.ts';

/** Which files a list has. */
export interface FileFilter {
  status?: string | undefined;
  kind?: string | undefined;
  /** Part of the name; the case of A to Z does not matter. */
  name?: string | undefined;
  /** Milliseconds; from then on, and before then. */
  createdFrom?: number | undefined;
  createdBefore?: number | undefined;
  parentId?: string | undefined;
}

/** Throws `invalid_request` that names the field for what is no date-time. */
export function fileFilterOf(query: ListFilesQuery): FileFilter {
  const { status, kind, name, created_after: from, created_before: before, parent_file_id: parent } = query;
  return {
    status,
    kind,
    name,
    createdFrom: from === undefined ? undefined : dateTimeOf(from, 'created_after'),
    createdBefore: before === undefined ? undefined : dateTimeOf(before, 'created_before'),
    parentId: parent,
  };
}

/** All of them hold for the files that are left. */
export function conditionsOf({
  status,
  kind,
  name,
  createdFrom,
  createdBefore,
  parentId,
}: FileFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`);
  // The database lowers both sides, so that each of its kinds compares by its own rule.
  if (name !== undefined) conditions.push(sql`lower(filename) like lower(${`%${literal(name)}%`}) escape '!'`);
  if (createdFrom !== undefined) conditions.push(sql`created_at >= ${createdFrom}`);
  if (createdBefore !== undefined) conditions.push(sql`created_at < ${createdBefore}`);
  if (parentId !== undefined) conditions.push(sql`parent_file_id = ${parentId}`);
  return conditions;
}

/** Signs that mean something in a pattern stand for themselves. */
const literal = (text: string): string => text.replace(/[!%_]/g, '!$&');
