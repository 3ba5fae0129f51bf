import type { LanguageModel } from './language-model.ts';

/** A vendor or server that has models under names of its own. */
export interface ModelProvider {
  /** Any name is taken; one that the provider does not know fails with `model_not_found` when it is used. */
  model(name: string): LanguageModel;
}

/** How much a model reads and writes, in tokens; what is not known is absent. */
export interface ModelLimits {
  /** Input and output together. */
  contextLength?: number;
  maxOutputTokens?: number;
}
