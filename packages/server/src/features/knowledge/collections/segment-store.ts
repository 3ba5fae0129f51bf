import { decodeSegment, encodeSegment, segmentBytes, type WordSegment } from '@parley/text';
import { LRUCache } from 'lru-cache';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { PassageIndex, SegmentPlace } from '../../../ports/passage-index.ts';
import type { BlobDiscards } from '../files/blob-discards.ts';
import { modelKey } from './vectors/file-vectors.ts';
import { decodeVectors, encodeVectors, toFloats, type VectorSegment, vectorBytes } from './vectors/vector-segment.ts';

/** Where the words and vectors of segments lie: blobs that are searched in memory, or an index outside of this process. */
export type Keeping = 'blobs' | 'database';

export interface KeptPlace extends SegmentPlace {
  kept: Keeping;
}

/** The words and vectors of segments. A blob never changes, so what was read once is kept in memory, within a limit. */
export class SegmentStore {
  readonly #blobs: BlobStore;
  readonly #discards: BlobDiscards;
  readonly #index: PassageIndex | null;
  readonly #cache: LRUCache<string, WordSegment>;
  readonly #vectors: LRUCache<string, VectorSegment>;
  readonly #loading = new Map<string, Promise<WordSegment | null>>();

  constructor(
    parts: { blobs: BlobStore; discards: BlobDiscards; index: PassageIndex | null },
    options: { cacheBytes: number },
  ) {
    this.#blobs = parts.blobs;
    this.#discards = parts.discards;
    this.#index = parts.index;
    this.#cache = new LRUCache({
      maxSize: options.cacheBytes,
      maxEntrySize: options.cacheBytes,
      sizeCalculation: (segment) => 1 + segmentBytes(segment),
    });
    this.#vectors = new LRUCache({
      maxSize: options.cacheBytes,
      maxEntrySize: options.cacheBytes,
      sizeCalculation: (vectors) => 1 + vectorBytes(vectors),
    });
  }

  async write(place: KeptPlace, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (place.kept === 'blobs') {
      await this.#blobs.put(`${folder(place)}words`, bytes, { signal });
      return;
    }
    const segment = decodeSegment(bytes);
    if (segment) await this.#indexed().write(place, segment, signal);
  }

  /** The bytes of a segment; null when they are gone. */
  async bytes(place: KeptPlace): Promise<Uint8Array | null> {
    if (place.kept === 'blobs') return await this.#blobs.read(`${folder(place)}words`);
    const segment = await this.load(place);
    return segment && encodeSegment(segment);
  }

  /** Null when it is gone, or was written by another version. Several that ask at once read it once. */
  async load(place: KeptPlace): Promise<WordSegment | null> {
    // A database that was moved to SQLite has no index: its files are read into segments again.
    if (place.kept === 'database') return (await this.#index?.read(place)) ?? null;
    const known = this.#cache.get(place.id);
    if (known) return known;
    const loading = this.#loading.get(place.id) ?? this.#read(place);
    this.#loading.set(place.id, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(place.id);
    }
  }

  async writeVectors(place: KeptPlace, model: string, vectors: VectorSegment, signal: AbortSignal): Promise<void> {
    if (place.kept === 'database') return await this.#indexed().writeVectors(place, model, toFloats(vectors));
    const bytes = encodeVectors(vectors);
    await this.#blobs.put(`${folder(place)}vectors-${modelKey(model)}`, bytes, { signal });
  }

  /** The vectors of a segment's passages, in their order; null when there are none of this model. */
  async loadVectors(place: SegmentPlace, model: string): Promise<VectorSegment | null> {
    const key = `${place.id} ${model}`;
    const known = this.#vectors.get(key);
    if (known) return known;
    const bytes = await this.#blobs.read(`${folder(place)}vectors-${modelKey(model)}`);
    const vectors = bytes && decodeVectors(bytes);
    if (vectors) this.#vectors.set(key, vectors);
    return vectors;
  }

  async discard(place: KeptPlace): Promise<void> {
    if (place.kept === 'database') return await this.#index?.remove(place);
    this.#cache.delete(place.id);
    for (const key of this.#vectors.keys()) if (key.startsWith(`${place.id} `)) this.#vectors.delete(key);
    await this.#discards.discard(folder(place));
  }

  /** Takes all but some files out of a segment, where that can be done. A blob is replaced by one without them. */
  async keepFiles(place: KeptPlace, files: readonly string[]): Promise<boolean> {
    if (place.kept === 'blobs' || !this.#index) return false;
    await this.#index.keepFiles(place, files);
    return true;
  }

  async discardCollection(workspaceId: string, collectionId: string): Promise<void> {
    await this.#discards.discard(`collections/${workspaceId}/${collectionId}/`);
    await this.#index?.removeCollection(workspaceId, collectionId);
  }

  async discardWorkspace(workspaceId: string): Promise<void> {
    await this.#discards.discard(`collections/${workspaceId}/`);
    await this.#index?.removeWorkspace(workspaceId);
  }

  async sweep(): Promise<void> {
    await this.#index?.sweep();
  }

  #indexed(): PassageIndex {
    if (!this.#index) throw new Error('a segment lies in an index that is not there');
    return this.#index;
  }

  async #read(place: KeptPlace): Promise<WordSegment | null> {
    const bytes = await this.bytes(place);
    const segment = bytes && decodeSegment(bytes);
    if (segment) this.#cache.set(place.id, segment);
    return segment;
  }
}

const folder = ({ workspaceId, collectionId, id }: SegmentPlace): string =>
  `collections/${workspaceId}/${collectionId}/${id}/`;
