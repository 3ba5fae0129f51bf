import type { CallRouting } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { currentDeferral } from '../../lib/deferral.ts';
import type { ImageRule, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { Bill } from '../money/billing/bill.ts';
import { highestPrices, type TokenPrices } from '../money/billing/cost.ts';
import type { FallbackRules } from './attempts.ts';
import type { ModelChain } from './model-chain.ts';
import type { ResolvedModel } from './model-router.ts';
import type { Asking } from './prompt-fit.ts';
import { applyWishes, type EngineMarks, type LeftOut, nothingFits } from './routing-wishes.ts';
import type { Candidate } from './upstream-target.ts';

export interface RoutedModelParts {
  /** The chains of the names as they are now. Throws `model_not_found` once a name is gone. */
  chains: () => [ModelChain, ...ModelChain[]];
  /** Grows with every change of providers and routes. */
  revision: () => number;
  marksOf: (engine: string) => EngineMarks;
  /** Asks the shadow of a chain the same, where it has one; nobody waits for it. */
  shadow: (chain: ModelChain, prompt: Prompt, asking: Asking) => void;
  routing: CallRouting;
}

/**
 * The models of one call: a name, those to go on to, and what the caller wants of providers. Each reply is put to the engines that stand
 * behind the names at that moment, so that what the operator takes out is asked no more; a reply that has begun keeps its engine.
 */
export class RoutedModel implements ResolvedModel {
  readonly id: string;
  readonly embedded: boolean;
  readonly charged: TokenPrices | null;
  readonly prices: TokenPrices;
  readonly defaultMaxTokens?: number;
  readonly imageRule?: ImageRule;
  readonly readsImages: boolean;
  readonly #parts: RoutedModelParts;
  readonly #chains: [ModelChain, ...ModelChain[]];

  constructor(parts: RoutedModelParts) {
    this.#parts = parts;
    this.#chains = parts.chains();
    const [first] = this.#chains;
    this.id = first.id;
    this.embedded = this.#chains.every(({ embedded }) => embedded);
    this.charged = first.charged;
    this.prices = this.#chains.length === 1 ? first.prices : highestPrices(this.#chains.map(({ prices }) => prices));
    if (first.defaultMaxTokens !== undefined) this.defaultMaxTokens = first.defaultMaxTokens;
    if (first.imageRule !== undefined) this.imageRule = first.imageRule;
    this.readsImages = this.#chains.every(({ readsImages }) => readsImages);
  }

  get contextLength(): number {
    return Math.max(...this.#chains.map(({ contextLength }) => contextLength));
  }

  /** Under which kept replies are found: calls with other wishes have other replies. */
  get cacheName(): string {
    const { models, provider } = wishesOf(this.#parts.routing);
    return models.length === 0 && provider === undefined ? this.id : JSON.stringify([this.id, models, provider]);
  }

  stream(prompt: Prompt, signal: AbortSignal, bill: Bill, asking: Asking = {}): AsyncIterable<ModelEvent> {
    let seen = this.#parts.revision();
    try {
      const chains = this.#parts.chains();
      const [first] = chains;
      const { order, leftOut } = this.#ordered(chains, prompt, asking);
      if (order.length === 0) return failing(nothingFits(this.id, leftOut));
      if (currentDeferral() === null) this.#parts.shadow(first, prompt, asking);
      const renew = (): Candidate[] | null => {
        if (this.#parts.revision() === seen) return null;
        seen = this.#parts.revision();
        return this.#orderedAnew(prompt, asking);
      };
      return first.open({ prompt, signal, bill, asking }, order, { rules: this.#rules(first, order, prompt), renew });
    } catch (error) {
      return failing(error);
    }
  }

  /** Where a call would go, for who wants to know it. */
  plan(prompt: Prompt, asking: Asking): { order: Candidate[]; leftOut: LeftOut[]; rules: FallbackRules } {
    const chains = this.#parts.chains();
    const { order, leftOut } = this.#ordered(chains, prompt, asking);
    return { order, leftOut, rules: this.#rules(chains[0], order, prompt) };
  }

  #orderedAnew(prompt: Prompt, asking: Asking): Candidate[] {
    try {
      return this.#ordered(this.#parts.chains(), prompt, asking).order;
    } catch (error) {
      // Its name is gone, and with it all that it may ask.
      if (error instanceof AppError) return [];
      throw error;
    }
  }

  #ordered(chains: readonly ModelChain[], prompt: Prompt, asking: Asking) {
    const all = chains.flatMap((chain) => chain.order(prompt, asking));
    const seen = new Set<Candidate['target']>();
    const distinct = all.filter(({ target }) => !seen.has(target) && seen.add(target));
    const { provider } = wishesOf(this.#parts.routing);
    const wished =
      provider === undefined
        ? { order: distinct, leftOut: [] }
        : applyWishes(distinct, provider, { marksOf: this.#parts.marksOf, prompt });
    const deferral = currentDeferral();
    if (deferral?.does !== 'give') return wished;
    // The engine that has answered already comes first, whatever chance or weights say now.
    const order = wished.order.toSorted(
      (one, other) => Number(other.target.id === deferral.engine) - Number(one.target.id === deferral.engine),
    );
    return { ...wished, order };
  }

  /** Chains of faults hold only engines that the caller allows, and none where other names come next. */
  #rules({ rules }: ModelChain, order: readonly Candidate[], prompt: Prompt): FallbackRules {
    const { provider, models } = wishesOf(this.#parts.routing);
    if (rules.by === undefined) return rules;
    const { by, ...others } = rules;
    if (models.length > 0 || provider?.allow_fallbacks === false || order.length === 0) return others;
    if (provider === undefined) return rules;
    const allowed = [...by].map(
      ([kind, candidates]) =>
        [kind, applyWishes(candidates, provider, { marksOf: this.#parts.marksOf, prompt }).order] as const,
    );
    return { ...others, by: new Map(allowed) };
  }
}

const wishesOf = ({ models, provider }: CallRouting) => ({ models: models ?? [], provider: provider ?? undefined });

// biome-ignore lint/correctness/useYield: it ends with its error before it could yield
async function* failing(error: unknown): AsyncGenerator<ModelEvent> {
  throw error;
}
