import type { JsonObject } from '@parley/contract';

/** A stretch of a document: its index in `Prompt.documents` and UTF-16 offsets, end exclusive. */
export interface ReaderSource {
  document: number;
  start: number;
  end: number;
}

/** What the reader has decided to say, before limits are applied. */
export interface ReaderReply {
  /** The text of the reply; JSON text when a response format was asked for; may be empty beside tool calls. */
  text: string;
  /** One or two lines about how the reply was found. */
  reasoning: string;
  /** The passages used, best first; `[]` when documents were given and do not say; absent when there was nothing to cite. */
  sources?: ReaderSource[];
  /** The answer itself without a sentence around it. */
  shortAnswer?: string;
  toolCalls?: ReaderToolCall[];
}

export interface ReaderToolCall {
  name: string;
  input: JsonObject;
}
