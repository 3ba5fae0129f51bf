import type { CallRouting } from '@parley/contract';
import type { Prompt } from '../../ports/language-model.ts';
import type { ConfiguredModelRouter } from './configured-model-router.ts';
import type { ModelChain } from './model-chain.ts';
import type { ModelEntry } from './model-entry.ts';
import type { ModelRouter } from './model-router.ts';
import type { Asking } from './prompt-fit.ts';
import { RoutedModel } from './routed-model.ts';
import type { EngineMarks } from './routing-wishes.ts';

/** The router that holds now: it is replaced whole when providers or routes change, and calls under way go on. */
export class LiveModelRouter implements ModelRouter {
  #current: ConfiguredModelRouter;
  #revision = 0;
  readonly #shadow: (chain: ModelChain, prompt: Prompt, asking: Asking) => void;
  readonly #marksOf: (engine: string) => EngineMarks;

  constructor(parts: {
    first: ConfiguredModelRouter;
    shadow: (chain: ModelChain, prompt: Prompt, asking: Asking) => void;
    marksOf: (engine: string) => EngineMarks;
  }) {
    this.#current = parts.first;
    this.#shadow = parts.shadow;
    this.#marksOf = parts.marksOf;
  }

  /** In force for every reply that begins from now on. */
  replace(next: ConfiguredModelRouter): void {
    this.#current = next;
    this.#revision++;
  }

  get defaultModel(): string {
    return this.#current.defaultModel;
  }

  resolve(name: string, routing: CallRouting = {}): RoutedModel {
    const models = routing.models ?? [];
    return new RoutedModel({
      chains: () => [this.#current.chain(name), ...models.map((other) => this.#current.chain(other))],
      revision: () => this.#revision,
      marksOf: this.#marksOf,
      shadow: this.#shadow,
      routing,
    });
  }

  /** The chain behind a name as it is now. */
  chain(name: string): ModelChain {
    return this.#current.chain(name);
  }

  list(): ModelEntry[] {
    return this.#current.list();
  }

  upstreams() {
    return this.#current.upstreams();
  }

  engines() {
    return this.#current.engines();
  }
}
