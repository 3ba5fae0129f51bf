import type { JsonObject } from '@parley/contract';

/** A stretch of a document: its index in `Prompt.documents` and UTF-16 offsets, end exclusive. */
export interface ReaderSource {
  document: number;
  start: number;
  end: number;
}

/** A passage that touches the question without answering it. `score`: from 0 to 1, how much of it. */
export interface NearSource extends ReaderSource {
  score: number;
}

/** Where the value of a field comes from. */
export interface FieldSource {
  /** It stands there as it is; rewritten (a date, a number, a case); worked out from parts; nowhere, so it is null. */
  found: 'quoted' | 'normalised' | 'computed' | 'none';
  source?: ReaderSource;
  parts?: ReaderSource[];
}

/** What the reader has decided to say, before limits are applied. */
export interface ReaderReply {
  /** The text of the reply; JSON text when a response format was asked for; may be empty beside tool calls. */
  text: string;
  /** One or two lines about how the reply was found. */
  reasoning: string;
  /** The passages used, best first; `[]` when documents were given and do not say; absent when there was nothing to cite. */
  sources?: ReaderSource[];
  /** What comes near where nothing answers, best first. */
  near?: NearSource[];
  /** The answer itself without a sentence around it. */
  shortAnswer?: string;
  toolCalls?: ReaderToolCall[];
  /** With a response format: for each leaf, by JSON Pointer, where it comes from. */
  fields?: Record<string, FieldSource>;
  /** The request wants something that only a language model can do. */
  code?: 'needs_model';
}

export interface ReaderToolCall {
  name: string;
  input: JsonObject;
}
