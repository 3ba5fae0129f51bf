// long because what is asked of a model and what it answers have one vocabulary
import type { JsonObject, JsonValue } from '@parley/contract';

/**
 * A model provider, in our words.
 *
 * Throws only `AppError` with an `upstream_*` code, `context_length_exceeded`, `too_much_to_read`, `model_not_found` or, for a setting that the
 * vendor does not have, `invalid_request` (or whatever the abort signal carries when the caller left).
 */
export interface LanguageModel {
  /** `provider/model`, as written in configuration and in the ledger. */
  readonly id: string;
  /** True for an engine inside this process: nothing leaves the machine and nothing costs money. */
  readonly embedded: boolean;
  /** The output limit in tokens that goes to the vendor when the prompt names none; absent where none goes. */
  readonly defaultMaxTokens?: number;
  /** Whose way of counting the tokens of an image holds; absent where it is not known. */
  readonly imageRule?: ImageRule;
  /** Whether it passes on a field of a caller's request that only some vendors have; absent: none. */
  takesField?(shape: VendorFields['shape'], name: string): boolean;
  /** Whether it can be given pictures; absent where the adapter does not know. */
  readonly readsImages?: boolean;
  /**
   * Streams one reply. Ends after exactly one `finish`; a reply that breaks off throws `upstream_cut`.
   * The signal ends the call within 100 ms.
   */
  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/**
 * What a request in the shape of a vendor asks for that only some vendors have. A field that the engine does not take is
 * refused by its name, or left out with a warning where it is a mere hint.
 */
export interface VendorFields {
  shape: 'openai' | 'anthropic';
  fields: VendorField[];
}

export interface VendorField {
  /** As the vendor calls it in the body of a call. */
  name: string;
  /** Undefined for what is passed on in another way, and must only be taken. */
  value: JsonValue | undefined;
  /** Where it stands in the caller's request. */
  field: string;
  /** It changes what a call costs or how long it takes, and not what is said. */
  isHint: boolean;
}

export type ImageRule = 'openai' | 'anthropic' | 'google';

/** Asks a vendor that takes marks to keep everything up to here in its cache; others ignore it. */
export interface CacheMark {
  /** How long; default: five minutes. An hour costs more to write. */
  ttl?: '5m' | '1h';
}

/** What is asked of a model. */
export interface Prompt {
  /** Whose call it is: engines of our own take workspaces in turns. No vendor is sent it. */
  workspaceId?: string;
  /** Instructions that stand above the conversation; empty when there are none. */
  system: string;
  messages: PromptMessage[];
  /** Rules for a language model, set after `system`; engines of our own keep them without being told. */
  guidance?: string;
  /** Material to answer from: files and `context`. Engines of our own read it as it stands, vendors get `material`. */
  documents?: PromptDocument[];
  /**
   * The documents as a vendor's model gets to see them: a message of its own before the first turn of the conversation,
   * the same in retries and later turns.
   */
  material?: UserPart[];
  /** What of the documents the last question alone needs: it stands right before that, so that all before it stays the same. */
  lateMaterial?: UserPart[];
  /** Marks at the end of `system` and of the documents. A prompt without any mark of its own gets those that suit it. */
  systemCache?: CacheMark;
  materialCache?: CacheMark;
  tools?: PromptTool[];
  /** Default `auto`. */
  toolChoice?: ToolChoice;
  /** How the caller calls the schema that the reply must satisfy. */
  schemaName?: string;
  /** JSON Schema that the reply must satisfy, and how to ask the vendor for it. */
  responseFormat?: { schema: JsonObject; mode: ResponseFormatMode };
  /** Output limit in tokens. */
  maxTokens?: number;
  temperature?: number;
  topP?: number;
  /** Choose among so many of the likeliest tokens. */
  topK?: number;
  stopSequences?: string[];
  /** The same seed and prompt give the same reply where the engine can promise it; ignored where it cannot. */
  seed?: number;
  /** From -2 to 2. Engines that have no such setting refuse it, because the reply would be another one. */
  frequencyPenalty?: number;
  presencePenalty?: number;
  /** How long a reasoning model thinks; models that do not reason ignore it. */
  reasoningEffort?: ReasoningEffort;
  /** False: at most one tool call in a reply. */
  parallelToolCalls?: boolean;
  /** The caller's further fields, for vendors that have them. */
  vendorFields?: VendorFields;
  /** The operator's further fields of the body, under those that the prompt itself asks for. */
  extraBody?: Record<string, unknown>;
  /** Ask a reasoning model to think, with at most so many tokens. */
  thinking?: { budgetTokens: number };
  /**
   * Default true. False says that the reply is read only when it is whole: an adapter may then ask its vendor for one
   * JSON answer, which costs a third of a stream. The events and the usage are the same either way.
   */
  isStreamed?: boolean;
}

/**
 * `strict`: the vendor's own schema mode · `tool`: as the input of one forced tool · `json`: any JSON · `prompt`: asked
 * for in words only. The reply is text in every mode; the words that ask for JSON stand in `system` already.
 */
export type ResponseFormatMode = 'strict' | 'tool' | 'json' | 'prompt';

export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

export interface PromptTool {
  name: string;
  description: string;
  inputSchema: JsonObject;
  /** False: the vendor shall not hold the inputs to the schema by itself, as it does otherwise where it can. */
  strict?: boolean;
  /** What the vendor of the caller's shape has besides; with a `type` it is a tool of the vendor's own, as it stands. */
  vendor?: JsonObject;
  cache?: CacheMark;
}

/** A text that may be answered from. Positions in `passages` and in `ModelSource` are UTF-16 offsets into `text`. */
export interface PromptDocument {
  /** Id of the file, null for the request's `context`. */
  fileId: string | null;
  filename: string;
  /** The whole text. */
  text: string;
  /** Of the whole text; absent where only engines of our own are asked. */
  tokens?: number;
  /** The parts chosen for this request, in reading order; absent when the whole text fits the budget. */
  passages?: { start: number; end: number; page?: number }[];
  /**
   * The parts that a model may name as the source of a statement, in reading order: all of the text, or those that were
   * chosen. Absent where only engines of our own are asked, which find their passages themselves.
   */
  quotable?: QuotablePassage[];
  /** Further parts that the last question of a conversation needs besides those that all its turns show. */
  added?: QuotablePassage[];
  /** Nothing but what is added is shown of it: the conversation began without it. */
  isLate?: boolean;
  /** Of a long table: the few lines that stand for its rows where what is asked was computed from all of them. */
  sample?: QuotablePassage;
  /** The document as pictures, for models that can see. */
  pictures?: DocumentPicture[];
  /** Headings and a summary that stand for the whole when only parts are given. */
  outline?: string;
  /**
   * Sentences computed exactly for this request from data behind the text (all rows of a spreadsheet). They are given in
   * any case; what was asked for comes first.
   */
  facts?: DocumentFact[];
  /**
   * The passages that speak most to what was asked, best first (they need not be disjoint from `passages`, which says
   * what the model gets to see). Scores compare across the documents of one request. Absent when nothing was ranked.
   */
  ranked?: RankedPassage[];
  /** Offsets at which each page begins, first page first; absent where pages have no meaning. */
  pageStarts?: number[];
  /** When what begins at an offset is said, in seconds; absent where nobody speaks. */
  times?: readonly { at: number; seconds: number }[];
}

/** A picture in, or of, a document. */
export interface DocumentPicture {
  mediaType: string;
  base64: string;
  /** Which page it shows; empty when it is the whole document. */
  label: string;
}

export interface QuotablePassage {
  start: number;
  end: number;
  /** Where it stands: its headings and page; empty when neither is known. */
  label: string;
}

export interface DocumentFact {
  text: string;
  /** The figure by itself, when the fact is one. */
  value?: string;
  /** True when the request asks for it, false when it is background. */
  isAsked: boolean;
}

/** A part of a document's text and how much it speaks to what was asked; higher is better, 0 is nothing in common. */
export interface RankedPassage {
  start: number;
  end: number;
  score: number;
}

export type PromptMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; parts: UserPart[] }
  | { role: 'assistant'; parts: AssistantPart[] }
  | { role: 'tool'; results: ToolResultPart[] };

