import { isJsonObject, type VectorStore, type VectorStoreFile, type VectorStoreFileCounts } from '@parley/contract';
import type { CollectionRow } from '../../knowledge/collections/collection-repository.ts';
import type { CollectionCounts } from '../../knowledge/collections/count-files.ts';
import type { StoreFileRow } from './vector-store-repository.ts';

/** A collection as OpenAI's clients know it. */
export function toVectorStore(row: CollectionRow, counts: CollectionCounts | undefined): VectorStore {
  const { pending = 0, processing = 0, ready = 0, failed = 0, bytes = 0 } = counts ?? {};
  const days = row.expires_after_days;
  return {
    id: row.id,
    object: 'vector_store',
    created_at: seconds(row.created_at),
    name: row.name,
    description: row.description,
    usage_bytes: bytes,
    file_counts: toCounts({ in_progress: pending + processing, completed: ready, failed }),
    status: pending + processing > 0 ? 'in_progress' : 'completed',
    expires_after: days === null ? null : { anchor: 'last_active_at', days },
    expires_at: row.expires_at === null ? null : seconds(row.expires_at),
    last_active_at: seconds(row.last_active_at ?? row.created_at),
    metadata: texts(row.attributes),
  };
}

export function toStoreFile(row: StoreFileRow, storeId: string): VectorStoreFile {
  return {
    id: row.file_id,
    object: 'vector_store.file',
    usage_bytes: Number(row.size_bytes ?? 0),
    created_at: seconds(row.added_at),
    vector_store_id: storeId,
    status: row.state,
    last_error: row.state === 'failed' ? errorOf(row) : null,
    chunking_strategy: { type: 'other' },
    attributes: attributesOf(row.attributes),
  };
}

/** Without any that were cancelled. */
export function toCounts(counts: { in_progress: number; completed: number; failed: number }): VectorStoreFileCounts {
  return { ...counts, cancelled: 0, total: counts.in_progress + counts.completed + counts.failed };
}

export const seconds = (milliseconds: number): number => Math.floor(Number(milliseconds) / 1000);

function errorOf({ error_code: code, error_message: message }: StoreFileRow): VectorStoreFile['last_error'] {
  const isOurs = code === null || code === 'file_timeout' || code === 'internal_error';
  const kind = code === 'unsupported_file_type' ? 'unsupported_file' : isOurs ? 'server_error' : 'invalid_file';
  return { code: kind, message: message ?? 'The file could not be read.' };
}

function attributesOf(json: string): VectorStoreFile['attributes'] {
  const value: unknown = JSON.parse(json);
  const attributes: VectorStoreFile['attributes'] = {};
  for (const [name, one] of Object.entries(isJsonObject(value) ? value : {})) {
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') attributes[name] = one;
  }
  return attributes;
}

/** Attributes of a collection can be numbers; metadata are texts. */
function texts(json: string): Record<string, string> {
  return Object.fromEntries(Object.entries(attributesOf(json)).map(([name, value]) => [name, String(value)]));
}
