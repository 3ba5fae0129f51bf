import type { JsonObject, JsonValue, TextEnd } from '@parley/contract';
import type { FinishReason, TokenUsage } from '../../../ports/language-model.ts';
import type { DocumentUsage } from './grounding/grounding.ts';

/** Why a generation ended; `max-steps`: the loop of tools reached its bound and the model had to answer with what it had. */
export type GenerationEnd = FinishReason | 'max-steps';

/**
 * What a reply says besides its text, under the names of the contract from where it is found out to the wire (`toReply`): a new
 * field is added there, and set where it is known.
 */
export type ReplyFields = Omit<TextEnd, 'done' | 'usage' | 'finish_reason'>;

export interface GenerationResult {
  type: 'result';
  reason: GenerationEnd;
  stopSequence: string | undefined;
  tokens: TokenUsage;
  /** The engine that answered, as `provider/model`. */
  engineId: string | undefined;
  /** What of documents was sent to a connected model, and what not; absent without documents. */
  documents?: DocumentUsage | null;
  reply: ReplyFields;
}

/** Ends with exactly one `result`; failures throw. */
export type GenerationEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'refusal'; text: string }
  | { type: 'reasoning-signature'; signature?: string; redacted?: string }
  | { type: 'logprobs'; content: JsonValue[] }
  | { type: 'vendor-block'; block: JsonObject | null }
  | { type: 'vendor-citation'; citation: JsonObject }
  | { type: 'tool-call-start'; id: string; name: string }
  | { type: 'tool-call'; id: string; name: string; arguments: string; input: JsonObject }
  /** The text so far was rejected and another follows; only for requests that take it. */
  | { type: 'retry'; reason: 'schema_not_met' | 'length' }
  | GenerationResult;
