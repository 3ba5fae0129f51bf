import type { CollectionSearchRequest } from '@parley/contract';
import { rankSegments, type SearchedSegment } from '@parley/text';
import { AppError, isOfFamily } from '../../../lib/app-error.ts';
import type { Meter } from '../../../ports/meter.ts';
import type { EmbeddingService } from '../embeddings/embedding-service.ts';
import type { FileFilter } from './collection-filter.ts';
import type { CollectionRow } from './collection-repository.ts';
import type { CollectionSnapshots, SnapshotFile } from './collection-snapshots.ts';
import { type Found, fuse } from './fuse.ts';
import type { SegmentPlace, SegmentStore } from './segment-store.ts';
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
  repair: { words(place: SegmentPlace): Promise<void>; vectors(place: SegmentPlace, model: string): Promise<void> };
}

/** More are ranked than are wanted, so that neighbours can be joined and files take turns. */
const spare = 4;
const leastRanked = 50;
/** Passages of one file that come before others of other files: at least so many, at most this share of the wanted. */
const leastOfOneFile = 3;
const shareOfOneFile = 0.4;

interface Place extends SearchedSegment {
  workspaceId: string;
  collectionId: string;
  id: string;
  /** Of which there are vectors. */
  models: readonly string[];
  /** By the number of the file in the segment: 1 when its passages may be found. */
  files: Uint8Array;
  known: (SnapshotFile | undefined)[];
}

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
    const bySense = mode === 'lexical' ? null : await this.#bySense(places, query, wanted);
    const byWords = mode === 'semantic' ? null : await rankSegments(places, query.query, { limit: wanted });
    const hits = joinNeighbours(places, fuse(byWords, bySense));
    return { hits: takeTurns(hits, limit), mode: bySense ? (byWords ? 'hybrid' : 'semantic') : 'lexical' };
  }

  /** Null when there is no model whose vectors mean something, no vectors yet, or, for `hybrid`, no answer of the engine. */
  async #bySense(places: readonly Place[], { mode, query, meter, signal }: CollectionQuery, limit: number) {
    const { embeddings } = this.#parts;
    if (!embeddings.default.isSemantic || !meter) return null;
    const model = servingModel(places, embeddings.default.id);
    if (model === null) return mode === 'semantic' ? [] : null;
    try {
      const { vectors } = await embeddings.embed({ model, texts: [query], purpose: 'query', meter, signal });
      const [wanted] = vectors;
      return wanted ? await this.#near(places, model, wanted, limit) : null;
    } catch (error) {
      if (mode === 'semantic' || signal.aborted || !isOfFamily(error, 'upstream')) throw error;
      return null;
    }
  }

  async #near(places: readonly Place[], model: string, wanted: Float32Array, limit: number): Promise<Found[]> {
    const searched: (SearchedVectors & { segment: number })[] = [];
    for (const [segment, place] of places.entries()) {
      if (!place.models.includes(model)) continue;
      const vectors: VectorSegment | null = await this.#parts.store.loadVectors(place, model);
      const { passageFiles } = place.segment;
      if (!vectors) await this.#parts.repair.vectors(place, model);
      if (vectors?.count !== passageFiles.length) continue;
      searched.push({ segment, vectors, counts: (passage) => place.files[passageFiles[passage] ?? 0] === 1 });
    }
    const near = await nearestVectors(searched, wanted, limit);
    return near.map(({ part, number, similarity }) => ({
      segment: searched[part]?.segment ?? 0,
      passage: number,
      score: similarity,
    }));
  }

  /** The segments of the collections, each file in one of them only. */
  async #places({ collections, filter }: CollectionQuery): Promise<Place[]> {
    const { snapshots, store } = this.#parts;
    const seen = new Set<string>();
    const places: Place[] = [];
    for (const collection of collections) {
      const snapshot = await snapshots.of(collection);
      for (const [id, { files, models }] of snapshot) {
        const place = { workspaceId: collection.workspace_id, collectionId: collection.id, id };
        const segment = await store.load(place);
        // Replaced by a newer one meanwhile, or lost: the next search sees what takes its place.
        if (!segment) {
          await this.#parts.repair.words(place);
          continue;
        }
        const counts = new Uint8Array(segment.files.length);
        const known: (SnapshotFile | undefined)[] = [];
        for (const [number, { id: fileId }] of segment.files.entries()) {
          const file = files.get(fileId);
          known.push(file);
          if (!file || seen.has(fileId) || (filter && !filter(file.values))) continue;
          seen.add(fileId);
          counts[number] = 1;
        }
        places.push({ ...place, segment, models, files: counts, known });
      }
    }
    return places;
  }
}

/** The configured model once most passages have its vectors; until then one of before, whose vectors still serve. */
function servingModel(places: readonly Place[], current: string): string | null {
  const passages = new Map<string, number>();
  for (const { models, segment } of places) {
    for (const model of models) passages.set(model, (passages.get(model) ?? 0) + segment.passageFiles.length);
  }
  const [best] = [...passages].sort(([a, x], [b, y]) => y - x || Number(b === current) - Number(a === current));
  return best?.[0] ?? null;
}

function notConfigured(): AppError {
  return new AppError(
    'embeddings_not_configured',
    'A search by meaning needs a model that embeds texts: set EMBEDDING_MODEL to multilingual-e5-small or provider/model, or search with mode "lexical".',
  );
}

/** Passages that follow each other in a file become one, as good as the better of them; two at most. */
function joinNeighbours(places: readonly Place[], found: ReturnType<typeof fuse>): CollectionHit[] {
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
