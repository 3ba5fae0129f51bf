import { sql } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import { stateOf } from './state-of.ts';

/** What a collection holds. */
export interface CollectionCounts {
  pending: number;
  processing: number;
  ready: number;
  failed: number;
  passages: number;
  bytes: number;
}

/** How many files of collections are how far, and what they hold. */
export async function countFiles(db: Db, ids: readonly string[]): Promise<Map<string, CollectionCounts>> {
  const counts = new Map(
    ids.map((id) => [id, { pending: 0, processing: 0, ready: 0, failed: 0, passages: 0, bytes: 0 }]),
  );
  if (ids.length === 0) return counts;
  const rows = await db
    .selectFrom('collection_files')
    .innerJoin('files', 'files.id', 'collection_files.file_id')
    .select((select) => [
      'collection_files.collection_id as id',
      'files.status as status',
      sql<number>`case when collection_files.segment_id is null then 0 else 1 end`.as('indexed'),
      select.fn.countAll<number>().as('files'),
      select.fn.sum<number | null>('collection_files.passages').as('passages'),
      select.fn.sum<number | null>('files.size_bytes').as('bytes'),
    ])
    .where('collection_files.collection_id', 'in', [...ids])
    .groupBy(['collection_files.collection_id', 'files.status', sql`3`])
    .execute();
  for (const row of rows) {
    const count = counts.get(row.id);
    if (!count) continue;
    count[stateOf(row.status, Number(row.indexed) === 1)] += Number(row.files);
    count.passages += Number(row.passages ?? 0);
    count.bytes += Number(row.bytes ?? 0);
  }
  return counts;
}
