import type {
  FieldOrigin,
  JsonObject,
  JsonValue,
  SheetQueryShown,
  Source,
  UngroundedPart,
  Usage,
} from '@parley/contract';
import type { TokenUsage } from '../../ports/language-model.ts';
import type { GenerationEnd } from './reply-origin.ts';

export interface GenerationResult {
  type: 'result';
  model: string;
  reason: GenerationEnd;
  stopSequence: string | undefined;
  tokens: TokenUsage;
  usage: Usage;
  /** The validated object and how it was obtained, when a schema was given. */
  object: { value: JsonValue; mode: string } | undefined;
  /** Undefined when neither files nor context were given. */
  sources: Source[] | undefined;
  shortAnswer: string | undefined;
  /** What of the text no passage carries; undefined when there is nothing. */
  ungrounded: UngroundedPart[] | undefined;
  /** What the model asked of all rows of tables; undefined when it asked nothing. */
  queries: SheetQueryShown[] | undefined;
  /** For each leaf of the object, by JSON Pointer, where it comes from; from engines that know. */
  fields: Record<string, FieldOrigin> | undefined;
  /** What the caller should know of the object. */
  details: string | undefined;
  /** The provider that answered. */
  engine: string | undefined;
  /** The engine that answered, as `provider/model`. */
  engineId: string | undefined;
  /** The engine cannot do what was asked without a connected model. */
  code: 'needs_model' | undefined;
  /** What the caller should know of how the request was taken, such as pictures that were read by OCR. */
  warnings: readonly string[];
}

/** Ends with exactly one `result`; failures throw. */
export type GenerationEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'reasoning-signature'; signature?: string; redacted?: string }
  | { type: 'tool-call-start'; id: string; name: string }
  | { type: 'tool-call'; id: string; name: string; input: JsonObject }
  /** The text so far was rejected and another follows; only for requests that take it. */
  | { type: 'retry'; reason: 'schema_not_met' | 'length' }
  | GenerationResult;
