export * from './errors.ts';
export type { ErrorCode } from './generated/errors.ts';
export type { OperationId, Operations } from './generated/operations.ts';
export type * from './generated/types.ts';
export type { OperationInput, RequestOptions } from './http-client.ts';
export { type Page, Pages } from './pages.ts';
export { type Api, Parley, type ParleyOptions } from './parley.ts';
export type { TranscribeOptions } from './resources/audio.ts';
export type { BatchCall, BatchResult } from './resources/batches.ts';
export type { MessageBatchResult } from './resources/message-batches.ts';
export type { OcrSource } from './resources/ocr.ts';
export type { WaitOptions } from './resources/research.ts';
export {
  type AgentRun,
  type AgentStep,
  type RunOptions,
  type RunRequest,
  type Tool,
  type ToolContext,
  type ToolFunction,
  tool,
} from './run-agent.ts';
export type { ChatStreamEvent } from './streams/chat-fold.ts';
export type { CompletionStreamEvent } from './streams/completion-fold.ts';
export { EventStream } from './streams/event-stream.ts';
export type { MessageStreamEvent } from './streams/message-fold.ts';
export { readEvents, type ServerEvent } from './streams/read-events.ts';
export type { ResearchStreamEvent } from './streams/research-fold.ts';
export type { TextStreamEvent } from './streams/text-fold.ts';
export {
  type AnySchema,
  type JsonSchema,
  type OutputOf,
  SchemaError,
  type SchemaIssue,
  type StandardSchema,
} from './structured.ts';
export { FileFailedError, type UploadOptions, type UploadProgress, type UploadSource } from './upload.ts';
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookOptions } from './webhooks.ts';
