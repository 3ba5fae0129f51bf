import { AppError, isAppError } from '../../lib/app-error.ts';
import { RestartingIterable } from '../../lib/restarting-iterable.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageRule, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { Bill, ReplyCount } from '../billing/bill.ts';
import { highestPrices, type TokenPrices } from '../billing/cost.ts';
import type { ResolvedModel } from './model-router.ts';
import { seesPictures } from './sees-pictures.ts';
import type { UpstreamTarget } from './upstream-target.ts';

export interface WeightedTarget {
  target: UpstreamTarget;
  weight: number;
}

export interface ModelChainOptions {
  id: string;
  embedded: boolean;
  /** What a workspace is charged; null for what the engine that answers costs. */
  charged: TokenPrices | null;
  contextLength: number;
  /** They share the calls by weight; those not chosen are the first fallbacks. */
  engines: WeightedTarget[];
  fallbacks: UpstreamTarget[];
  /** False for `provider/model`, where an unknown model is the caller's mistake and not the operator's. */
  isListed: boolean;
  /** What the operator says of pictures; absent: as the engines say. */
  readsImages?: boolean | undefined;
  clock: Clock;
  random: () => number;
}

/** After the first try of every target. */
const maxRounds = 2;
const firstPauseMs = 200;
/** A vendor that asks for a longer pause is not waited for: the caller is told instead. */
const longestPauseMs = 5_000;

const retryableCodes = new Set([
  'upstream_unavailable',
  'upstream_error',
  'upstream_cut',
  'upstream_overloaded',
  'upstream_rate_limited',
]);

/** One model name with all engines behind it: weights, fallbacks, retries and circuit breakers. */
export class ModelChain implements ResolvedModel {
  readonly id: string;
  readonly embedded: boolean;
  readonly charged: TokenPrices | null;
  readonly prices: TokenPrices;
  readonly contextLength: number;
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
    this.contextLength = options.contextLength;
    const limits = targets.flatMap(({ model }) => model.defaultMaxTokens ?? []);
    if (limits.length > 0) this.defaultMaxTokens = Math.max(...limits);
    const rule = targets[0]?.model.imageRule;
    if (rule !== undefined) this.imageRule = rule;
    this.readsImages = options.readsImages ?? targets.every(({ model }) => model.readsImages ?? seesPictures(model.id));
    this.#options = options;
  }

  stream(prompt: Prompt, signal: AbortSignal, bill: Bill): AsyncIterable<ModelEvent> {
    const attempts = new Attempts({ order: this.#order(), prompt, signal, bill }, this.#options);
    return new RestartingIterable<ModelEvent>({
      first: attempts.open(),
      recover: (error) => attempts.recover(error),
      observe: (event) => attempts.observe(event),
      onLateFailure: (error) => attempts.fail(error),
      onLeave: () => attempts.current?.breaker.leave(),
    });
  }

  /** By weight among those whose circuit is not open, then the others, then the fallbacks. */
  #order(): UpstreamTarget[] {
    const { engines, fallbacks, random } = this.#options;
    const [only] = engines;
    if (engines.length === 1 && only !== undefined) return [only.target, ...fallbacks];
    const ready = engines.filter(({ target }) => target.breaker.waitMs === 0);
    const first = pickByWeight(ready.length > 0 ? ready : engines, random());
    const others = engines
      .filter(({ target }) => target !== first)
      .sort((left, right) => right.weight - left.weight)
      .map(({ target }) => target);
    return [...(first === undefined ? [] : [first]), ...others, ...fallbacks];
  }
}

/** What was tried for one call. */
class Attempts {
  current: UpstreamTarget | undefined;
  readonly #order: UpstreamTarget[];
  readonly #prompt: Prompt;
  readonly #signal: AbortSignal;
  readonly #bill: Bill;
  readonly #options: ModelChainOptions;
  #count: ReplyCount | undefined;
  #next = 0;
  #round = 0;
  #error: unknown;
  #hasBegun = false;
  /** Left alone so far because they mostly fail; tried when no other is left. */
  #avoided: UpstreamTarget[] = [];

