import { figuresOf, rankPassages } from '@parley/text';
import { AppError } from '../../../lib/app-error.ts';
import type { DocumentFact, ModelSource, PromptDocument, QuotablePassage } from '../../../ports/language-model.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';
import type { FileRepository, FileRow } from '../files/file-repository.ts';
import type { FileWatch } from '../files/file-watch.ts';
import type { RerankService } from '../reranking/rerank-service.ts';
import { mergePassages } from './choose-passages.ts';
import {
  asksForWhole,
  chooseAdded,
  chooseShown,
  isMatched,
  nothingShown,
  type RankedCandidate,
  rank,
  type ShownDocument,
  tokensShown,
} from './choose-shown.ts';
import { completeSources } from './complete-sources.ts';
import type { FileContext, FileContextRequest, FileSourcesRequest, TextOfRequest } from './file-context.ts';
import type { FileLoader, LoadedFile } from './loaded-file.ts';
import { passagesOf, passageTokens, quotableOf, type Readable, withPages } from './readable.ts';
import { frameTokens, shareBudget } from './share-budget.ts';
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
/** Of the budget of a conversation, for what its first question needs; the rest is for those after it. */
const openingShare = 0.65;
/** Documents that take no more of it are shown whole all the same. */
const wholeShare = 0.9;
const longestAnswer = 2000;
/** `FileContext` on stored files: waits, ranks, and cuts to the budget. */
export class StoredFileContext implements FileContext {
  readonly #parts: StoredFileContextParts;

  constructor(parts: StoredFileContextParts) {
    this.#parts = parts;
  }

  async load(request: FileContextRequest): Promise<PromptDocument[]> {
    const { query, earlier = [], budgetTokens, isEmbedded = false, texts = [], lateIds, signal } = request;
    const files = request.fileIds.length > 0 ? await this.#ready(request) : [];
    const counted = isEmbedded ? [] : await Promise.all(texts.map((text) => this.#readableOf(text, signal)));
    const late = files.filter(({ id }) => lateIds?.has(id) === true);
    const readables: Readable[] = [...files.filter((file) => !late.includes(file)), ...counted, ...late];
    const lateFrom = readables.length - late.length;
    const asking = { earlier, isEmbedded, signal };
    const about = await Promise.all(files.map((file) => this.#parts.sheets.about(file, query, asking)));
    const ofFile = new Map<Readable, DocumentFact[]>(files.map((file, number) => [file, about[number] ?? []]));
    const facts = readables.map((readable) => ofFile.get(readable) ?? []);
    const said = earlier.map(({ text }) => text);
    const found = await rank(readables, query, said);
    const isOverview = asksForWhole(query);
    const isFilled = isEmbedded || isOverview || request.isWholeAsked === true;
    const hasMatch = isMatched(readables, found, [query, ...said]);
    const samples = readables.map((readable) => (isEmbedded ? undefined : tableSample(readable)));
    // Rows are left out where code has computed what is asked from all of them, and where nobody asks for any.
    const sampled = samples.map((sample, number) => {
      const isComputed = (facts[number] ?? []).some(({ isAsked }) => isAsked);
      return isComputed || isOverview || !(hasMatch || isFilled) ? sample : undefined;
    });
    const isLong = readables.reduce((sum, each, number) => sum + tokensShown(each, sampled[number]), 0) > budgetTokens;
    const ranked = (isEmbedded || isLong) && !isOverview ? await this.#rerank(readables, found, request) : found;
    const choice = { readables, ranked, budgetTokens, isFilled, isMatched: hasMatch };
    const shown =
      request.opening === undefined || isEmbedded
        ? chooseShown(choice, { samples: sampled, facts })
        : await turnShown(choice, { opening: request.opening, lateFrom, samples, sampled, facts });
    const documents = readables.map((readable, number): PromptDocument => {
      const { isWhole, quotable, places, added, outline, facts: given } = shown[number] ?? nothingShown;
      const { pageStarts, times } = readable.structure;
      const sample = samples[number];
      const passages = passagesOf(readable);
      const merged = mergePassages(
        passages,
        [...places, ...added].sort((a, b) => a - b),
      );
      const stretches = places.length === 0 ? [...quotable, ...merged] : merged;
      return {
        fileId: readable.id,
        filename: readable.filename,
        text: readable.text,
        ...(!isWhole && { passages: withPages(stretches, pageStarts) }),
        ...(!isEmbedded && { quotable, tokens: readable.tokens }),
        ...(added.length > 0 && { added: quotableOf(readable, passages, added) }),
        ...(number >= lateFrom && { isLate: true }),
        ...(sample && { sample }),
        ...(outline !== '' && { outline }),
        ...(given.length > 0 && { facts: given }),
        ranked: ranked
          .filter(({ document }) => document === number)
          .map(({ start, end, score }) => ({ start, end, score })),
        ...(pageStarts.length > 0 && { pageStarts }),
        ...(times && { times }),
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

interface TurnChoice {
  opening: string;
  /** From this document on the conversation began without them. */
  lateFrom: number;
  /** Of each long table, and of those of which the question needs no rows. */
  samples: readonly (QuotablePassage | undefined)[];
  sampled: readonly (QuotablePassage | undefined)[];
  facts: readonly (readonly DocumentFact[])[];
}

/**
 * What a turn of a conversation shows: what was chosen for its first question, which stays the same in every turn, and besides it what
 * the question of the turn needs.
 */
async function turnShown(
  choice: Parameters<typeof chooseAdded>[0],
  { opening, lateFrom, samples, sampled, facts }: TurnChoice,
): Promise<ShownDocument[]> {
  const { budgetTokens } = choice;
  const readables = choice.readables.slice(0, lateFrom);
  const late = choice.readables.slice(lateFrom).map((): ShownDocument => ({ ...nothingShown, isWhole: false }));
  const first = await rank(readables, opening);
  const all = readables.reduce((sum, each, number) => sum + tokensShown(each, samples[number]), 0);
  const early = chooseShown(
    {
      readables,
      ranked: first,
      budgetTokens: all <= budgetTokens * wholeShare ? budgetTokens : Math.floor(budgetTokens * openingShare),
      isFilled: asksForWhole(opening),
      isMatched: isMatched(readables, first, [opening]),
    },
    { samples, facts: [] },
  );
  const base = [...early, ...late];
  const taken = early.reduce((sum, { quotable, outline }, number) => {
    const text = readables[number]?.text ?? '';
    const shown = quotable.map(({ start, end, label }) => passageTokens(text.slice(start, end) + label));
    return sum + frameTokens + estimateTokens(outline) + shown.reduce((one, other) => one + other, 0);
  }, 0);
  const asked = shareBudget(
    facts.map((mine) => ({ tokens: Number.POSITIVE_INFINITY, facts: mine })),
    Math.max(0, budgetTokens - taken),
  );
  const added = chooseAdded({ ...choice, budgetTokens: asked.passageTokens }, base);
  return base.map((document, number) => ({
    ...document,
    facts: asked.facts[number] ?? [],
    added: sampled[number] ? [] : (added[number] ?? []),
  }));
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
  return new AppError(
    'file_not_found',
    `There is no file ${fileId}. GET /v1/files lists those that there are; POST /v1/files/upload adds one and gives its file_id.`,
    {
      fields: { file_id: fileId },
    },
  );
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
