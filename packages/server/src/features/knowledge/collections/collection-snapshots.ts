import type { JsonValue } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import type { FilterValues } from './collection-filter.ts';
import type { CollectionRow } from './collection-repository.ts';
import { readAttributes } from './read-attributes.ts';
import type { SegmentRepository } from './segment-repository.ts';
import type { Keeping } from './segment-store.ts';
import type { VectorRepository } from './vectors/vector-repository.ts';

/** A file of a collection as a search sees it. */
export interface SnapshotFile {
  fileId: string;
  filename: string;
  attributes: Record<string, string | number | boolean>;
  /** What filters look at. */
  values: FilterValues;
}

/** A segment as a search sees it. */
export interface SnapshotSegment {
  /** What it may find, by file. */
  files: ReadonlyMap<string, SnapshotFile>;
  /** Models whose vectors its passages have. */
  models: readonly string[];
  kept: Keeping;
  /** How many of these files' passages are in it. */
  passages: number;
}

/** What a search of a collection looks at, by segment. */
export type Snapshot = ReadonlyMap<string, SnapshotSegment>;

const mostFiles = 200_000;

/** The files of collections with what filters ask for; kept until the collection changes. */
export class CollectionSnapshots {
  readonly #parts: { segments: SegmentRepository; vectors: VectorRepository };
  readonly #cache = new LRUCache<string, { version: number; snapshot: Snapshot }>({
    maxSize: mostFiles,
    sizeCalculation: ({ snapshot }) => [...snapshot.values()].reduce((sum, { files }) => sum + files.size, 1),
  });

  constructor(parts: { segments: SegmentRepository; vectors: VectorRepository }) {
    this.#parts = parts;
  }

  async of({ id, version }: CollectionRow): Promise<Snapshot> {
    const known = this.#cache.get(id);
    if (known?.version === version) return known.snapshot;
    const { segments, vectors } = this.#parts;
    const models = await vectors.models(id);
    const snapshot = new Map<string, SnapshotSegment & { files: Map<string, SnapshotFile> }>();
    for (const row of await segments.searchable(id)) {
      const attributes = readAttributes(row.attributes);
      const created: JsonValue = new Date(row.createdAt).toISOString();
      const values = { ...attributes, filename: row.filename, kind: row.kind, created_at: created };
      const { segmentId, kept } = row;
      const segment = snapshot.get(segmentId) ?? {
        files: new Map(),
        models: models.get(segmentId) ?? [],
        kept,
        passages: 0,
      };
      segment.passages += row.passages;
      segment.files.set(row.fileId, { fileId: row.fileId, filename: row.filename, attributes, values });
      snapshot.set(row.segmentId, segment);
    }
    this.#cache.set(id, { version, snapshot });
    return snapshot;
  }
}
