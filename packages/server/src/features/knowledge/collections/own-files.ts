import type { Clock } from '../../../ports/clock.ts';
import type { CollectionIndexer } from './collection-indexer.ts';
import { ownFilesId } from './collection-repository.ts';
import type { OwnFilesRepository } from './own-files-repository.ts';
import type { PassageSearch } from './passage-search.ts';

export interface OwnFilesParts {
  own: OwnFilesRepository;
  indexer: CollectionIndexer;
  passages: PassageSearch;
  clock: Clock;
}

/** A file and its passage that fits best. */
export interface FoundFile {
  fileId: string;
  filename: string;
  passage: string;
  score: number;
}

/** How long a search waits for files that are being indexed; what is not ready by then is found by the next. */
const waitMs = 8_000;
const lookMs = 100;
const sweepBatch = 500;
const mostRemembered = 10_000;
/** Several passages of one file count as one. */
const passagesPerFile = 3;

/**
 * All files of a workspace as one collection by itself, searched by words. It is made by the first search that asks for it, and
 * kept up to date from then on.
 */
export class OwnFiles {
  readonly #parts: OwnFilesParts;
  /** Workspaces whose files are known to be in it. */
  readonly #filled = new Set<string>();

  constructor(parts: OwnFilesParts) {
    this.#parts = parts;
  }

  /** The files with the passages that fit best, best first. */
  async find(workspaceId: string, question: string, limit: number, signal: AbortSignal): Promise<FoundFile[]> {
    const { own, passages } = this.#parts;
    await this.#fill(workspaceId);
    await this.#indexed(workspaceId, signal);
    const collection = await own.find(workspaceId);
    if (!collection) return [];
    const wanted = { workspaceId, collections: [collection], query: question, limit: limit * passagesPerFile };
    const { hits } = await passages.find({ ...wanted, mode: 'lexical', signal });
    const best = new Map<string, FoundFile>();
    for (const { file, text, start, end, score } of hits) {
      if (best.has(file.fileId)) continue;
      best.set(file.fileId, { fileId: file.fileId, filename: file.filename, passage: text.slice(start, end), score });
    }
    return [...best.values()].slice(0, limit);
  }

  /** A file was read: it goes in where its workspace has such a collection. */
  async fileReady(fileId: string): Promise<void> {
    await this.#parts.own.fill({ fileId }, this.#parts.clock.now());
  }

  /** Takes in what a process that was killed left out. */
  async sweep(): Promise<void> {
    for (const workspaceId of await this.#parts.own.workspaces(sweepBatch)) {
      this.#filled.delete(workspaceId);
      await this.#fill(workspaceId);
    }
  }

  async #fill(workspaceId: string): Promise<void> {
    if (this.#filled.has(workspaceId)) return;
    const { own, indexer, clock } = this.#parts;
    await own.open(workspaceId, clock.now());
    const added = await own.fill({ workspaceId }, clock.now());
    if (added > 0) await indexer.request({ id: ownFilesId(workspaceId), workspaceId });
    if (this.#filled.size >= mostRemembered) this.#filled.clear();
    this.#filled.add(workspaceId);
  }

  async #indexed(workspaceId: string, signal: AbortSignal): Promise<void> {
    const { own, clock } = this.#parts;
    const until = clock.now() + waitMs;
    while ((await own.waiting(workspaceId)) > 0 && clock.now() < until) await clock.sleep(lookMs, signal);
  }
}
