import type { JsonValue } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import type { FilterValues } from './collection-filter.ts';
import type { CollectionRow } from './collection-repository.ts';
import { readAttributes } from './read-attributes.ts';
import type { SegmentRepository } from './segment-repository.ts';

/** A file of a collection as a search sees it. */
export interface SnapshotFile {
  fileId: string;
  filename: string;
  attributes: Record<string, string | number | boolean>;
  /** What filters look at. */
  values: FilterValues;
}

/** What a search of a collection may find, by segment and file. */
export type Snapshot = ReadonlyMap<string, ReadonlyMap<string, SnapshotFile>>;

const mostFiles = 200_000;

/** The files of collections with what filters ask for; kept until the collection changes. */
export class CollectionSnapshots {
  readonly #segments: SegmentRepository;
  readonly #cache = new LRUCache<string, { version: number; snapshot: Snapshot }>({
    maxSize: mostFiles,
    sizeCalculation: ({ snapshot }) => [...snapshot.values()].reduce((sum, files) => sum + files.size, 1),
  });

  constructor(parts: { segments: SegmentRepository }) {
    this.#segments = parts.segments;
  }

  async of({ id, version }: CollectionRow): Promise<Snapshot> {
    const known = this.#cache.get(id);
    if (known?.version === version) return known.snapshot;
    const snapshot = new Map<string, Map<string, SnapshotFile>>();
    for (const row of await this.#segments.searchable(id)) {
      const attributes = readAttributes(row.attributes);
      const created: JsonValue = new Date(row.createdAt).toISOString();
      const values = { ...attributes, filename: row.filename, kind: row.kind, created_at: created };
      const files = snapshot.get(row.segmentId) ?? new Map<string, SnapshotFile>();
      files.set(row.fileId, { fileId: row.fileId, filename: row.filename, attributes, values });
      snapshot.set(row.segmentId, files);
    }
    this.#cache.set(id, { version, snapshot });
    return snapshot;
  }
}
