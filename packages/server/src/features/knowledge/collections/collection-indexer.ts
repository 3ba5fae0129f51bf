import type { JsonObject } from '@parley/contract';
import { decodeSegment } from '@parley/text';
import { newId } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Job, JobKind, JobQueue } from '../../../ports/job-queue.ts';
import type { FileContent } from '../files/file-content.ts';
import type { BuiltSegment, MergeInput } from '../retrieval/index-worker.ts';
import type { TextIndexer } from '../retrieval/text-indexer.ts';
import type { CollectionRepository } from './collection-repository.ts';
import type { NewSegment, SegmentRepository, SegmentRow } from './segment-repository.ts';
import type { Keeping, KeptPlace, SegmentStore } from './segment-store.ts';
import type { CollectionEmbedder } from './vectors/collection-embedder.ts';

export interface CollectionIndexerParts {
  collections: CollectionRepository;
  segments: SegmentRepository;
  store: SegmentStore;
  content: FileContent;
  indexer: TextIndexer;
  embedder: CollectionEmbedder;
  jobs: JobQueue;
  clock: Clock;
  /** Where words are to lie. What lies elsewhere is brought there, a segment at a time. */
  kept: Keeping;
}

const indexCollectionKind = 'index-collection';

interface IndexJob extends JsonObject {
  workspace_id: string;
  collection_id: string;
}

/** Files that become ready within this time are indexed together. */
const gatherMs = 250;
/** Segments that turn out to be lost are made again so many times in one run; after that the next sweep goes on. */
const repairRounds = 3;
/** What one segment is made of at once: so many files, and about so many bytes of their indexes. */
const filesAtOnce = 400;
const bytesAtOnce = 16_000_000;
/** Segments of about the same size are joined when there are so many; none grows beyond so many passages. */
const joinedAtOnce = 4;
const mostPassages = 20_000;
const sizeStep = 4;
const sweepBatch = 500;

/**
 * Brings the segments of collections up to date: files that were read come in, the words of files that are gone go out, and
 * small segments are joined. Everything is written before the rows move, so a kill at any point leaves the state of before.
 */
export class CollectionIndexer {
  readonly #parts: CollectionIndexerParts;

  constructor(parts: CollectionIndexerParts) {
    this.#parts = parts;
  }

  jobKind(): JobKind<IndexJob> {
    return {
      name: indexCollectionKind,
      concurrency: 1,
      maxAttempts: 5,
      backoffMs: 1000,
      deadlineMs: 60 * 60_000,
      run: (job) => this.#run(job),
      // The sweep finds what is left to do.
      onFailed: async () => {},
    };
  }

