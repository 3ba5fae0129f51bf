import type { CollectionSearchRequest } from '@parley/contract';
import { rankSegments, type SearchedSegment } from '@parley/text';
import { AppError, isOfFamily } from '../../../lib/app-error.ts';
import type { Meter } from '../../../ports/meter.ts';
import type { PassageIndex } from '../../../ports/passage-index.ts';
import type { EmbeddingService } from '../embeddings/embedding-service.ts';
import type { FileFilter } from './collection-filter.ts';
import type { CollectionRow } from './collection-repository.ts';
import type { CollectionSnapshots, SnapshotFile, SnapshotSegment } from './collection-snapshots.ts';
import { type Found, fuse } from './fuse.ts';
import { type IndexedFiles, indexedPlace } from './indexed-passages.ts';
import type { KeptPlace, SegmentStore } from './segment-store.ts';
import { nearestVectors, type SearchedVectors } from './vectors/nearest-vectors.ts';
import type { VectorSegment } from './vectors/vector-segment.ts';

export type SearchMode = NonNullable<CollectionSearchRequest['mode']>;

export interface CollectionQuery {
  collections: readonly CollectionRow[];
  query: string;
  mode: SearchMode;
  filter: FileFilter | null;
  limit: number;
  /** Pays for the question's vector; without it words alone are searched. */
  meter?: Meter | undefined;
  signal: AbortSignal;
}

/** A passage of a file, and how it was found. */
export interface CollectionHit {
  file: SnapshotFile;
  start: number;
  end: number;
  /** 0 to 1. */
  score: number;
  scores: { lexical?: number; semantic?: number; rerank?: number };
}

export interface CollectionSearchParts {
  snapshots: CollectionSnapshots;
  store: SegmentStore;
  embeddings: EmbeddingService;
  /** Told of segments whose words or vectors could not be read. */
  repair: { words(place: KeptPlace): Promise<void>; vectors(place: KeptPlace, model: string): Promise<void> };
  /** Where words of segments lie that are no blobs. */
  index: PassageIndex | null;
}

/** More are ranked than are wanted, so that neighbours can be joined and files take turns. */
const spare = 4;
const leastRanked = 50;
/** Passages of one file that come before others of other files: at least so many, at most this share of the wanted. */
const leastOfOneFile = 3;
const shareOfOneFile = 0.4;

/** What is ranked: by the number of the file in the segment, whether its passages may be found. */
interface Searched extends SearchedSegment {
  files: Uint8Array;
  known: (SnapshotFile | undefined)[];
}

/** A segment in memory. */
interface Place extends Searched, KeptPlace {
  /** Of which there are vectors. */
  models: readonly string[];
}

/** All that is searched: segments in memory, and what an index has. */
interface Places {
  inMemory: Place[];
  indexed: IndexedFiles;
  /** How many passages have vectors of which model. */
  models: Map<string, number>;
}

/** The question as a vector; without a model when no vectors are there. */
type Sense = { model: string; vector: Float32Array } | 'none';

/** Finds passages in collections: by words, by meaning, or by both. */
export class CollectionSearch {
  readonly #parts: CollectionSearchParts;

  constructor(parts: CollectionSearchParts) {
    this.#parts = parts;
  }

  /** Best first, and how it was searched. Throws `embeddings_not_configured`, or for `semantic` what the engine throws. */
  async find(query: CollectionQuery): Promise<{ hits: CollectionHit[]; mode: SearchMode }> {
    const { mode, limit, signal } = query;
    if (mode === 'semantic' && !this.#parts.embeddings.default.isSemantic) throw notConfigured();
    const places = await this.#places(query);
    signal.throwIfAborted();
    const wanted = Math.max(leastRanked, limit * spare);
    const sense = mode === 'lexical' ? null : await this.#senseOf(places.models, query);
    const searched: Searched[] = [...places.inMemory];
    const bySense = sense && sense !== 'none' ? await this.#near(places.inMemory, sense, wanted) : [];
    const index = places.indexed.files.size > 0 ? this.#parts.index : null;
    if (index) {
      const near = sense === 'none' ? null : sense;
      const asked = { query: query.query, others: places.inMemory, near, limit: wanted };
      const found = await indexedPlace(index, places.indexed, asked);
      bySense.push(...found.near.map((entry) => ({ ...entry, segment: searched.length })));
      searched.push(found.place);
    }
    bySense.sort((a, b) => b.score - a.score);
    const byWords = mode === 'semantic' ? null : await rankSegments(searched, query.query, { limit: wanted });
    const hits = joinNeighbours(searched, fuse(byWords, sense && bySense.slice(0, wanted)));
    return { hits: takeTurns(hits, limit), mode: sense ? (byWords ? 'hybrid' : 'semantic') : 'lexical' };
  }

  /** Null when there is no model whose vectors mean something, no vectors yet, or, for `hybrid`, no answer of the engine. */
  async #senseOf(models: Places['models'], { mode, query, meter, signal }: CollectionQuery): Promise<Sense | null> {
    const { embeddings } = this.#parts;
    if (!embeddings.default.isSemantic || !meter) return null;
    const model = servingModel(models, embeddings.default.id);
    if (model === null) return mode === 'semantic' ? 'none' : null;
    try {
      const { vectors } = await embeddings.embed({ model, texts: [query], purpose: 'query', meter, signal });
      const [vector] = vectors;
      return vector ? { model, vector } : null;
    } catch (error) {
      if (mode === 'semantic' || signal.aborted || !isOfFamily(error, 'upstream')) throw error;
      return null;
    }
  }

