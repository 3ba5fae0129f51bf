import type { LanguageModel } from '../../ports/language-model.ts';
import type { TokenPrices } from '../billing/cost.ts';
import type { ModelEntry } from './model-entry.ts';

/** A model name of the wire with all that stands behind it: fallbacks, retries, circuit breakers. */
export interface ResolvedModel extends LanguageModel {
  /** The name as listed, or `provider/model` of a configured provider. */
  readonly id: string;
  /** What the workspace is charged. */
  readonly pricing: TokenPrices;
  /** Input and output together, in tokens. */
  readonly contextLength: number;
}

export interface ModelRouter {
  /** Throws `model_not_found` for a name that is neither listed nor a model of a configured provider. */
  resolve(name: string): ResolvedModel;
  /** The name used when a request names none. */
  readonly defaultModel: string;
  /** The model list, `small-2` first. */
  list(): ModelEntry[];
}
