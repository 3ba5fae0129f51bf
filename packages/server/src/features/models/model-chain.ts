import { RestartingIterable } from '../../lib/restarting-iterable.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageRule, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { Bill } from '../money/billing/bill.ts';
import { highestPrices, type TokenPrices } from '../money/billing/cost.ts';
import { Attempts, type FallbackRules } from './attempts.ts';
import { type Caller, callerOf } from './engine-circuits.ts';
import { defaultFallbackOn, type FailureClass } from './failure-class.ts';
import type { ResolvedModel } from './model-router.ts';
import type { Asking } from './prompt-fit.ts';
import { seesPictures } from './sees-pictures.ts';
import { isChosen } from './sticky-share.ts';
import type { Candidate, UpstreamTarget } from './upstream-target.ts';

interface WeightedTarget {
  target: UpstreamTarget;
  weight: number;
}

/** An engine that is tried on some of the calls: a share of the users, and all calls with one of the tags. */
export interface CanaryTarget {
  target: UpstreamTarget;
  share: number;
  tags: readonly string[];
}

/** Asks an engine the same beside the call. */
interface ShadowModel {
  model: ModelChain;
  share: number;
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
  /** Chains by kind of fault, instead of what would come next. */
  fallbacksBy?: ReadonlyMap<FailureClass, readonly UpstreamTarget[]> | undefined;
  canary?: CanaryTarget | undefined;
  shadow?: ShadowModel | undefined;
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

/** One call to the engines of a chain. */
interface ChainCall {
  prompt: Prompt;
  signal: AbortSignal;
  bill: Bill;
  asking: Asking;
}

const defaultRules: FallbackRules = { on: new Set(defaultFallbackOn), firstTokenMs: null, hedgeAfterMs: null };

/** One model name with all engines behind it: weights, fallbacks, retries and circuit breakers. */
export class ModelChain implements ResolvedModel {
  readonly id: string;
  readonly embedded: boolean;
  readonly charged: TokenPrices | null;
  readonly #targets: readonly UpstreamTarget[];
  readonly defaultMaxTokens?: number;
  readonly imageRule?: ImageRule;
  readonly readsImages: boolean;
  readonly rules: FallbackRules;
  readonly #options: ModelChainOptions;

  constructor(options: ModelChainOptions) {
    this.id = options.id;
    this.embedded = options.embedded;
    const others = [...(options.fallbacksBy?.values() ?? [])].flat();
    const canary = options.canary ? [options.canary.target] : [];
    const targets = [...options.engines.map(({ target }) => target), ...canary, ...options.fallbacks, ...others];
    this.charged = options.charged;
    this.#targets = targets;
    const limits = targets.flatMap(({ model }) => model.defaultMaxTokens ?? []);
    if (limits.length > 0) this.defaultMaxTokens = Math.max(...limits);
    const rule = targets[0]?.model.imageRule;
    if (rule !== undefined) this.imageRule = rule;
    this.readsImages = options.readsImages ?? targets.every(({ model }) => model.readsImages ?? seesPictures(model.id));
    this.#options = options;
    this.rules = this.#withChains(options.rules ?? defaultRules);
  }

  /** Those of vendors may be set while the service runs. */
  get prices(): TokenPrices {
    const [only] = this.#targets;
    if (this.charged !== null) return this.charged;
    return only && this.#targets.length === 1 ? only.prices : highestPrices(this.#targets.map(({ prices }) => prices));
  }

  get contextLength(): number {
    return this.#options.contextLength();
  }

  get engines(): readonly WeightedTarget[] {
    return this.#options.engines;
  }

  get canary(): CanaryTarget | undefined {
    return this.#options.canary;
  }

  get shadow(): ShadowModel | undefined {
    return this.#options.shadow;
  }

  stream(prompt: Prompt, signal: AbortSignal, bill: Bill, asking: Asking = {}): AsyncIterable<ModelEvent> {
    return this.open({ prompt, signal, bill, asking }, this.order(prompt, asking));
  }

  /** Puts a call to these engines, by the rules of this name. */
  open(
    { prompt, signal, bill, asking }: ChainCall,
    order: readonly Candidate[],
    { rules = this.rules, renew }: { rules?: FallbackRules; renew?: () => Candidate[] | null } = {},
  ): AsyncIterable<ModelEvent> {
    const { id, isListed, clock, random } = this.#options;
    const embedded = this.embedded && order.every(({ target }) => target.embedded);
    const attempts = new Attempts(
      order,
      { prompt, signal, bill, asking },
      { id, embedded, isListed, clock, random, rules, ...(renew && { renew }) },
    );
    return new RestartingIterable<ModelEvent>({
      first: attempts.open(),
      recover: (error) => attempts.recover(error),
    });
  }

  /** Whether a call goes to the canary: by its tags, else by its user, else by its key. */
  isCanary({ user, key, tags = [] }: Pick<Asking, 'user' | 'key' | 'tags'>): boolean {
    const { canary, id, random } = this.#options;
    if (canary === undefined) return false;
    if (tags.some((tag) => canary.tags.includes(tag))) return true;
    const who = user || key;
    return who ? isChosen({ of: id, who, share: canary.share }) : random() < canary.share;
  }

  /** The canary where the call is its; else by weight among those that may be called now, then the others, then the fallbacks. */
  order(prompt: Prompt, asking: Asking): Candidate[] {
    const { engines, fallbacks, canary } = this.#options;
    const [only] = engines;
    const isPlain = engines.length === 1 && asking.preferred === undefined && canary === undefined;
    if (isPlain && only !== undefined) return [only.target, ...fallbacks].map((target) => this.candidate(target));
    const tried = canary && this.isCanary(asking) ? [canary.target] : [];
    const known = [...tried, ...engines.map(({ target }) => target), ...fallbacks].find(
      ({ id }) => id === asking.preferred,
    );
    const first = known ?? tried[0] ?? this.#pick(callerOf(prompt, asking));
    const others = engines
      .filter(({ target }) => target !== first)
      .sort((left, right) => right.weight - left.weight)
      .map(({ target }) => target);
    const order = [
      ...(first === undefined ? [] : [first]),
      ...others,
      ...fallbacks.filter((target) => target !== first),
    ];
    return order.map((target) => this.candidate(target));
  }

  candidate(target: UpstreamTarget): Candidate {
    const { charged, extraBody } = this.#options;
    return { target, model: this.id, charged, extraBody };
  }

  #pick(caller: Caller): UpstreamTarget | undefined {
    const { engines, random } = this.#options;
    const ready = engines.filter(({ target }) => target.isReady(caller));
    return pickByWeight(ready.length > 0 ? ready : engines, random());
  }

  #withChains(rules: FallbackRules): FallbackRules {
    const { fallbacksBy } = this.#options;
    if (fallbacksBy === undefined || fallbacksBy.size === 0) return rules;
    const by = new Map(
      [...fallbacksBy].map(([kind, targets]) => [kind, targets.map((target) => this.candidate(target))] as const),
    );
    return { ...rules, on: new Set([...rules.on, ...by.keys()]), by };
  }
}

function pickByWeight(engines: readonly WeightedTarget[], random: number): UpstreamTarget | undefined {
  let left = random * engines.reduce((sum, { weight }) => sum + weight, 0);
  for (const { target, weight } of engines) {
    left -= weight;
    if (left < 0) return target;
  }
  return engines.at(-1)?.target;
}
