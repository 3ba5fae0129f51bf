import type { JsonObject } from '@parley/contract';
import { decodeSegment, type WordSegment } from '@parley/text';
import { isAppError } from '../../../../lib/app-error.ts';
import { newId } from '../../../../lib/ids.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Job, JobKind, JobQueue } from '../../../../ports/job-queue.ts';
import type { Meter } from '../../../../ports/meter.ts';
import type { EmbeddingService } from '../../embeddings/embedding-service.ts';
import { type CollectionRepository, ownFilesId } from '../collection-repository.ts';
import type { SegmentRepository } from '../segment-repository.ts';
import type { KeptPlace, SegmentStore } from '../segment-store.ts';
import type { FileVectors, Stretch } from './file-vectors.ts';
import type { VectorRepository } from './vector-repository.ts';
import { joinVectors, type VectorSegment } from './vector-segment.ts';

export interface CollectionEmbedderParts {
  collections: CollectionRepository;
  segments: SegmentRepository;
  vectors: VectorRepository;
  store: SegmentStore;
  fileVectors: FileVectors;
  embeddings: EmbeddingService;
  jobs: JobQueue;
  clock: Clock;
  /** A meter for work that a key asked for earlier; its record is stored once. */
  openMeter(run: { id: string; keyId: string; workspaceId: string; request: { requestId: string } }): Promise<Meter>;
}

const embedCollectionKind = 'embed-collection';

interface EmbedJob extends JsonObject {
  workspace_id: string;
  collection_id: string;
}

const gatherMs = 500;
const sweepBatch = 200;

/**
 * Gives the passages of collections vectors of the configured model, in the background. While the engine cannot be reached
 * the collection says why, words are searched, and the next sweep tries again; a segment has all its vectors or none.
 */
export class CollectionEmbedder {
  readonly #parts: CollectionEmbedderParts;

  constructor(parts: CollectionEmbedderParts) {
    this.#parts = parts;
  }

  jobKind(): JobKind<EmbedJob> {
    return {
      name: embedCollectionKind,
      concurrency: 2,
      maxAttempts: 3,
      backoffMs: 2000,
      deadlineMs: 12 * 60 * 60_000,
      run: (job) => this.#run(job),
      onFailed: async () => {},
    };
  }

  /** Has a collection looked after soon, if there is a model whose vectors mean something. */
  async request({ id, workspaceId }: { id: string; workspaceId: string }): Promise<void> {
    await this.#enqueue({ id, workspaceId }, String(Math.floor(this.#parts.clock.now() / gatherMs)));
  }

  async #enqueue({ id, workspaceId }: { id: string; workspaceId: string }, turn: string): Promise<void> {
    // All files of a workspace are searched by words.
    if (!this.#parts.embeddings.default.isSemantic || id === ownFilesId(workspaceId)) return;
    const payload = { workspace_id: workspaceId, collection_id: id };
    await this.#parts.jobs.enqueue(embedCollectionKind, payload, { id: `embed-${id}-${turn}`, delayMs: gatherMs });
  }

  /** Has the vectors of a segment made again when their blob is gone or damaged. */
  async repair(place: KeptPlace, model: string): Promise<void> {
    const { store, vectors } = this.#parts;
    if (await store.loadVectors(place, model)) return;
    const { collectionId, id, workspaceId } = place;
    if (await vectors.forget(collectionId, id, model)) await this.request({ id: collectionId, workspaceId });
  }

  async sweep(): Promise<void> {
    const { embeddings, vectors } = this.#parts;
    if (!embeddings.default.isSemantic) return;
    const found = await vectors.unfinished(embeddings.default.id, sweepBatch);
    // One job for each, however often it is looked while that one waits.
    for (const collection of found) await this.#enqueue(collection, 'sweep');
  }

