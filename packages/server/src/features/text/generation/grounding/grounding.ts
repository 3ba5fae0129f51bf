import type { Usage } from '@parley/contract';
import { AppError } from '../../../../lib/app-error.ts';
import { inSpan } from '../../../../lib/spans.ts';
import { traced } from '../../../../lib/traced.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type {
  DocumentPicture,
  ImageRule,
  Prompt,
  PromptDocument,
  PromptMessage,
  UserPart,
} from '../../../../ports/language-model.ts';
import type { EarlierTurn, FileContext } from '../../../knowledge/retrieval/file-context.ts';
import { estimatePromptTokens, estimateTokens } from '../../../money/billing/estimate-tokens.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { type CollectionFiles, collectedFiles } from '../collection-choice.ts';
import type { GenerationRequest } from '../generation-request.ts';
import { drawnPages, type InlineDocument } from '../inline-document.ts';
import { CitationGate } from './citation-gate.ts';
import { FigureEvidence } from './figure-evidence.ts';
import { type NumberedPassage, numberPassages } from './number-passages.ts';
import { placesOf } from './passage-places.ts';
import { pictureParts, writeLateMaterial, writeMaterial } from './write-material.ts';

export interface GroundingParts {
  files: FileContext;
  collections: CollectionFiles;
  pictures: PicturesOf;
  prompts: PromptLibrary;
  /** Of the service's own secret; makes the fences around documents. */
  fenceKey: Buffer;
  /** Tokens of documents that a connected model is sent, where neither key nor call say otherwise. */
  groundingTokens: number;
  clock: Clock;
}

/** A model as far as it matters for how much it is given to read. */
export interface ReadingModel {
  id: string;
  embedded: boolean;
  /** Input and output together, in tokens. */
  contextLength: number;
  defaultMaxTokens?: number | undefined;
  imageRule?: ImageRule | undefined;
  readsImages?: boolean | undefined;
}

/** The files of a request as pictures, by file id. */
export type PicturesOf = (request: {
  workspaceId: string;
  fileIds: readonly string[];
  pages?: readonly number[];
  signal: AbortSignal;
}) => Promise<Map<string, DocumentPicture[]>>;

/** A prompt with the documents that it is answered from. */
export interface Grounded {
  prompt: Prompt;
  documents: PromptDocument[];
  /** What a connected model was shown of them; empty for an engine of this process. */
  passages: NumberedPassage[];
  /** How much of them that is; null where there are none, and for an engine of this process. */
  usage: DocumentUsage | null;
  /** Judges what is said about the documents; null where there are none, or nothing of prose is said. */
  gate: CitationGate | null;
  /** Files of the named collections that are still being read. */
  unread: number;
}

export type DocumentUsage = NonNullable<Usage['documents']>;

/** Adds what was found out about documents. */
export type InformDocuments = (documents: PromptDocument[]) => Promise<PromptDocument[]>;

/** Share of a model's context that documents may fill, and of that what counting may be wrong by. */
const documentsShare = 0.6;
const countingShare = 0.95;
/** Output that is left room for where nobody sets a limit, and the share of the context that it may take. */
const usualOutputTokens = 4_096;
const outputShare = 0.25;
/** With less room than this documents cannot be shown. */
const leastTokens = 256;
/** An engine of this process reads every sentence it is given, so it gets the best passages only. */
const embeddedTokens = 12_000;

/** Gathers the documents of a request under one budget, and tells a language model how to answer from them. */
export class Grounding {
  readonly #parts: GroundingParts;

  constructor(parts: GroundingParts) {
    this.#parts = parts;
  }

