import type { JsonObject, JsonValue } from '@parley/contract';

/** What the reader is asked. */
export interface Prompt {
  /** Instructions that stand above the conversation, and text that may be answered from; empty when there are none. */
  system: string;
  messages: PromptMessage[];
  /** Material to answer from. */
  documents?: PromptDocument[];
  tools?: PromptTool[];
  /** Default `auto`. */
  toolChoice?: ToolChoice;
  /** JSON Schema that the reply must satisfy. */
  responseFormat?: { schema: JsonObject };
  /** Output limit in tokens. */
  maxTokens?: number;
  stopSequences?: string[];
}

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

export interface PromptTool {
  name: string;
  description: string;
  inputSchema: JsonObject;
}

export type PromptMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; parts: MessagePart[] }
  | { role: 'assistant'; parts: MessagePart[] }
  | { role: 'tool'; results: ToolResultPart[] };

/** Parts of other types (pictures, reasoning) are passed over. */
export type MessagePart =
  | { type: 'text'; text: string }
  | { type: 'tool-call'; id: string; name: string; input: JsonValue }
  | { type: 'image' | 'reasoning' };

export interface ToolResultPart {
  toolCallId: string;
  toolName: string;
  result: JsonValue;
  isError?: boolean;
}

/** A text that may be answered from. Positions are UTF-16 offsets into `text`, ends exclusive. */
export interface PromptDocument {
  /** What the reader calls the document when it says where it looked. */
  filename: string;
  /** The whole text. */
  text: string;
  /** The parts chosen for this request, in reading order; absent when the whole text is to be read. */
  passages?: { start: number; end: number }[];
  /** Headings and a summary that stand for the whole when only parts are given. */
  outline?: string;
  /** Sentences computed exactly for this request from data behind the text, those that were asked for first. */
  facts?: DocumentFact[];
  /** The passages that speak most to what was asked, best first. Absent when nothing was ranked. */
  ranked?: RankedPassage[];
  /** Who said it, when the text is a part of the conversation itself. */
  speaker?: 'user' | 'assistant' | 'system';
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
