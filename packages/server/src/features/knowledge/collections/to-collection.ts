import type { Collection, CollectionFile, CollectionSearchResult } from '@parley/contract';
import { isoTime } from '../../../lib/iso-time.ts';
import { pageAt } from '../../../lib/page-at.ts';
import { timeAt } from '../../../lib/time-at.ts';
import type { CollectionFileRow, CollectionRow } from './collection-repository.ts';
import type { CollectionCounts } from './count-files.ts';
import type { QuotedHit } from './passage-search.ts';
import { readAttributes } from './read-attributes.ts';
import { stateOf } from './state-of.ts';

/** A row as the API shows it. */
export function toCollection(
  row: CollectionRow,
  counts: CollectionCounts | undefined,
  embedded: { model: string; passages: number } | null,
): Collection {
  const { passages = 0, bytes = 0, pending = 0, processing = 0, ready = 0, failed = 0 } = counts ?? {};
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    attributes: readAttributes(row.attributes),
    files: { pending, processing, ready, failed },
    passages,
    bytes,
    embeddings: embedded && { ...embedded, error: row.embedding_error },
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
  };
}

export function toCollectionFile(row: CollectionFileRow): CollectionFile {
  return {
    file_id: row.file_id,
    filename: row.filename,
    parent_file_id: row.parent_file_id,
    kind: row.kind,
    url: row.url,
    status: stateOf(row.status, row.segment_id !== null),
    passages: row.passages ?? 0,
    bytes: row.size_bytes,
    attributes: readAttributes(row.attributes),
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    added_at: isoTime(row.added_at),
  };
}

/** A passage as a search answers it. */
export function toResult({
  file,
  text,
  pageStarts,
  times,
  start,
  end,
  score,
  scores,
}: QuotedHit): CollectionSearchResult {
  const page = pageAt(pageStarts, start);
  const time = timeAt(times, start);
  return {
    file_id: file.fileId,
    filename: file.filename,
    ...(page !== undefined && { page }),
    ...(time !== undefined && { time }),
    start,
    end,
    quote: text.slice(start, end),
    score,
    scores,
    attributes: file.attributes,
  };
}
