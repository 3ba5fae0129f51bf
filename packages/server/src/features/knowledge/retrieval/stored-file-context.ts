import { coverage, figuresOf, rankPassages } from '@parley/text';
import { AppError } from '../../../lib/app-error.ts';
import type { ModelSource, PromptDocument, RankedPassage } from '../../../ports/language-model.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';
import type { FileRepository, FileRow } from '../files/file-repository.ts';
import type { FileWatch } from '../files/file-watch.ts';
import type { RerankService } from '../reranking/rerank-service.ts';
import { type Candidate, type ChooseRequest, choosePassages, mergePassages } from './choose-passages.ts';
import { completeSources } from './complete-sources.ts';
import type { FileContext, FileContextRequest, FileSourcesRequest, TextOfRequest } from './file-context.ts';
import { fileOutline } from './file-outline.ts';
import type { FileLoader, LoadedFile } from './loaded-file.ts';
import { rankInConversation } from './rank-in-conversation.ts';
import { passagesOf, passageTokensOf, quotableOf, type Readable, shownTokens, withPages } from './readable.ts';
import { type BudgetShares, frameTokens, shareBudget } from './share-budget.ts';
import type { SheetFacts } from './sheet-facts.ts';
import { tableSample } from './table-sample.ts';
import type { TextIndexer } from './text-indexer.ts';

export interface StoredFileContextParts {
  files: FileRepository;
  watch: FileWatch;
  loader: FileLoader;
  sheets: SheetFacts;
  indexer: TextIndexer;
  reranking: RerankService;
}