export type UserPart =
  | { type: 'text'; text: string; cache?: CacheMark }
  /** `detail`: how closely the vendor looks, where it has such a setting. Default: the vendor's own choice. */
  | { type: 'image'; mediaType: string; base64: string; detail?: ImageDetail; cache?: CacheMark };

export type ImageDetail = 'low' | 'high' | 'auto';

export type AssistantPart =
  /** `citations`: of a tool of the vendor's own, in the vendor's words. */
  | { type: 'text'; text: string; citations?: JsonObject[]; cache?: CacheMark }
  /** `signature` is the vendor's seal over the thought; it must go back unchanged to be accepted. */
  | { type: 'reasoning'; text: string; signature?: string; redacted?: string }
  | { type: 'tool-call'; id: string; name: string; input: JsonValue; cache?: CacheMark }
  /** A block of the vendor's own, as it came; only for vendors of the caller's shape. */
  | { type: 'vendor-block'; block: JsonObject };

export interface ToolResultPart {
  toolCallId: string;
  toolName: string;
  result: JsonValue;
  isError?: boolean;
  cache?: CacheMark;
}

export type ModelEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /** The words with which the model declined; `finish` follows. */
  | { type: 'refusal'; text: string }
  /** The vendor's seal over the reasoning so far (or reasoning that only the vendor can read). */
  | { type: 'reasoning-signature'; signature?: string; redacted?: string }
  /** A call has begun; its arguments follow whole in `tool-call` under the same id. */
  | { type: 'tool-call-start'; id: string; name: string }
  /** A piece of the arguments of a call that has begun, for counting what a reply that is cut has cost. */
  | { type: 'tool-call-delta'; text: string }
  /** `arguments` is the JSON text as the vendor wrote it; it is parsed and validated above the port. */
  | { type: 'tool-call'; id: string; name: string; arguments: string }
  /** The passages used, best first. Only engines that know them send this (the reader does). */
  | {
      type: 'sources';
      sources: ModelSource[];
      /** What comes near where nothing answers, best first; `score` from 0 to 1. */
      near?: (ModelSource & { score: number })[];
      shortAnswer?: string;
      fields?: Record<string, FieldOrigin>;
    }
  /** How likely the tokens were, as OpenAI's shape tells it; for callers who asked for it. */
  | { type: 'logprobs'; content: JsonValue[] }
  /** A block of the vendor's own, whole, for callers in its shape; null: what follows is another block of text. */
  | { type: 'vendor-block'; block: JsonObject | null }
  /** What a tool of the vendor's found for the text before it, in the vendor's words. */
  | { type: 'vendor-citation'; citation: JsonObject }
  /** What the vendor has counted so far; for replies that are cut before their `finish`, which says it once more. */
  | { type: 'usage'; usage: TokenUsage }
  /** `usage` is null where the vendor reports no counts. `upstreamCostUsd` is set where the vendor names its cost. */
  | {
      type: 'finish';
      reason: FinishReason;
      usage: TokenUsage | null;
      stopSequence?: string;
      /** The words with which the model declined, where its vendor keeps them apart from a reply. */
      refusal?: string;
      upstreamCostUsd?: number;
      /** By how much the vendor's usual prices are multiplied, where the call was served in another tier. */
      priceFactor?: number;
      /** What the vendor asks besides the tokens, for tools that it ran. */
      toolCostUsd?: number;
      /** The request wants something that only a language model can do; the text says so. */
      code?: 'needs_model';
    };