  constructor(
    call: { order: UpstreamTarget[]; prompt: Prompt; signal: AbortSignal; bill: Bill },
    options: ModelChainOptions,
  ) {
    this.#order = call.order;
    this.#prompt = call.prompt;
    this.#signal = call.signal;
    this.#bill = call.bill;
    this.#options = options;
  }

  /** The stream of the next target that may be called; one that fails at once when there is none. */
  open(): AsyncIterable<ModelEvent> {
    for (;;) {
      const target = this.#order[this.#next++];
      if (target === undefined) break;
      if (target.breaker.tryEnter()) return this.#openTarget(target);
      this.#avoided.push(target);
    }
    const last = this.#avoided.shift();
    if (last !== undefined) return this.#openTarget(last);
    this.current = undefined;
    return failing(this.#error);
  }

  #openTarget(target: UpstreamTarget): AsyncIterable<ModelEvent> {
    this.current = target;
    this.#count = this.#bill.open(this.#prompt, target.prices, target.id);
    return target.model.stream(this.#prompt, this.#signal);
  }

  async recover(error: unknown): Promise<AsyncIterable<ModelEvent>> {
    this.fail(error);
    if (this.#signal.aborted || !isAppError(error)) throw error;
    // A refusal of the way in which an object is asked for is the ladder's to answer, at the same engine.
    const mode = this.#prompt.responseFormat?.mode;
    if (error.code === 'upstream_rejected' && mode !== undefined && mode !== 'prompt') throw error;
    this.#error = error;
    if (this.#next < this.#order.length || this.#avoided.length > 0) return this.open();
    const pauseMs = this.#pauseAfter(error);
    if (pauseMs === null) throw this.#forCaller(error);
    await this.#options.clock.sleep(pauseMs, this.#signal);
    this.#round++;
    this.#next = 0;
    return this.open();
  }

  /** False for what is only counted. */
  observe(event: ModelEvent): boolean {
    this.current?.observe(event);
    this.#count?.take(event);
    if (event.type === 'usage' || event.type === 'tool-call-delta') return false;
    this.#hasBegun = true;
    return true;
  }

  fail(error: unknown): void {
    if (this.#signal.aborted) this.current?.breaker.leave();
    else this.current?.fail(error, this.#hasBegun);
  }

  /** Null when another round would not help. Full jitter, so that callers do not come back all at once. */
  #pauseAfter(error: AppError): number | null {
    if (this.#round >= maxRounds || !retryableCodes.has(error.code)) return null;
    // Where everything mostly fails, one try is enough.
    if (this.#order.every(({ breaker }) => breaker.state !== 'closed')) return null;
    if (error.retryAfterMs !== undefined && error.retryAfterMs > longestPauseMs) return null;
    const jitterMs = this.#options.random() * firstPauseMs * 2 ** this.#round;
    return (error.retryAfterMs ?? 0) + jitterMs;
  }

  #forCaller(error: AppError): AppError {
    const waitMs = Math.min(...this.#order.map(({ breaker }) => breaker.waitMs));
    if (waitMs > 0 && retryableCodes.has(error.code) && error.retryAfterMs === undefined) {
      const { code, message, details, fields } = error;
      return new AppError(code, message, {
        ...(details === undefined ? {} : { details }),
        ...(fields === undefined ? {} : { fields }),
        retryAfterMs: Math.ceil(waitMs / 1_000) * 1_000,
        cause: error,
      });
    }
    if (error.code !== 'model_not_found' || !this.#options.isListed) return error;
    return new AppError('upstream_rejected', `The engine behind ${this.#options.id} does not know its model.`, {
      cause: error,
    });
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

// biome-ignore lint/correctness/useYield: it ends with its error before it could yield
async function* failing(error: unknown): AsyncGenerator<ModelEvent> {
  throw error;
}
