import type { StorageReport, WorkspaceStorage } from '@parley/contract';
import { cursorOf, parseCursor, toPage } from '../../../lib/page.ts';
import { type BlobCensus, type BlobSums, noBlobs } from './blob-census.ts';
import { nothingStored, type StorageRepository, type StorageSums } from './storage-repository.ts';

const defaultLimit = 20;

/** What workspaces store, in the database and in the store of blobs. */
export class StorageService {
  readonly #repository: StorageRepository;
  readonly #census: BlobCensus;

  constructor(parts: { repository: StorageRepository; census: BlobCensus }) {
    this.#repository = parts.repository;
    this.#census = parts.census;
  }

  /** Of one workspace, or of all with undefined. `isWhole` adds what belongs to no workspace alone. */
  async report(
    query: { limit?: number; after?: string },
    { workspaceId, isWhole }: { workspaceId: string | undefined; isWhole: boolean },
  ): Promise<StorageReport> {
    const limit = query.limit ?? defaultLimit;
    const after = parseCursor(query.after);
    const [rows, counted, databaseBytes] = await Promise.all([
      this.#repository.workspaces({ workspaceId, after, limit: limit + 1 }),
      this.#census.count(),
      isWhole ? this.#repository.databaseBytes() : null,
    ]);
    const sums = await this.#repository.sums(rows.slice(0, limit).map(({ id }) => id));
    const listed = toPage(
      rows,
      limit,
      (row) => toStorage(row, sums.get(row.id) ?? nothingStored, counted.workspaces.get(row.id) ?? noBlobs),
      ({ created_at, id }) => cursorOf(created_at, id),
    );
    return {
      ...listed,
      database_bytes: databaseBytes,
      blobs: isWhole ? counted.all : null,
      measured_at: new Date(counted.countedAt).toISOString(),
      complete: counted.isComplete,
    };
  }
}

const toStorage = (
  { id, name, storage_bytes }: { id: string; name: string; storage_bytes: number | null },
  { files, collections }: StorageSums,
  blobs: BlobSums,
): WorkspaceStorage => ({
  workspace_id: id,
  name,
  limit_bytes: storage_bytes,
  files,
  collections,
  blobs: {
    count: blobs.count,
    bytes: blobs.bytes,
    files_bytes: blobs.filesBytes,
    collections_bytes: blobs.collectionsBytes,
    other_bytes: blobs.otherBytes,
  },
});