  async #near(places: readonly Place[], { model, vector }: Exclude<Sense, 'none'>, limit: number): Promise<Found[]> {
    const searched: (SearchedVectors & { segment: number })[] = [];
    for (const [segment, place] of places.entries()) {
      if (!place.models.includes(model)) continue;
      const vectors: VectorSegment | null = await this.#parts.store.loadVectors(place, model);
      const { passageFiles } = place.segment;
      if (!vectors) await this.#parts.repair.vectors(place, model);
      if (vectors?.count !== passageFiles.length) continue;
      searched.push({ segment, vectors, counts: (passage) => place.files[passageFiles[passage] ?? 0] === 1 });
    }
    const near = await nearestVectors(searched, vector, limit);
    return near.map(({ part, number, similarity }) => ({
      segment: searched[part]?.segment ?? 0,
      passage: number,
      score: similarity,
    }));
  }

  /** What the collections have, each file in one place only. */
  async #places({ collections, filter }: CollectionQuery): Promise<Places> {
    const seen = new Set<string>();
    const counts = (file: SnapshotFile | undefined): file is SnapshotFile => {
      if (!file || seen.has(file.fileId) || (filter && !filter(file.values))) return false;
      seen.add(file.fileId);
      return true;
    };
    const workspaceId = collections[0]?.workspace_id ?? '';
    const indexed: IndexedFiles = { scope: { workspaceId, collections: [] }, files: new Map(), isPart: false };
    const places: Places = { inMemory: [], indexed, models: new Map() };
    for (const collection of collections) {
      const snapshot = await this.#parts.snapshots.of(collection);
      for (const [id, segment] of snapshot) {
        for (const model of segment.models)
          places.models.set(model, (places.models.get(model) ?? 0) + segment.passages);
        if (segment.kept === 'blobs') {
          const place = await this.#load(
            { workspaceId, collectionId: collection.id, id, kept: 'blobs' },
            segment,
            counts,
          );
          if (place) places.inMemory.push(place);
          continue;
        }
        if (!indexed.scope.collections.includes(collection.id)) indexed.scope.collections.push(collection.id);
        for (const file of segment.files.values()) {
          if (counts(file)) indexed.files.set(file.fileId, file);
          else indexed.isPart = true;
        }
      }
    }
    return places;
  }

  /** Null for one that was replaced by a newer one meanwhile, or is lost: the next search sees what takes its place. */
  async #load(
    place: KeptPlace,
    { files, models }: SnapshotSegment,
    counts: (file: SnapshotFile | undefined) => boolean,
  ): Promise<Place | null> {
    const { store, repair } = this.#parts;
    const segment = await store.load(place);
    if (!segment) {
      await repair.words(place);
      return null;
    }
    const known = segment.files.map(({ id }) => files.get(id));
    return { ...place, segment, models, known, files: Uint8Array.from(known, (file) => (counts(file) ? 1 : 0)) };
  }
}

/** The configured model once most passages have its vectors; until then one of before, whose vectors still serve. */
function servingModel(models: Places['models'], current: string): string | null {
  const [best] = [...models].sort(([a, x], [b, y]) => y - x || Number(b === current) - Number(a === current));
  return best?.[0] ?? null;
}

function notConfigured(): AppError {
  return new AppError(
    'embeddings_not_configured',
    'A search by meaning needs a model that embeds texts: set EMBEDDING_MODEL to multilingual-e5-small or provider/model, or search with mode "lexical".',
  );
}

/** Passages that follow each other in a file become one, as good as the better of them; two at most. */
function joinNeighbours(places: readonly Searched[], found: ReturnType<typeof fuse>): CollectionHit[] {
  const hits: CollectionHit[] = [];
  const at = new Map<string, CollectionHit>();
  const joined = new Set<CollectionHit>();
  for (const { segment: number, passage, score, scores } of found) {
    const place = places[number];
    const segment = place?.segment;
    const fileNumber = segment?.passageFiles[passage] ?? 0;
    const file = place?.known[fileNumber];
    if (!segment || !file) continue;
    const start = segment.passageStarts[passage] ?? 0;
    const end = segment.passageEnds[passage] ?? 0;
    const before = segment.passageFiles[passage - 1] === fileNumber ? at.get(`${number} ${passage - 1}`) : undefined;
    const after = segment.passageFiles[passage + 1] === fileNumber ? at.get(`${number} ${passage + 1}`) : undefined;
    const neighbour = before ?? after;
    // What has grown already would only grow into a whole chapter.
    if (neighbour && !joined.has(neighbour)) {
      neighbour.start = Math.min(neighbour.start, start);
      neighbour.end = Math.max(neighbour.end, end);
      joined.add(neighbour);
      continue;
    }
    const hit = { file, start, end, score, scores };
    at.set(`${number} ${passage}`, hit);
    hits.push(hit);
  }
  return hits;
}

/** The best, but when one file would fill the list, the surplus of its passages comes after those of others. */
export function takeTurns<Hit extends CollectionHit>(hits: readonly Hit[], limit: number): Hit[] {
  const most = Math.max(leastOfOneFile, Math.ceil(limit * shareOfOneFile));
  const taken = new Map<string, number>();
  const first: Hit[] = [];
  const rest: Hit[] = [];
  for (const hit of hits) {
    const count = (taken.get(hit.file.fileId) ?? 0) + 1;
    taken.set(hit.file.fileId, count);
    if (count <= most) first.push(hit);
    else rest.push(hit);
  }
  return [...first, ...rest].slice(0, limit).sort((a, b) => b.score - a.score);
}
