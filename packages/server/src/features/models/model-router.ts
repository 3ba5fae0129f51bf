import type { CallRouting } from '@parley/contract';
import type { ImageRule, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { Bill } from '../money/billing/bill.ts';
import type { TokenPrices } from '../money/billing/cost.ts';
import type { ModelEntry } from './model-entry.ts';
import type { Asking } from './prompt-fit.ts';

/** A model name of the wire with all that stands behind it: fallbacks, retries, circuit breakers. */
export interface ResolvedModel {
  /** The name as listed, or `provider/model` of a configured provider. */
  readonly id: string;
  /** True when only engines inside this process stand behind it. */
  readonly embedded: boolean;
  /** What a workspace is charged; null for what the vendor that answers asks. */
  readonly charged: TokenPrices | null;
  /** What a call may be charged at most, for reservations. */
  readonly prices: TokenPrices;
  /** Input and output together, in tokens. */
  readonly contextLength: number;
  /** The output limit in tokens of prompts that name none; absent where there is none. */
  readonly defaultMaxTokens?: number;
  readonly imageRule?: ImageRule;
  /** Under which kept replies are found; default: the id. */
  readonly cacheName?: string;
  /** Whether every engine behind it can be given pictures. */
  readonly readsImages: boolean;
  /** As `LanguageModel.stream`; every call to a vendor is counted in the bill. Gives neither `usage` nor pieces of calls. */
  stream(prompt: Prompt, signal: AbortSignal, bill: Bill, asking?: Asking): AsyncIterable<ModelEvent>;
}

export interface ModelRouter {
  /**
   * Throws `model_not_found` for a name that is neither listed nor a model of a configured provider. `routing`: what the caller wants of where
   * it goes.
   */
  resolve(name: string, routing?: CallRouting): ResolvedModel;
  /** The name used when a request names none. */
  readonly defaultModel: string;
  /** The model list, `small-2` first. */
  list(): ModelEntry[];
}
