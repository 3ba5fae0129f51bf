import { decodeSegment, segmentBytes, type WordSegment } from '@parley/text';
import { LRUCache } from 'lru-cache';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { BlobDiscards } from '../files/blob-discards.ts';
import { modelKey } from './vectors/file-vectors.ts';
import { decodeVectors, type VectorSegment, vectorBytes } from './vectors/vector-segment.ts';

export interface SegmentPlace {
  workspaceId: string;
  collectionId: string;
  id: string;
}

/** The blobs of segments. A segment never changes, so what was read once is kept in memory, within a limit. */
export class SegmentStore {
  readonly #blobs: BlobStore;
  readonly #discards: BlobDiscards;
  readonly #cache: LRUCache<string, WordSegment>;
  readonly #vectors: LRUCache<string, VectorSegment>;
  readonly #loading = new Map<string, Promise<WordSegment | null>>();

  constructor(parts: { blobs: BlobStore; discards: BlobDiscards }, options: { cacheBytes: number }) {
    this.#blobs = parts.blobs;
    this.#discards = parts.discards;
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

  async write(place: SegmentPlace, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.#blobs.put(`${folder(place)}words`, bytes, { signal });
  }

  /** The bytes as they were written; null when they are gone. */
  async bytes(place: SegmentPlace): Promise<Buffer | null> {
    return await this.#blobs.read(`${folder(place)}words`);
  }

  /** Null when it is gone, or was written by another version. Several that ask at once read it once. */
  async load(place: SegmentPlace): Promise<WordSegment | null> {
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

  async writeVectors(place: SegmentPlace, model: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
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

  async discard(place: SegmentPlace): Promise<void> {
    this.#cache.delete(place.id);
    for (const key of this.#vectors.keys()) if (key.startsWith(`${place.id} `)) this.#vectors.delete(key);
    await this.#discards.discard(folder(place));
  }

  async discardCollection(workspaceId: string, collectionId: string): Promise<void> {
    await this.#discards.discard(`collections/${workspaceId}/${collectionId}/`);
  }

  async discardWorkspace(workspaceId: string): Promise<void> {
    await this.#discards.discard(`collections/${workspaceId}/`);
  }

  async #read(place: SegmentPlace): Promise<WordSegment | null> {
    const bytes = await this.bytes(place);
    const segment = bytes && decodeSegment(bytes);
    if (segment) this.#cache.set(place.id, segment);
    return segment;
  }
}

const folder = ({ workspaceId, collectionId, id }: SegmentPlace): string =>
  `collections/${workspaceId}/${collectionId}/${id}/`;
