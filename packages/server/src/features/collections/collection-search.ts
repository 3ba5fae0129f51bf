import type { CollectionSearchRequest } from '@parley/contract';
import { type FoundPassage, rankSegments, type SearchedSegment } from '@parley/text';
import { AppError } from '../../lib/app-error.ts';
import type { FileFilter } from './collection-filter.ts';
import type { CollectionRow } from './collection-repository.ts';
import type { CollectionSnapshots, SnapshotFile } from './collection-snapshots.ts';
import type { SegmentStore } from './segment-store.ts';

export interface CollectionQuery {
  collections: readonly CollectionRow[];
  query: string;
  mode: NonNullable<CollectionSearchRequest['mode']>;
  filter: FileFilter | null;
  limit: number;
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

/** More are ranked than are wanted, so that neighbours can be joined and files take turns. */
const spare = 4;
/** Passages of one file that come before others of other files: at least so many, at most this share of the wanted. */
const leastOfOneFile = 3;
const shareOfOneFile = 0.4;

interface Place extends SearchedSegment {
  /** By the number of the file in the segment. */
  files: Uint8Array;
  known: (SnapshotFile | undefined)[];
}

/** Finds passages in collections. */
export class CollectionSearch {
  readonly #snapshots: CollectionSnapshots;
  readonly #store: SegmentStore;

  constructor(parts: { snapshots: CollectionSnapshots; store: SegmentStore }) {
    this.#snapshots = parts.snapshots;
    this.#store = parts.store;
  }

  /** How a search is done when it is asked for in this way. Throws `embeddings_not_configured`. */
  modeOf(asked: CollectionQuery['mode']): CollectionQuery['mode'] {
    if (asked !== 'semantic') return 'lexical';
    throw new AppError(
      'embeddings_not_configured',
      'A search by meaning needs a model that embeds texts: set EMBEDDING_MODEL to provider/model, or search with mode "lexical".',
    );
  }

  /** Best first. */
  async find(query: CollectionQuery): Promise<CollectionHit[]> {
    const places = await this.#places(query);
    query.signal.throwIfAborted();
    const { found, highest } = await rankSegments(places, query.query, { limit: query.limit * spare });
    const hits = joinNeighbours(places, found, highest);
    return takeTurns(hits, query.limit);
  }

  /** The segments of the collections, each file in one of them only. */
  async #places({ collections, filter }: CollectionQuery): Promise<Place[]> {
    const seen = new Set<string>();
    const places: Place[] = [];
    for (const collection of collections) {
      const snapshot = await this.#snapshots.of(collection);
      for (const [id, files] of snapshot) {
        const place = { workspaceId: collection.workspace_id, collectionId: collection.id, id };
        const segment = await this.#store.load(place);
        // Replaced by a newer one meanwhile: the next search sees that one.
        if (!segment) continue;
        const counts = new Uint8Array(segment.files.length);
        const known: (SnapshotFile | undefined)[] = [];
        for (const [number, { id: fileId }] of segment.files.entries()) {
          const file = files.get(fileId);
          known.push(file);
          if (!file || seen.has(fileId) || (filter && !filter(file.values))) continue;
          seen.add(fileId);
          counts[number] = 1;
        }
        places.push({ segment, files: counts, known });
      }
    }
    return places;
  }
}

/** Passages that follow each other in a file become one, as good as the better of them. */
function joinNeighbours(places: readonly Place[], found: readonly FoundPassage[], highest: number): CollectionHit[] {
  const hits: CollectionHit[] = [];
  const at = new Map<string, CollectionHit>();
  const joined = new Set<CollectionHit>();
  for (const { segment: number, passage, score } of found) {
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
    // Two at most: what has grown already would only grow into a whole chapter.
    if (neighbour && !joined.has(neighbour)) {
      neighbour.start = Math.min(neighbour.start, start);
      neighbour.end = Math.max(neighbour.end, end);
      joined.add(neighbour);
      continue;
    }
    const hit = { file, start, end, score: Math.min(1, score / (highest || 1)), scores: { lexical: score } };
    at.set(`${number} ${passage}`, hit);
    hits.push(hit);
  }
  return hits;
}

/** The best, but when one file would fill the list, the surplus of its passages comes after those of others. */
function takeTurns(hits: readonly CollectionHit[], limit: number): CollectionHit[] {
  const most = Math.max(leastOfOneFile, Math.ceil(limit * shareOfOneFile));
  const taken = new Map<string, number>();
  const first: CollectionHit[] = [];
  const rest: CollectionHit[] = [];
  for (const hit of hits) {
    const count = (taken.get(hit.file.fileId) ?? 0) + 1;
    taken.set(hit.file.fileId, count);
    if (count <= most) first.push(hit);
    else rest.push(hit);
  }
  return [...first, ...rest].slice(0, limit).sort((a, b) => b.score - a.score);
}
