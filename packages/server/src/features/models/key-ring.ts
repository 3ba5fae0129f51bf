import { AppError, isAppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { RestartingIterable } from '../../lib/restarting-iterable.ts';
import type { Counters } from '../../ports/counters.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { estimatePromptTokens } from '../money/billing/estimate-tokens.ts';

/** One key of a provider, and its models under that key; null for a vendor without language models. */
export interface RingKey {
  name: string;
  weight: number;
  /** The secret; undefined for the one that says nothing. */
  value: string | undefined;
  provider: ModelProvider | null;
}

interface KeyState {
  state: 'ready' | 'unauthorized' | 'rate_limited';
  cooling_ms: number;
}
export type KeyStates = ReadonlyMap<string, KeyState>;

export interface KeyRingOptions {
  id: string;
  /** At least one; a provider without keys has one that says nothing. */
  keys: readonly [RingKey, ...RingKey[]];
  /** How long a key is left alone, in milliseconds; after a 429 only where the vendor names no time. */
  cooldown: { unauthorizedMs: number; rateLimitedMs: number };
  /** What is sent at most, by all processes together; null for no limit. */
  limits: { requestsPerMinute: number | null; tokensPerMinute: number | null; concurrentRequests: number | null };
  counters: Counters;
  now: () => number;
  random: () => number;
}

const minuteMs = 60_000;
/** However long a vendor says to wait, a key is tried again after this. */
const longestPause = 600_000;
/** Output tokens that are counted against a limit where a prompt names none. */
const usualOutputTokens = 1_000;

/** The keys of a provider: they share its calls by weight, and one that is refused or limited is left alone for a while. */
export class KeyRing implements ModelProvider {
  readonly #options: KeyRingOptions;
  readonly #resting = new Map<string, { state: 'unauthorized' | 'rate_limited'; until: number }>();

  constructor(options: KeyRingOptions) {
    this.#options = options;
  }

  model(name: string): LanguageModel {
    const models = new Map<RingKey, LanguageModel>();
    for (const key of this.#options.keys) if (key.provider) models.set(key, key.provider.model(name));
    const [first] = models.values();
    if (first === undefined) throw new AppError('model_not_found', `${this.#options.id} has no models of text.`);
    const { id, embedded, defaultMaxTokens, imageRule, readsImages } = first;
    return {
      id,
      embedded,
      ...(defaultMaxTokens !== undefined && { defaultMaxTokens }),
      ...(imageRule !== undefined && { imageRule }),
      ...(readsImages !== undefined && { readsImages }),
      takesField: (shape, field) => first.takesField?.(shape, field) === true,
      stream: (prompt, signal) => this.#stream(models, prompt, signal),
    };
  }

  /** The key of a name, else the first. */
  keyNamed(name: string | null): RingKey {
    return this.#options.keys.find((key) => key.name === name) ?? this.#options.keys[0];
  }

  get states(): KeyStates {
    return new Map(
      this.#options.keys.map(({ name }) => {
        const coolingMs = this.#coolingMs(name);
        const state = coolingMs > 0 ? (this.#resting.get(name)?.state ?? 'ready') : 'ready';
        return [name, { state, cooling_ms: coolingMs }];
      }),
    );
  }

  /**
   * Work of an engine that writes no text (vectors, ranks, judgements, speech, pictures): within the limits, with one key after another
   * while the vendor refuses or limits them. `work` resolves when the vendor has answered.
   */
  async ask<Result>(tokens: number, signal: AbortSignal, work: (key: RingKey) => Promise<Result>): Promise<Result> {
    const release = await this.#enter(tokens);
    const tried = new Set<RingKey>();
    try {
      for (let key = this.#pick(tried); ; ) {
        if (key === null) throw this.#allResting();
        tried.add(key);
        try {
          return await work(key);
        } catch (error) {
          if (signal.aborted || !this.#rest(key, error)) throw error;
          key = this.#pick(tried);
          if (key === null) throw error;
        }
      }
    } finally {
      release();
    }
  }

  #stream(models: Map<RingKey, LanguageModel>, prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const tried = new Set<RingKey>();
    let current: RingKey | null = null;
    const ask = (): AsyncIterable<ModelEvent> | null => {
      const key = this.#pick(tried);
      const model = key && models.get(key);
      if (!key || !model) return null;
      tried.add(key);
      current = key;
      return model.stream(prompt, signal);
    };
    const keyed = () =>
      new RestartingIterable<ModelEvent>({
        first: ask() ?? failing(this.#allResting()),
        recover: (error) => {
          if (signal.aborted || current === null || !this.#rest(current, error)) throw error;
          const next = ask();
          if (next === null) throw error;
          return next;
        },
      });
    const { limits } = this.#options;
    const isLimited = Object.values(limits).some((limit) => limit !== null);
    return isLimited ? this.#within(prompt, keyed) : keyed();
  }

  /** By weight among those that are not left alone and were not tried for this call. */
  #pick(tried: ReadonlySet<RingKey>): RingKey | null {
    const ready = this.#options.keys.filter((key) => !tried.has(key) && this.#coolingMs(key.name) === 0);
    let left = this.#options.random() * ready.reduce((sum, { weight }) => sum + weight, 0);
    for (const key of ready) {
      left -= key.weight;
      if (left < 0) return key;
    }
    return ready.at(-1) ?? null;
  }

  #coolingMs(name: string): number {
    const resting = this.#resting.get(name);
    return resting === undefined ? 0 : Math.max(0, resting.until - this.#options.now());
  }

  /** False for a failure that is none of the key. */
  #rest({ name }: RingKey, error: unknown): boolean {
    const { cooldown, keys, now } = this.#options;
    if (isAppError(error, 'upstream_unauthorized') || isAppError(error, 'insufficient_quota')) {
      this.#resting.set(name, { state: 'unauthorized', until: now() + cooldown.unauthorizedMs });
      return true;
    }
    if (!isAppError(error, 'upstream_rate_limited')) return false;
    // A single key is left to its engine, which is left alone as the vendor says.
    if (keys.length === 1) return false;
    const pause = Math.min(error.retryAfterMs ?? cooldown.rateLimitedMs, longestPause);
    this.#resting.set(name, { state: 'rate_limited', until: now() + pause });
    return true;
  }

  #allResting(): AppError {
    const { keys, id } = this.#options;
    const waitMs = Math.min(...keys.map(({ name }) => this.#coolingMs(name)));
    if (keys.every(({ name }) => this.#resting.get(name)?.state === 'unauthorized')) {
      return new AppError('upstream_unauthorized', 'The model provider refused the credentials of this service.', {
        cause: new Error(`every key of ${id} was refused; the next try is in ${waitMs} ms`),
      });
    }
    return limited(waitMs);
  }

  async *#within(prompt: Prompt, open: () => AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
    const counts = this.#options.limits.tokensPerMinute !== null;
    const tokens = counts ? estimatePromptTokens(prompt) + (prompt.maxTokens ?? usualOutputTokens) : 0;
    const release = await this.#enter(tokens);
    try {
      yield* open();
    } finally {
      release();
    }
  }

  /** Waits for nothing: what is above a limit is refused. Gives what ends the call. */
  async #enter(tokens: number): Promise<() => void> {
    const { id, limits, counters } = this.#options;
    const { requestsPerMinute, tokensPerMinute, concurrentRequests } = limits;
    await this.#take(`provider-requests:${id}`, 1, requestsPerMinute);
    if (tokensPerMinute !== null)
      await this.#take(`provider-tokens:${id}`, Math.min(tokens, tokensPerMinute), tokensPerMinute);
    if (concurrentRequests === null) return () => {};
    const hold = { key: `provider-open:${id}`, id: newId('call') };
    const release = () => void Promise.resolve(counters.release(hold.key, hold.id)).catch(() => {});
    try {
      if ((await counters.hold(hold.key, hold.id, 1)) > concurrentRequests) throw limited(1_000);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #take(key: string, cost: number, limit: number | null): Promise<void> {
    if (limit === null) return;
    const taken = await this.#options.counters.take({ key, cost, limit, windowMs: minuteMs });
    if (!taken.allowed) throw limited(taken.retryAfterMs);
  }
}

const limited = (waitMs: number): AppError =>
  new AppError('upstream_rate_limited', 'The model provider limits the rate of requests. Try again later.', {
    retryAfterMs: Math.ceil(waitMs / 1_000) * 1_000,
  });

// biome-ignore lint/correctness/useYield: it ends with its error before it could yield
async function* failing(error: unknown): AsyncGenerator<ModelEvent> {
  throw error;
}