/**
 * `content-filter`: the vendor withheld the reply (or what was left of it) · `refusal`: the model declined · `pause`: a turn with tools
 * of the vendor that goes on when it is sent back.
 */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'tool-calls'
  | 'stop-sequence'
  | 'content-filter'
  | 'refusal'
  | 'pause'
  | 'other';

/** `document` is the index in `Prompt.documents`. */
export interface ModelSource {
  document: number;
  start: number;
  end: number;
}

/** Where the value of a field of an object comes from, by JSON Pointer; the reader tells it. */
export interface FieldOrigin {
  /** The passage has the value word for word, in another form (a date, a number, a case), as parts of a sum, or not at all. */
  found: 'quoted' | 'normalised' | 'computed' | 'none';
  source?: ModelSource;
  parts?: ModelSource[];
}

/** Token counts of one call. */
export interface TokenUsage {
  /** All input, cached input included. */
  inputTokens: number;
  /** The part of `inputTokens` that the vendor read from its cache. */
  cachedTokens: number;
  /** The part of `inputTokens` that the vendor wrote to its cache; absent where vendors do not say. */
  cacheWriteTokens?: number;
  /** The part of `cacheWriteTokens` that the vendor keeps for an hour, which costs more. */
  longCacheWriteTokens?: number;
  /** All output, reasoning included. */
  outputTokens: number;
  /** The part of `outputTokens` that the model thought; absent where vendors do not say. */
  reasoningTokens?: number;
}
