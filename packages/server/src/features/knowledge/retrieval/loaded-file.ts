import { giveWay, PassageIndex } from '@parley/text';
import { LRUCache } from 'lru-cache';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';
import type { FileContent, FileStructure } from '../files/file-content.ts';
import type { FileRow } from '../files/file-repository.ts';
import type { TextIndexer } from './text-indexer.ts';

/** A ready file in memory, as questions are put to it. */
export interface LoadedFile {
  id: string;
  workspaceId: string;
  filename: string;
  kind: string | null;
  processingSummary: string;
  text: string;
  tokens: number;
  structure: FileStructure;
  indexes: PassageIndex[];
}

/** The words of a ready file. */
export interface FileText {
  text: string;
  pageStarts: number[];
  times?: FileStructure['times'];
}

const cacheBytes = 64 * 1024 * 1024;
const textCacheBytes = 16 * 1024 * 1024;
const keepMs = 10 * 60_000;

/** Reads ready files back; what was asked lately stays in memory, within a limit. A file never changes once it is ready. */
export class FileLoader {
  readonly #content: FileContent;
  readonly #indexer: TextIndexer;
  readonly #cache = new LRUCache<string, LoadedFile>({
    maxSize: cacheBytes,
    maxEntrySize: cacheBytes,
    ttl: keepMs,
    sizeCalculation: ({ text, indexes }) =>
      1 + text.length * 2 + indexes.reduce((sum, index) => sum + index.sizeBytes, 0),
  });

  readonly #texts = new LRUCache<string, FileText>({
    maxSize: textCacheBytes,
    ttl: keepMs,
    sizeCalculation: ({ text }) => 1 + text.length * 2,
  });

  constructor(parts: { content: FileContent; indexer: TextIndexer }) {
    this.#content = parts.content;
    this.#indexer = parts.indexer;
  }

  async load(row: FileRow): Promise<LoadedFile> {
    const known = this.#cache.get(row.id);
    if (known) return known;
    const file = { workspaceId: row.workspace_id, id: row.id };
    const [text, structure] = await Promise.all([this.#content.text(file), this.#content.structure(file)]);
    if (text === null || structure === null) throw new Error(`file ${row.id} is ready but its text is not there`);
    const loaded: LoadedFile = {
      ...file,
      filename: row.filename,
      kind: row.kind,
      processingSummary: row.processing_summary ?? '',
      text,
      tokens: estimateTokens(text),
      structure,
      indexes: await this.#indexes(file, text, structure),
    };
    this.#cache.set(row.id, loaded);
    return loaded;
  }

  /** The words alone, which is quicker when nothing is ranked; null when they are lost. */
  async text(row: { id: string; workspace_id: string }): Promise<FileText | null> {
    const whole = this.#cache.get(row.id);
    if (whole) return textOf(whole.text, whole.structure);
    const known = this.#texts.get(row.id);
    if (known) return known;
    const file = { workspaceId: row.workspace_id, id: row.id };
    const [text, structure] = await Promise.all([this.#content.text(file), this.#content.structure(file)]);
    if (text === null || structure === null) return null;
    const found = textOf(text, structure);
    this.#texts.set(row.id, found);
    return found;
  }

  /** The file when it is in memory. */
  loaded(fileId: string): LoadedFile | undefined {
    return this.#cache.get(fileId);
  }

  forget(fileId: string): void {
    this.#cache.delete(fileId);
    this.#texts.delete(fileId);
  }

  async #indexes(
    file: { workspaceId: string; id: string },
    text: string,
    { indexParts }: FileStructure,
  ): Promise<PassageIndex[]> {
    const pause = giveWay();
    const indexes: PassageIndex[] = [];
    for (let part = 0; part < indexParts; part++) {
      const bytes = await this.#content.index(file, part);
      const index = bytes && PassageIndex.decode(bytes);
      // Written by an older version: made again from the text, which is slower but right.
      if (!index) return await this.#indexer.index(text);
      indexes.push(index);
      await pause();
    }
    return indexes;
  }
}

const textOf = (text: string, { pageStarts, times }: FileStructure): FileText => ({
  text,
  pageStarts,
  ...(times && { times }),
});