  /**
   * Gives a new segment the vectors that its files have already, before anything searches it. The model of which they all
   * have them, and their length; or null.
   */
  async adopt(
    place: KeptPlace,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<{ model: string; dimensions: number } | null> {
    const { embeddings, fileVectors, store } = this.#parts;
    const { id: model, isSemantic } = embeddings.default;
    const isSearched = place.collectionId !== ownFilesId(place.workspaceId);
    const segment = isSemantic && isSearched ? decodeSegment(bytes) : null;
    if (!segment) return null;
    const parts: VectorSegment[] = [];
    for (const { id, passages } of segment.files) {
      const found = passages === 0 ? null : await fileVectors.stored({ ...place, id }, model, passages);
      if (!found && passages > 0) return null;
      if (found) parts.push(found);
    }
    const joined = joinVectors(parts);
    await store.writeVectors(place, model, joined, signal);
    return { model, dimensions: joined.dimensions };
  }

  async #run({ payload, signal }: Job<EmbedJob>): Promise<void> {
    const { collections, segments, vectors, embeddings } = this.#parts;
    const [collection] = await collections.find(payload.workspace_id, [payload.collection_id], this.#parts.clock.now());
    const { id: model, isSemantic } = embeddings.default;
    if (!collection || !isSemantic) return;
    const payers = await vectors.payers(collection.id);
    try {
      const models = await vectors.models(collection.id);
      for (const { id, kept } of await segments.list(collection.id)) {
        signal.throwIfAborted();
        if (models.get(id)?.includes(model)) continue;
        const place = { workspaceId: collection.workspace_id, collectionId: collection.id, id, kept };
        await this.#embed(place, model, payers, signal);
      }
      if (collection.embedding_error !== null) await vectors.setError(collection.id, null);
    } catch (error) {
      if (!signal.aborted && isAppError(error))
        await vectors.setError(collection.id, `${error.code}: ${error.message}`);
      throw error;
    }
  }

  async #embed(
    place: KeptPlace,
    model: string,
    payers: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, vectors } = this.#parts;
    const segment = await store.load(place);
    if (!segment) return;
    const stretches = stretchesOf(segment);
    const parts: VectorSegment[] = [];
    for (const [number, { id }] of segment.files.entries()) {
      const passages = stretches[number] ?? [];
      if (passages.length === 0) continue;
      const file = { workspaceId: place.workspaceId, id };
      const made = await this.#ofFile(file, passages, { model, payer: payers.get(id) ?? '', signal });
      // The file was deleted meanwhile; the segment is made anew without it.
      if (!made) return;
      parts.push(made);
    }
    const joined = joinVectors(parts);
    await store.writeVectors(place, model, joined, signal);
    const { id: segmentId, collectionId } = place;
    await vectors.add({ segmentId, collectionId, model, passages: joined.count, dimensions: joined.dimensions });
  }

  async #ofFile(
    file: { workspaceId: string; id: string },
    passages: readonly Stretch[],
    { model, payer, signal }: { model: string; payer: string; signal: AbortSignal },
  ): Promise<VectorSegment | null> {
    const { fileVectors, embeddings, openMeter } = this.#parts;
    const stored = await fileVectors.stored(file, model, passages.length);
    if (stored) return stored;
    const id = newId('embed');
    // What this machine does for itself is nobody's call.
    const meter = embeddings.default.embedded
      ? unmetered
      : await openMeter({ id, keyId: payer, workspaceId: file.workspaceId, request: { requestId: id } });
    let status = 500;
    try {
      const dimensions = await this.#parts.vectors.dimensions(model);
      const made = await fileVectors.make(file, passages, { model, meter, dimensions, signal });
      status = 200;
      return made;
    } catch (error) {
      if (isAppError(error)) status = error.status;
      throw error;
    } finally {
      await meter.settle({ status, isStreamed: false });
    }
  }
}

const unmetered: Meter = {
  trace: { engine: null, attempts: 0, firstTokenMs: null, attempt() {}, asks() {}, answeredBy() {} },
  reserve: async () => {},
  add() {},
  handOver() {},
  settle: async () => {},
};

/** The passages of each file of a segment. */
function stretchesOf(segment: WordSegment): Stretch[][] {
  const stretches: Stretch[][] = segment.files.map(() => []);
  for (let passage = 0; passage < segment.passageFiles.length; passage++) {
    stretches[segment.passageFiles[passage] ?? 0]?.push({
      start: segment.passageStarts[passage] ?? 0,
      end: segment.passageEnds[passage] ?? 0,
    });
  }
  return stretches;
}