  /** Has the collections looked after that a file is in. */
  async fileChanged(fileId: string): Promise<void> {
    for (const collection of await this.#parts.collections.collectionsOf(fileId)) await this.request(collection);
  }

  /** Has a collection looked after soon; requests that come close together are worked off as one. */
  async request({ id, workspaceId }: { id: string; workspaceId: string }): Promise<void> {
    const turn = Math.floor(this.#parts.clock.now() / gatherMs);
    const payload = { workspace_id: workspaceId, collection_id: id };
    await this.#parts.jobs.enqueue(indexCollectionKind, payload, { id: `${id}-${turn}`, delayMs: gatherMs });
  }

  /** Finds what a process that was killed left undone, and what files left behind. */
  async sweep(): Promise<void> {
    for (const collection of await this.#parts.segments.unfinished(sweepBatch, this.#parts.kept))
      await this.request(collection);
    await this.#parts.store.sweep();
  }

  async #run({ payload, signal }: Job<IndexJob>): Promise<void> {
    const collection = { workspaceId: payload.workspace_id, id: payload.collection_id };
    for (let round = 0; round < repairRounds; round++) {
      while (await this.#addWaiting(collection, signal)) signal.throwIfAborted();
      if ((await this.#tidy(collection, signal)) === 'whole') break;
    }
    await this.#parts.embedder.request(collection);
  }

  /** Has the files of a segment indexed again when its blob is gone or damaged. */
  async repair(place: KeptPlace): Promise<void> {
    const { segments, store } = this.#parts;
    const { workspaceId, collectionId, id } = place;
    const bytes = await store.bytes(place);
    if (bytes && decodeSegment(bytes)) return;
    if (!(await segments.forget(collectionId, id))) return;
    await store.discard(place);
    await this.request({ id: collectionId, workspaceId });
  }

  /** Puts one portion of files into a segment. False when no more wait. */
  async #addWaiting(collection: { workspaceId: string; id: string }, signal: AbortSignal): Promise<boolean> {
    const { segments, content, indexer, store } = this.#parts;
    const waiting = await segments.waiting(collection.id, filesAtOnce);
    if (waiting.length === 0) return false;
    const inputs: { id: string; parts: Uint8Array[] }[] = [];
    let sizeBytes = 0;
    for (const { fileId, workspaceId } of waiting) {
      const file = { workspaceId, id: fileId };
      const structure = await content.structure(file);
      const parts: Uint8Array[] = [];
      for (let part = 0; part < (structure?.indexParts ?? 0); part++) {
        parts.push((await content.index(file, part)) ?? new Uint8Array());
      }
      inputs.push({ id: fileId, parts: structure ? parts : await this.#indexAgain(file, signal) });
      sizeBytes += parts.reduce((sum, part) => sum + part.byteLength, 0);
      if (sizeBytes >= bytesAtOnce) break;
    }
    let built = await indexer.segment(inputs, signal);
    if (built.unreadable.length > 0) {
      for (const input of inputs) {
        const file = { workspaceId: collection.workspaceId, id: input.id };
        if (built.unreadable.includes(input.id)) input.parts = await this.#indexAgain(file, signal);
      }
      built = await indexer.segment(inputs, signal);
    }
    // A file without any passage is indexed as well: there is nothing in it to find.
    const passages = new Map([...inputs.map(({ id }): [string, number] => [id, 0]), ...built.files]);
    const place = this.#newPlace(collection);
    if (!(await segments.commit(await this.#write(place, built, passages, signal), []))) await store.discard(place);
    return waiting.length === filesAtOnce || inputs.length < waiting.length;
  }

  /** The index of a file whose own is lost. */
  async #indexAgain(file: { workspaceId: string; id: string }, signal: AbortSignal): Promise<Uint8Array[]> {
    const text = await this.#parts.content.text(file);
    return text === null ? [] : await this.#parts.indexer.build(text, signal);
  }

  /** Takes out the words of files that are gone, and joins small segments. `lost` when files wait for a segment again. */
  async #tidy(collection: { workspaceId: string; id: string }, signal: AbortSignal): Promise<'whole' | 'lost'> {
    const { segments, store, kept: wanted } = this.#parts;
    for (;;) {
      signal.throwIfAborted();
      const rows = await segments.list(collection.id);
      const kept = await segments.filesOf(rows.map(({ id }) => id));
      const empty = rows.filter(({ id }) => kept.get(id)?.size === 0);
      if (empty.length > 0) {
        await segments.remove(
          collection.id,
          empty.map(({ id }) => id),
        );
        for (const row of empty) await store.discard(placeOf(collection, row));
        continue;
      }
      const stale = rows.find(({ id, files }) => kept.get(id)?.size !== files);
      if (stale && (await this.#takeOut(collection, stale, kept.get(stale.id) ?? new Map()))) continue;
      const next = stale ?? rows.find((row) => row.kept !== wanted);
      const chosen = next ? [next] : joined(rows.filter((row) => row.kept === 'blobs'));
      if (chosen.length === 0) return 'whole';
      const inputs = await this.#read(collection, chosen, kept);
      if (!inputs) return 'lost';
      if (!(await this.#rewrite(collection, inputs, signal))) return 'whole';
    }
  }

  /** Takes files that are gone out of a segment. False where it has to be written anew for that. */
  async #takeOut(
    collection: { workspaceId: string; id: string },
    segment: SegmentRow,
    left: ReadonlyMap<string, number>,
  ): Promise<boolean> {
    const { segments, store } = this.#parts;
    if (!(await store.keepFiles(placeOf(collection, segment), [...left.keys()]))) return false;
    const passages = [...left.values()].reduce((sum, count) => sum + count, 0);
    await segments.shrink(collection.id, segment.id, { files: left.size, passages });
    return true;
  }

  /** The bytes of segments; null when one of them is lost, whose files wait again then. */
  async #read(
    collection: { workspaceId: string; id: string },
    chosen: readonly SegmentRow[],
    kept: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ): Promise<OldSegment[] | null> {
    const { segments, store } = this.#parts;
    const inputs: OldSegment[] = [];
    for (const row of chosen) {
      const place = placeOf(collection, row);
      const bytes = await store.bytes(place);
      if (!bytes || !decodeSegment(bytes)) {
        await segments.forget(collection.id, row.id);
        await store.discard(place);
        return null;
      }
      inputs.push({ place, bytes, keep: [...(kept.get(row.id)?.keys() ?? [])] });
    }
    return inputs;
  }

  async #rewrite(
    collection: { workspaceId: string; id: string },
    inputs: OldSegment[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const { segments, store, indexer } = this.#parts;
    const built = await indexer.merge(inputs, signal);
    const files = new Map([
      ...inputs.flatMap(({ keep }) => keep.map((id): [string, number] => [id, 0])),
      ...built.files,
    ]);
    const place = this.#newPlace(collection);
    const segment = await this.#write(place, built, files, signal);
    const replaced = inputs.map(({ place: { id } }) => id);
    if (!(await segments.commit(segment, replaced))) {
      await store.discard(place);
      return false;
    }
    for (const old of inputs) await store.discard(old.place);
    return true;
  }

  #newPlace(collection: { workspaceId: string; id: string }): KeptPlace {
    return placeOf(collection, { id: newId('segment'), kept: this.#parts.kept });
  }

  /** Writes a segment: its words, and its vectors where its files have them. */
  async #write(
    place: KeptPlace,
    { bytes }: BuiltSegment,
    files: ReadonlyMap<string, number>,
    signal: AbortSignal,
  ): Promise<NewSegment> {
    const { store, embedder, clock } = this.#parts;
    await store.write(place, bytes, signal);
    const vectors = await embedder.adopt(place, bytes, signal);
    return { ...place, bytes: bytes.byteLength, files, vectors, createdAt: clock.now() };
  }
}

/** The segments to join next: several of about one size that are not too large together. */
function joined(rows: readonly SegmentRow[]): SegmentRow[] {
  const bySize = new Map<number, SegmentRow[]>();
  for (const row of rows) {
    const size = Math.floor(Math.log(Math.max(1, row.passages)) / Math.log(sizeStep));
    bySize.set(size, [...(bySize.get(size) ?? []), row]);
  }
  for (const [, alike] of [...bySize].sort(([a], [b]) => a - b)) {
    const chosen: SegmentRow[] = [];
    let passages = 0;
    for (const row of alike) {
      if (passages + row.passages > mostPassages) break;
      chosen.push(row);
      passages += row.passages;
    }
    if (alike.length >= joinedAtOnce && chosen.length >= joinedAtOnce) return chosen;
  }
  return [];
}

interface OldSegment extends MergeInput {
  place: KeptPlace;
}

const placeOf = (
  { workspaceId, id }: { workspaceId: string; id: string },
  segment: { id: string; kept: Keeping },
): KeptPlace => ({ workspaceId, collectionId: id, id: segment.id, kept: segment.kept });