  /** `inform` may find out more about the documents before a connected model is shown them. */
  async prepare(
    request: GenerationRequest,
    model: ReadingModel,
    call: Call,
    inform: InformDocuments = async (documents) => documents,
  ): Promise<Grounded> {
    const isOpened = request.collections !== undefined && !model.embedded && request.kind !== 'answer';
    const opening = isOpened ? openingOf(request.prompt.messages) : '';
    const { first, late: later, unread } = await collectedFiles(this.#parts.collections, { ...request, opening }, call);
    const fileIds = [...new Set([...request.fileIds, ...first, ...later])];
    const texts = textsOf(request);
    // Nothing in the collections answers the question: the prompt says so, so that the model does not answer from memory.
    const isEmpty = request.fileIds.length === 0 && first.length === 0;
    if (request.collections && isEmpty) texts.push({ filename: 'collections', text: '' });
    const hasDocuments = fileIds.length > 0 || texts.length > 0;
    const guidance = model.embedded ? '' : this.#guidance(request, hasDocuments);
    const prompt: Prompt = guidance === '' ? request.prompt : { ...request.prompt, guidance };
    if (!hasDocuments) return { prompt, documents: [], passages: [], usage: null, gate: null, unread };
    const pictures = await this.#pictures(request, fileIds, model, call);
    const drawn = model.embedded || !model.readsImages ? [] : await drawnPages(texts, call.signal);
    const shown = [...pictures.values(), ...drawn].flat();
    const budget = this.#budget(request, { ...prompt, material: pictureParts(shown) }, model);
    const frame = this.#frameTokens();
    // What a single question needs stands in one place; what a conversation does has to stay where it is.
    const isConversation = request.kind !== 'answer';
    const limit = model.embedded ? budget : Math.min(budget + frame, this.#limit(request, call));
    const asked = {
      workspaceId: call.workspaceId,
      fileIds,
      query: request.query,
      earlier: earlierTurns(prompt.messages),
      ...(isConversation && { opening: openingOf(prompt.messages), lateIds: later }),
      texts: texts.map(({ draw: _, ...text }) => text),
      budgetTokens: model.embedded ? limit : Math.max(leastTokens, limit - frame),
      isWholeAsked: request.schema !== undefined,
      isEmbedded: model.embedded,
      meter: call.meter,
      signal: call.signal,
    };
    const spanFacts = () => ({ 'gen_ai.operation.name': 'retrieval', 'parley.files': fileIds.length });
    const loaded = await inSpan('retrieval', { facts: spanFacts }, async (span) => {
      const load = () => this.#parts.files.load(asked);
      const found = await traced(call.meter.trace, { kind: 'retrieval', name: 'files' }, load, placesOf);
      span?.set({
        'parley.documents': found.length,
        'parley.passages': found.flatMap(({ passages }) => passages ?? []).length,
      });
      return found;
    });
    const inline = loaded.filter(({ fileId }) => fileId === null);
    const seen = loaded.map((document) => {
      const mine = document.fileId === null ? drawn[inline.indexOf(document)] : pictures.get(document.fileId);
      return mine && mine.length > 0 ? { ...document, pictures: mine } : document;
    });
    if (model.embedded) {
      return { prompt: { ...prompt, documents: seen }, documents: seen, passages: [], usage: null, gate: null, unread };
    }
    const documents = withoutComputedRows(seen, await inform(seen));
    const passages = numberPassages(documents);
    const written = { ...this.#parts, passages, imageDetail: request.imageDetail };
    const material = writeMaterial({ ...written, documents: isConversation ? documents.map(withoutFacts) : documents });
    const late = isConversation ? writeLateMaterial({ ...written, documents }) : [];
    const facts = documents.flatMap((document) => (document.facts ?? []).map(({ text }) => text));
    const gate =
      request.schema === undefined
        ? new CitationGate({
            passages,
            given: await FigureEvidence.read([this.#today(), ...prompt.messages.map(textOf), ...facts]),
            givenTexts: prompt.messages.map(textOf),
            isInline: request.citations === 'inline',
          })
        : null;
    const usage = usageOf(documents, [...material, ...late], limit);
    const lateMaterial = late.length > 0 ? { lateMaterial: late } : {};
    return { prompt: { ...prompt, documents, material, ...lateMaterial }, documents, passages, usage, gate, unread };
  }

  async #pictures({ pageImages = [] }: GenerationRequest, fileIds: string[], model: ReadingModel, call: Call) {
    if (model.embedded || !model.readsImages || fileIds.length === 0) return new Map<string, DocumentPicture[]>();
    const { workspaceId, signal } = call;
    return await this.#parts.pictures({ workspaceId, fileIds, pages: pageImages, signal });
  }

  /** The rules for a language model, by what it is asked for. */
  #guidance({ kind, schema, prompt }: GenerationRequest, hasDocuments: boolean): string {
    const { prompts } = this.#parts;
    const rules: string[] = [];
    if (kind === 'agent' && (prompt.tools?.length ?? 0) > 0 && prompt.toolChoice !== 'none') {
      rules.push(prompts.text('agent', { today: this.#today() }));
    }
    if (hasDocuments) {
      const name = schema ? 'extraction' : kind === 'answer' ? 'grounded-answer' : 'grounded-conversation';
      rules.push(prompts.text(name, { today: this.#today() }));
    } else if (kind === 'answer' && !schema) rules.push(prompts.text('plain-answer', { today: this.#today() }));
    if (rules.length < 2) return rules[0] ?? '';
    // Each of them tells the date, so that it stands in any of them alone.
    const date = `Today is ${this.#today()}.`;
    return rules.map((rule, place) => (place < rules.length - 1 ? rule.replace(date, '').trim() : rule)).join('\n\n');
  }

  /** What a call asks for, within what its key allows. */
  #limit({ groundingTokens: asked }: GenerationRequest, { groundingTokens: allowed }: Call): number {
    const most = allowed ?? Number.POSITIVE_INFINITY;
    return Math.min(asked ?? (allowed === undefined ? this.#parts.groundingTokens : most), most);
  }

  /** Tokens for the documents, when all else that is sent and the reply have their room. */
  #budget({ schema }: GenerationRequest, prompt: Prompt, model: ReadingModel): number {
    const { contextLength } = model;
    const asked = schema === undefined ? 0 : estimateTokens(JSON.stringify(schema.schema));
    const used = estimatePromptTokens(prompt, model.imageRule) + this.#frameTokens() + asked;
    const output = Math.min(
      prompt.maxTokens ?? model.defaultMaxTokens ?? usualOutputTokens,
      Math.floor(contextLength * outputShare),
    );
    const free = contextLength - used - output;
    const budget = Math.floor(Math.min(free, contextLength * documentsShare) * countingShare);
    if (model.embedded) return Math.min(Math.max(budget, leastTokens), embeddedTokens);
    if (budget >= leastTokens) return budget;
    throw new AppError(
      'context_length_exceeded',
      `The messages and the reply leave no room for the documents: ${model.id} takes ${contextLength} tokens, and about ` +
        `${used} are used. Send fewer messages, a lower max_tokens, or name a model with a longer context.`,
    );
  }

  /** What stands around the documents. */
  #frameTokens(): number {
    return estimateTokens(this.#parts.prompts.around('material', 'documents').join('\n\n'));
  }

  #today(): string {
    return new Date(this.#parts.clock.now()).toISOString().slice(0, 10);
  }
}

/** Of tables that a model has had computed what it needs of, a few lines stand for the rows. */
function withoutComputedRows(before: readonly PromptDocument[], informed: readonly PromptDocument[]): PromptDocument[] {
  return informed.map((document, number) => {
    const { sample, facts = [] } = document;
    if (!sample || facts.length === (before[number]?.facts ?? []).length) return document;
    const { start, end } = sample;
    const { added: _, ...rest } = document;
    return { ...rest, passages: [{ start, end }], quotable: [sample] };
  });
}

function usageOf(documents: readonly PromptDocument[], material: readonly UserPart[], limit: number): DocumentUsage {
  const shown = (document: PromptDocument) =>
    [...(document.quotable ?? []), ...(document.added ?? [])].reduce(
      (sum, { start, end }) => sum + estimateTokens(document.text.slice(start, end)),
      0,
    );
  const leftOut = documents.map((document) =>
    document.passages === undefined ? 0 : Math.max(0, (document.tokens ?? 0) - shown(document)),
  );
  const sent = material.map((part) => (part.type === 'text' ? estimateTokens(part.text) : 0));
  return {
    sent_tokens: sent.reduce((sum, tokens) => sum + tokens, 0),
    left_out_tokens: leftOut.reduce((sum, tokens) => sum + tokens, 0),
    limit_tokens: limit,
  };
}

/** The texts that came with the request itself. */
function textsOf({ context, documents = [] }: GenerationRequest): InlineDocument[] {
  const given = context === undefined || context === '' ? [] : [{ filename: 'context', text: context }];
  return [...given, ...documents];
}

/** Of a conversation the facts stand with the question that they answer. */
function withoutFacts({ facts: _, ...document }: PromptDocument): PromptDocument {
  return document;
}

/** The question that a conversation began with. */
function openingOf(messages: readonly PromptMessage[]): string {
  const first = messages.find(({ role }) => role === 'user');
  return first ? textOf(first) : '';
}

/** What was said before the last question, newest first: the question before it, the reply to that, the one before. */
function earlierTurns(messages: readonly PromptMessage[]): EarlierTurn[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const before = messages.slice(0, Math.max(0, last)).toReversed();
  const said = (role: 'user' | 'assistant') =>
    before.filter((message) => message.role === role).map((message): EarlierTurn => ({ role, text: textOf(message) }));
  const asked = said('user');
  return [...asked.slice(0, 1), ...said('assistant').slice(0, 1), ...asked.slice(1, 2)];
}

function textOf(message: PromptMessage): string {
  switch (message.role) {
    case 'system':
      return message.text;
    case 'user':
    case 'assistant':
      return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    case 'tool':
      return message.results.map(({ result }) => JSON.stringify(result)).join('\n');
    default:
      return message satisfies never;
  }
}