const waitMs = 30_000;
/** Passages that are ranked for a request, over all files. */
const rankedLimit = 400;
/** Passages named as sources when the model does not name them. */
const sourceLimit = 8;
/** A source scores at least this share of the best. */
const sourceShare = 0.35;
/** A question is matched where one of the best passages holds this share of its words, or of those of a turn before it. */
const matchedShare = 0.25;
const matchedAmong = 10;
const longestAnswer = 2000;
/** Questions about the whole of a text, which no passage answers better than another. */
const wholeQuestion =
  /\b(?:summar\w*|overview|tl;?dr|(?:main|key) (?:points?|ideas?|topics?|findings)|what (?:is|are) (?:it|this|these|that|the \w+) about|zusammenfass\w*|überblick|worum geht|hauptpunkte|résum\w*|aperçu|de quoi (?:parle|s'agit)|resum\w*|de qué trata|riassum\w*|di cosa parla)\b/i;
const asksForWhole = (query: string): boolean => query.trim() === '' || wholeQuestion.test(query);

/** `FileContext` on stored files: waits, ranks, and cuts to the budget. */
export class StoredFileContext implements FileContext {
  readonly #parts: StoredFileContextParts;

  constructor(parts: StoredFileContextParts) {
    this.#parts = parts;
  }

  async load(request: FileContextRequest): Promise<PromptDocument[]> {
    const { query, earlier = [], budgetTokens, isEmbedded = false, texts = [], signal } = request;
    const files = request.fileIds.length > 0 ? await this.#ready(request) : [];
    const facts = await Promise.all(files.map((file) => this.#parts.sheets.about(file, query, signal)));
    const counted = isEmbedded ? [] : await Promise.all(texts.map((text) => this.#readableOf(text, signal)));
    const readables: Readable[] = [...files, ...counted];
    const found = await rank(readables, query, earlier);
    const isOverview = asksForWhole(query);
    const isWholeAsked = isOverview || request.isWholeAsked === true;
    const hasMatch = isMatched(readables, found, [query, ...earlier]);
    const samples = readables.map((readable) => (isEmbedded ? undefined : tableSample(readable)));
    // Its rows are left out where code has computed what is asked from all of them, and where nobody asks for any.
    const isSampled = samples.map(
      (sample, number) =>
        sample !== undefined &&
        (isOverview || !(hasMatch || isWholeAsked) || (facts[number] ?? []).some(({ isAsked }) => isAsked)),
    );
    const shares = shareBudget(
      readables.map((readable, number) => {
        const sample = isSampled[number] ? samples[number] : undefined;
        const tokens = sample
          ? frameTokens + estimateTokens(readable.text.slice(sample.start, sample.end) + sample.label)
          : shownTokens(readable);
        return { tokens, facts: facts[number] ?? [] };
      }),
      budgetTokens,
    );
    const isShortened = isEmbedded || shares.whole.includes(false);
    const ranked = isShortened && !isOverview ? await this.#rerank(readables, found, request) : found;
    const chosen = choose(readables, ranked, shares, {
      isFilled: isEmbedded || isWholeAsked,
      isMatched: hasMatch,
    });
    const documents = readables.map((readable, number): PromptDocument => {
      const isWhole = shares.whole[number] === true && !isSampled[number];
      const { pageStarts } = readable.structure;
      const passages = passagesOf(readable);
      const places = isWhole ? passages.map((_, place) => place) : (chosen[number] ?? []);
      const given = shares.facts[number] ?? [];
      const outline = isWhole ? fileOutline(readable) : fileOutline(readable, shares.outlineTokens);
      const sample = samples[number];
      const shown = isSampled[number] && sample ? [sample] : mergePassages(passages, places);
      return {
        fileId: readable.id,
        filename: readable.filename,
        text: readable.text,
        ...(!isWhole && { passages: withPages(shown, pageStarts) }),
        ...(!isEmbedded && {
          quotable: isSampled[number] && sample ? [sample] : quotableOf(readable, passages, places),
          tokens: readable.tokens,
        }),
        ...(sample && { sample }),
        ...(outline !== '' && { outline }),
        ...(given.length > 0 && { facts: given }),
        ranked: ranked
          .filter(({ document }) => document === number)
          .map(({ start, end, score }) => ({ start, end, score })),
        ...(pageStarts.length > 0 && { pageStarts }),
      };
    });
    return isEmbedded ? [...documents, ...texts.map((text) => ({ fileId: null, ...text }))] : documents;
  }

  /** The ranking in the order of a model, where there is one, on the scale of the words. */
  async #rerank(
    readables: readonly Readable[],
    ranked: RankedCandidate[],
    { query, meter, signal }: FileContextRequest,
  ): Promise<RankedCandidate[]> {
    if (!meter || ranked.length < 2) return ranked;
    const textOf = ({ document, start, end }: RankedCandidate) => readables[document]?.text.slice(start, end) ?? '';
    const reranked = await this.#parts.reranking.rank({ query, items: ranked, textOf, meter, signal });
    const items = reranked?.items ?? ranked;
    return items.map((candidate, place) => ({ ...candidate, score: ranked[place]?.score ?? candidate.score }));
  }

  async sources({ documents, query, answer, named }: FileSourcesRequest): Promise<ModelSource[]> {
    if (named) return completeSources(documents, named);
    const said = answer.slice(0, longestAnswer);
    if (saysNothing(said)) return [];
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
    return holdingFigures(sources, documents, said).slice(0, sourceLimit);
  }

  /** A text of the request as a file that is read once. */
  async #readableOf({ filename, text, pageStarts = [] }: TextOfRequest, signal: AbortSignal): Promise<Readable> {
    const structure = { pageStarts, outline: [], sheets: [], indexParts: 0 };
    const indexes = await this.#parts.indexer.index(text, signal);
    const tokens = estimateTokens(text);
    return { id: null, filename, processingSummary: '', text, tokens, structure, indexes };
  }

  /** The indexes of a document and which parts of it the model saw; null for all. */
  async #shown(document: PromptDocument, number: number) {
    const shown = document.passages ?? null;
    const known = document.fileId === null ? undefined : this.#parts.loader.loaded(document.fileId);
    const indexes = known?.indexes ?? (await this.#parts.indexer.index(document.text));
    return indexes.map((index) => ({ document: number, index, shown }));
  }

  async #ready({ workspaceId, fileIds, signal }: FileContextRequest): Promise<LoadedFile[]> {
    const ids = [...new Set(fileIds)];
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

/** Passages of the documents that are not shown whole, within what is left for them. */
function choose(
  readables: readonly Readable[],
  ranked: readonly RankedCandidate[],
  { whole, passageTokens }: BudgetShares,
  asked: Pick<ChooseRequest, 'isFilled' | 'isMatched'>,
): number[][] {
  if (whole.every(Boolean)) return [];
  const passages = readables.map((readable, number) => (whole[number] ? [] : passagesOf(readable)));
  return choosePassages({
    counts: passages.map(({ length }) => length),
    tokensOf: (document, passage) => {
      const [readable, found] = [readables[document], passages[document]?.[passage]];
      return readable && found ? passageTokensOf(readable, found) : Number.POSITIVE_INFINITY;
    },
    ranked: ranked.filter(({ document }) => !whole[document]),
    budgetTokens: passageTokens,
    ...asked,
  });
}

/** Whether any of the best passages speaks to the question, or to what was said before it. */
function isMatched(
  readables: readonly Readable[],
  ranked: readonly RankedCandidate[],
  asked: readonly string[],
): boolean {
  const best = ranked.slice(0, matchedAmong);
  return asked.some((question) =>
    best.some(({ document, start, end }) => {
      const text = readables[document]?.text.slice(start, end) ?? '';
      return coverage(question.slice(0, longestAnswer), text) >= matchedShare;
    }),
  );
}

interface RankedCandidate extends Candidate, RankedPassage {}

async function rank(
  readables: readonly Readable[],
  query: string,
  earlier: readonly string[],
): Promise<RankedCandidate[]> {
  const places = readables.flatMap((readable, document) => {
    let before = 0;
    return readable.indexes.map((index) => {
      const place = { document, index, before };
      before += index.passages.length;
      return place;
    });
  });
  const indexes = places.map(({ index }) => index);
  const ranked = await rankInConversation(indexes, query, { earlier, limit: rankedLimit });
  return ranked.flatMap(({ index, passage, score }) => {
    const place = places[index];
    const found = place?.index.passages[passage];
    if (!place || !found) return [];
    return [{ document: place.document, passage: place.before + passage, start: found.start, end: found.end, score }];
  });
}

/**
 * Where a reply gives figures, a passage that holds none of them is no source of it, however many of its words it shares.
 */
function holdingFigures(
  sources: readonly ModelSource[],
  documents: readonly PromptDocument[],
  said: string,
): readonly ModelSource[] {
  const inDigits = (text: string) => figuresOf(text).filter(({ start, end }) => /\d/.test(text.slice(start, end)));
  const told = new Set(inDigits(said).flatMap(({ values }) => values));
  if (told.size === 0) return sources;
  return sources.filter(({ document, start, end }) =>
    figuresOf(documents[document]?.text.slice(start, end) ?? '').some(({ values }) =>
      values.some((one) => told.has(one)),
    ),
  );
}

const longestRefusal = 400;
const refusal =
  /\b(?:(?:do|does|did) ?n[o'’]t (?:say|state|mention|contain|specify|provide|tell|include|give|indicate|answer)|(?:is|are|was|were) not (?:mentioned|stated|specified|provided|given|included|found|in the)|(?:no|not any) (?:information|mention|indication)|cannot (?:find|determine|answer)|nicht (?:erwähnt|angegeben|enthalten|genannt|hervor)|keine (?:angabe|information)\w*|(?:n'est|ne sont|n'est) pas (?:mentionn|indiqu|précis)\w*|aucune (?:information|mention)|no se (?:menciona|indica|especifica|dice)|no (?:menciona|indica|dice))/i;
/** A short reply that the text does not say it rests on no passage. */
const saysNothing = (said: string): boolean => said.length <= longestRefusal && refusal.test(said);

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
