export type {
  DocumentFact,
  MessagePart,
  Prompt,
  PromptDocument,
  PromptMessage,
  PromptTool,
  RankedPassage,
  ToolChoice,
  ToolResultPart,
} from './prompt.ts';
export { type Reading, type ReadOptions, read } from './read.ts';
export { ReaderError, type ReaderErrorCode } from './reader-error.ts';
export type { FieldSource, ReaderSource, ReaderToolCall } from './reader-reply.ts';
export type { AnswerPair, JudgedPair, Unasked } from './text/likeness.ts';
