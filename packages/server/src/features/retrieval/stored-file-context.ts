import { rankPassages } from '@parley/text';
import { AppError } from '../../lib/app-error.ts';
import type { ModelSource, PromptDocument, RankedPassage } from '../../ports/language-model.ts';
import type { FileRepository, FileRow } from '../files/file-repository.ts';
import type { FileWatch } from '../files/file-watch.ts';
import { type Candidate, choosePassages } from './choose-passages.ts';
import { completeSources } from './complete-sources.ts';
import type { FileContext, FileContextRequest, FileSourcesRequest } from './file-context.ts';
import { fileOutline, pageAt } from './file-outline.ts';
import type { FileLoader, LoadedFile } from './loaded-file.ts';
import type { SheetFacts } from './sheet-facts.ts';
import type { TextIndexer } from './text-indexer.ts';

export interface StoredFileContextParts {
  files: FileRepository;
  watch: FileWatch;
  loader: FileLoader;
  sheets: SheetFacts;
  indexer: TextIndexer;
}

const waitMs = 30_000;
/** Passages that are ranked for a request, over all files. */
const rankedLimit = 400;
/** Passages named as sources when the model does not name them. */
const sourceLimit = 8;
/** A source scores at least this share of the best. */
const sourceShare = 0.35;
const longestAnswer = 2000;

/** `FileContext` on stored files: waits, ranks, and cuts to the budget. */
export class StoredFileContext implements FileContext {
  readonly #parts: StoredFileContextParts;

  constructor(parts: StoredFileContextParts) {
    this.#parts = parts;
  }

  async load(request: FileContextRequest): Promise<PromptDocument[]> {
    const files = await this.#ready(request);
    const ranked = await rank(files, request.query);
    const facts = await Promise.all(files.map((file) => this.#parts.sheets.about(file, request.query, request.signal)));
    const isWhole = files.reduce((sum, { tokens }) => sum + tokens, 0) <= request.budgetTokens;
    const chosen = isWhole ? null : choose(files, ranked, request.budgetTokens);
    return files.map((file, number): PromptDocument => {
      const { pageStarts } = file.structure;
      const passages = chosen?.[number]?.map(({ start, end }) => {
        const page = pageAt(pageStarts, start);
        return { start, end, ...(page !== undefined && { page }) };
      });
      return {
        fileId: file.id,
        filename: file.filename,
        text: file.text,
        ...(passages && { passages }),
        outline: fileOutline(file),
        ...(facts[number] && facts[number].length > 0 && { facts: facts[number] }),
        ranked: ranked
          .filter(({ document }) => document === number)
          .map(({ start, end, score }) => ({ start, end, score })),
        ...(pageStarts.length > 0 && { pageStarts }),
      };
    });
  }

  async sources({ documents, query, answer, named }: FileSourcesRequest): Promise<ModelSource[]> {
    if (named) return completeSources(documents, named);
    const said = answer.slice(0, longestAnswer);
    const places = (await Promise.all(documents.map((document, number) => this.#shown(document, number)))).flat();
    const indexes = places.map(({ index }) => index);
    const carried = new Set((await rankPassages(indexes, said, { limit: rankedLimit })).map(keyOf));
    // The words of the answer say best where it came from; those of the question settle ties.
    const ranked = await rankPassages(indexes, `${said}\n${query}`, { limit: rankedLimit });
    const best = ranked[0]?.score ?? 0;
    const sources = ranked.flatMap((entry): ModelSource[] => {
      const place = places[entry.index];
      const passage = place?.index.passages[entry.passage];
      if (!place || !passage || !carried.has(keyOf(entry)) || entry.score < best * sourceShare) return [];
      const isShown =
        place.shown === null || place.shown.some(({ start, end }) => passage.start >= start && passage.end <= end);
      return isShown ? [{ document: place.document, start: passage.start, end: passage.end }] : [];
    });
    return sources.slice(0, sourceLimit);
  }

  /** The indexes of a document and which parts of it the model saw; null for all. */
  async #shown(document: PromptDocument, number: number) {
    const shown = document.passages ?? null;
    const known = document.fileId === null ? undefined : this.#parts.loader.loaded(document.fileId);
    const indexes = known?.indexes ?? (await this.#parts.indexer.index(document.text));
    return indexes.map((index) => ({ document: number, index, shown }));
  }

  async #ready({ workspaceId, fileIds, signal }: FileContextRequest): Promise<LoadedFile[]> {
    const ids = [...new Set(fileIds.map((id) => id.toLowerCase()))];
    const rows = new Map((await this.#parts.files.find(workspaceId, ids)).map((row) => [row.id, row]));
    for (const id of ids) if (!rows.has(id)) throw notFound(id);
    for (const row of rows.values()) refuseFailed(row);
    const until = Date.now() + waitMs;
    const files: LoadedFile[] = [];
    for (const id of ids) {
      const left = Math.max(0, until - Date.now());
      const known = rows.get(id);
      const row =
        known?.status === 'ready'
          ? known
          : await this.#parts.watch.settled({ workspaceId, id }, { waitMs: left, signal });
      if (!row) throw notFound(id);
      refuseFailed(row);
      if (row.status !== 'ready') throw notReady(row);
      files.push(await this.#parts.loader.load(row));
    }
    return files;
  }
}

interface RankedCandidate extends Candidate, RankedPassage {}

async function rank(files: readonly LoadedFile[], query: string): Promise<RankedCandidate[]> {
  const places = files.flatMap((file, document) => {
    let before = 0;
    return file.indexes.map((index) => {
      const place = { document, index, before };
      before += index.passages.length;
      return place;
    });
  });
  const ranked = await rankPassages(
    places.map(({ index }) => index),
    query,
    { limit: rankedLimit },
  );
  return ranked.flatMap(({ index, passage, score }) => {
    const place = places[index];
    const found = place?.index.passages[passage];
    if (!place || !found) return [];
    return [{ document: place.document, passage: place.before + passage, start: found.start, end: found.end, score }];
  });
}

function choose(files: readonly LoadedFile[], ranked: readonly Candidate[], budgetTokens: number) {
  return choosePassages({
    texts: files.map(({ text }) => text),
    passages: files.map(({ indexes }) => indexes.flatMap((index) => [...index.passages])),
    ranked,
    budgetTokens,
  });
}

function keyOf({ index, passage }: { index: number; passage: number }): string {
  return `${index} ${passage}`;
}

function notFound(fileId: string): AppError {
  return new AppError('file_not_found', `There is no file ${fileId}.`, { fields: { file_id: fileId } });
}

function refuseFailed(row: FileRow): void {
  if (row.status !== 'failed') return;
  throw new AppError('file_failed', `${row.filename} could not be processed: ${row.error_message ?? ''}`, {
    fields: { file_id: row.id },
    ...(row.error_message !== null && { details: row.error_message }),
  });
}

function notReady(row: FileRow): AppError {
  const message =
    row.status === 'pending'
      ? `File ${row.id} has not been confirmed: upload its bytes and call /v1/files/confirm-upload.`
      : `File ${row.id} is still being processed. Send the request again in a few seconds.`;
  return new AppError('file_not_ready', message, { fields: { file_id: row.id }, retryAfterMs: 5000 });
}
