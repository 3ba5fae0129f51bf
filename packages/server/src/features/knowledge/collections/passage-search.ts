import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Meter } from '../../../ports/meter.ts';
import type { FileRepository } from '../files/file-repository.ts';
import type { RerankService } from '../reranking/rerank-service.ts';
import type { FileLoader, FileText } from '../retrieval/loaded-file.ts';
import type { FileFilter } from './collection-filter.ts';
import type { CollectionRepository, CollectionRow } from './collection-repository.ts';
import { type CollectionHit, type CollectionSearch, type SearchMode, takeTurns } from './collection-search.ts';

export interface PassageQuery {
  workspaceId: string;
  collections: readonly CollectionRow[];
  query: string;
  mode?: SearchMode | undefined;
  filter?: FileFilter | null | undefined;
  limit: number;
  /** Whether a model puts the best in order; default: when there is one. */
  rerank?: boolean | undefined;
  /** Pays for vectors and ranks; without it words alone are searched, and no model puts them in order. */
  meter?: Meter | undefined;
  signal: AbortSignal;
}

/** A hit with the text of its file. */
export interface QuotedHit extends CollectionHit {
  text: string;
  pageStarts: number[];
  times?: FileText['times'];
}

export interface FoundPassages {
  hits: QuotedHit[];
  mode: SearchMode;
  /** The model that put them in order, and why it did not; null when none was asked. */
  rerank: { model: string; error: string | null } | null;
}

export interface PassageSearchParts {
  search: CollectionSearch;
  files: FileRepository;
  loader: FileLoader;
  reranking: RerankService;
  collections: Pick<CollectionRepository, 'touch'>;
  clock: Clock;
}

/** How many are found for a model to put in order. */
const leastReranked = 50;
/** How exactly it is known when a collection was used last. */
const touchMs = 60_000;

/** The search of collections with the words of what it finds, in the order of a model where there is one. */
export class PassageSearch {
  readonly #parts: PassageSearchParts;

  constructor(parts: PassageSearchParts) {
    this.#parts = parts;
  }

  /** Best first. Throws `invalid_request` when reranking is asked for and no model is there, and what the search throws. */
  async find(query: PassageQuery): Promise<FoundPassages> {
    const { reranking, search } = this.#parts;
    const { workspaceId, limit, signal, meter } = query;
    if (query.rerank === true && reranking.model === null) throw noReranker();
    await this.#touch(query.collections);
    const isReranked = reranking.model !== null && query.rerank !== false && meter !== undefined;
    const { hits, mode } = await search.find({
      collections: query.collections,
      query: query.query,
      mode: query.mode ?? 'hybrid',
      filter: query.filter ?? null,
      limit: isReranked ? Math.max(limit, leastReranked) : limit,
      meter,
      signal,
    });
    const quoted = await this.#quote(workspaceId, hits);
    const textOf = ({ text, start, end }: QuotedHit) => text.slice(start, end);
    const ranked = isReranked
      ? await reranking.rank({ query: query.query, items: quoted, textOf, meter, signal })
      : null;
    if (!ranked) return { hits: quoted, mode, rerank: null };
    const { items, scores, model, error } = ranked;
    // What the model did not read comes after what it read.
    const least = Math.min(1, ...scores.values());
    const scored = items.map((hit) => {
      const score = scores.get(hit);
      if (score !== undefined) return { ...hit, score, scores: { ...hit.scores, rerank: score } };
      return error === null ? { ...hit, score: Math.min(hit.score, least) } : hit;
    });
    return { hits: takeTurns(scored, limit), mode, rerank: { model, error } };
  }

  async #touch(rows: readonly CollectionRow[]): Promise<void> {
    const now = this.#parts.clock.now();
    const moving = rows.filter((row) => row.expires_after_days !== null && now - (row.last_active_at ?? 0) >= touchMs);
    if (moving.length > 0)
      await this.#parts.collections.touch(
        moving.map(({ id }) => id),
        now,
      );
  }

  /** Hits of files that are still there. */
  async #quote(workspaceId: string, hits: readonly CollectionHit[]): Promise<QuotedHit[]> {
    const { files, loader } = this.#parts;
    const ids = [...new Set(hits.map(({ file }) => file.fileId))];
    const texts = new Map<string, FileText>();
    for (const row of await files.find(workspaceId, ids)) {
      const text = await loader.text(row);
      if (text) texts.set(row.id, text);
    }
    return hits.flatMap((hit) => {
      const found = texts.get(hit.file.fileId);
      return found ? [{ ...hit, ...found }] : [];
    });
  }
}

function noReranker(): AppError {
  const sentence = 'No model is there that reranks: set RERANK_MODEL to provider/model, or leave rerank away.';
  return new AppError('invalid_request', sentence, { title: 'rerank needs RERANK_MODEL', param: 'rerank' });
}
