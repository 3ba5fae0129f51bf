import { RestartingIterable } from '../../lib/restarting-iterable.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageRule, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { Bill } from '../money/billing/bill.ts';
import { highestPrices, type TokenPrices } from '../money/billing/cost.ts';
import { Attempts, type FallbackRules } from './attempts.ts';
import { type Caller, callerOf } from './engine-circuits.ts';
import { defaultFallbackOn } from './failure-class.ts';
import type { ResolvedModel } from './model-router.ts';
import type { Asking } from './prompt-fit.ts';
import { seesPictures } from './sees-pictures.ts';
import type { UpstreamTarget } from './upstream-target.ts';

interface WeightedTarget {
  target: UpstreamTarget;
  weight: number;
}

export interface ModelChainOptions {
  id: string;
  embedded: boolean;
  /** What a workspace is charged; null for what the engine that answers costs. */
  charged: TokenPrices | null;
  /** Input and output together, in tokens; more is learned of it while the service runs. */
  contextLength: () => number;
  /** They share the calls by weight; those not chosen are the first fallbacks. */
  engines: WeightedTarget[];
  fallbacks: UpstreamTarget[];
  /** False for `provider/model`, where an unknown model is the caller's mistake and not the operator's. */
  isListed: boolean;
  /** What the operator says of pictures; absent: as the engines say. */
  readsImages?: boolean | undefined;
  /** Default: every class but withheld replies, no time limit for the first word of its own, no second engine at once. */
  rules?: FallbackRules;
  /** Further fields of the body that goes to the vendor. */
  extraBody?: Record<string, unknown> | undefined;
  clock: Clock;
  random: () => number;
}

const defaultRules: FallbackRules = { on: new Set(defaultFallbackOn), firstTokenMs: null, hedgeAfterMs: null };

/** One model name with all engines behind it: weights, fallbacks, retries and circuit breakers. */
export class ModelChain implements ResolvedModel {
  readonly id: string;
  readonly embedded: boolean;
  readonly charged: TokenPrices | null;
  readonly prices: TokenPrices;
  readonly defaultMaxTokens?: number;
  readonly imageRule?: ImageRule;
  readonly readsImages: boolean;
  readonly #options: ModelChainOptions;

  constructor(options: ModelChainOptions) {
    this.id = options.id;
    this.embedded = options.embedded;
    const targets = [...options.engines.map(({ target }) => target), ...options.fallbacks];
    this.charged = options.charged;
    this.prices = options.charged ?? highestPrices(targets.map((target) => target.prices));
    const limits = targets.flatMap(({ model }) => model.defaultMaxTokens ?? []);
    if (limits.length > 0) this.defaultMaxTokens = Math.max(...limits);
    const rule = targets[0]?.model.imageRule;
    if (rule !== undefined) this.imageRule = rule;
    this.readsImages = options.readsImages ?? targets.every(({ model }) => model.readsImages ?? seesPictures(model.id));
    this.#options = options;
  }

  get contextLength(): number {
    return this.#options.contextLength();
  }

  stream(prompt: Prompt, signal: AbortSignal, bill: Bill, asking: Asking = {}): AsyncIterable<ModelEvent> {
    const { id, embedded, isListed, clock, random, rules = defaultRules, extraBody } = this.#options;
    const order = this.#order(asking.preferred, callerOf(prompt, asking));
    const attempts = new Attempts(
      order,
      { prompt: extraBody === undefined ? prompt : { ...prompt, extraBody }, signal, bill, asking },
      { id, embedded, isListed, clock, random, rules },
    );
    return new RestartingIterable<ModelEvent>({
      first: attempts.open(),
      recover: (error) => attempts.recover(error),
    });
  }

  /** By weight among those that may be called now, then the others, then the fallbacks. */
  #order(preferred: string | undefined, caller: Caller): UpstreamTarget[] {
    const { engines, fallbacks, random } = this.#options;
    const [only] = engines;
    if (engines.length === 1 && only !== undefined && preferred === undefined) return [only.target, ...fallbacks];
    const known = [...engines.map(({ target }) => target), ...fallbacks].find(({ id }) => id === preferred);
    const ready = engines.filter(({ target }) => target.isReady(caller));
    const first = known ?? pickByWeight(ready.length > 0 ? ready : engines, random());
    const others = engines
      .filter(({ target }) => target !== first)
      .sort((left, right) => right.weight - left.weight)
      .map(({ target }) => target);
    return [...(first === undefined ? [] : [first]), ...others, ...fallbacks.filter((target) => target !== first)];
  }
}

function pickByWeight(engines: WeightedTarget[], random: number): UpstreamTarget | undefined {
  let left = random * engines.reduce((sum, { weight }) => sum + weight, 0);
  for (const { target, weight } of engines) {
    left -= weight;
    if (left < 0) return target;
  }
  return engines.at(-1)?.target;
}
