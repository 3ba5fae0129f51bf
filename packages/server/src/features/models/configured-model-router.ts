import { LRUCache } from 'lru-cache';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { ModelLimits } from '../../ports/model-provider.ts';
import { noPrices, type TokenPrices } from '../money/billing/cost.ts';
import type { FallbackRules } from './attempts.ts';
import type { CircuitSettings } from './circuit-breaker.ts';
import { type FailureClass, failureClasses } from './failure-class.ts';
import { ModelChain } from './model-chain.ts';
import type { ModelEntry } from './model-entry.ts';
import type { ModelRouter, ResolvedModel } from './model-router.ts';
import { UpstreamTarget } from './upstream-target.ts';

/** A listed model and the names of its engines. */
export interface ListedModel {
  entry: ModelEntry;
  /** What a workspace is charged; null for what the engine that answers costs. */
  charged: TokenPrices | null;
  engines: { engine: string; weight: number }[];
  fallbacks: string[];
  /** Chains by kind of fault, instead of what would come next. */
  fallbacksBy?: Partial<Record<FailureClass, string[]>> | undefined;
  canary?: { engine: string; share: number; tags: readonly string[] } | undefined;
  shadow?: { engine: string; share: number } | undefined;
  /** Further names under which callers reach it. */
  aliases?: readonly string[] | undefined;
  /** What the operator says of pictures, if anything. */
  readsImages?: boolean | undefined;
  rules?: FallbackRules | undefined;
  /** Further fields of the body that goes to the vendor. */
  extraBody?: Record<string, unknown> | undefined;
  /** The list shows how much its engines read; otherwise only what is known of the name. */
  showsLimits?: boolean | undefined;
  /** The operator said how long its context is. */
  hasOwnContext?: boolean | undefined;
}

/** A provider whose models can be named as `provider/model`. */
export interface NamedProvider {
  contextLength: number | undefined;
  /** What a workspace is charged for such a model; null for what its vendor asks. */
  charged: TokenPrices | null;
}

export interface ConfiguredModelRouterOptions {
  listed: ListedModel[];
  /** By the first part of the name. */
  providers: Map<string, NamedProvider>;
  /** The model of an engine name: `reader`, `provider/model`, `ai-sdk:package/model`. */
  createModel: (engine: string) => LanguageModel;
  /** What the vendor of an engine asks. */
  pricesOf: (engine: string) => TokenPrices;
  /** Whether nobody knows what an engine costs. Default: of none. */
  isUnpriced?: (engine: string) => boolean;
  /** How much an engine reads and writes; by default nothing is known. */
  limitsOf?: (engine: string) => ModelLimits;
  /** Told of every failure of an engine, for what it says of its limits. */
  onFailure?: (engine: string, error: unknown) => void;
  /** The longest wait for the first word of an engine, where its provider has a setting for it. */
  firstTokenMsOf?: (engine: string) => number | undefined;
  /** When an engine is left alone; by default half of ten calls in 30 s. */
  circuit?: CircuitSettings;
  /** Engines that were used before, with all that is known of how they fare; a router that takes over goes on with them. */
  targets?: EngineTargets;
  clock: Clock;
  random?: () => number;
}

/** By the name of the engine. */
export type EngineTargets = LRUCache<string, UpstreamTarget>;

/** Callers may name any model of a provider, so what is remembered of them has a limit. */
const maxNamed = 500;
export const engineTargets = (): EngineTargets => new LRUCache({ max: maxNamed });
const defaultContextLength = 128_000;

/** Resolves names from the configuration. What is behind a name is made at its first use and kept. */
export class ConfiguredModelRouter implements ModelRouter {
  readonly defaultModel: string;
  readonly #options: ConfiguredModelRouterOptions;
  readonly #listed = new Map<string, ListedModel>();
  readonly #aliases: ReadonlyMap<string, string>;
  readonly #chains = new LRUCache<string, ModelChain>({ max: maxNamed });
  readonly #targets: EngineTargets;

  constructor(options: ConfiguredModelRouterOptions) {
    this.#options = options;
    this.#targets = options.targets ?? engineTargets();
    for (const model of options.listed) this.#listed.set(model.entry.id, model);
    this.#aliases = new Map(
      options.listed.flatMap((model) => (model.aliases ?? []).map((alias) => [alias, model.entry.id] as const)),
    );
    this.defaultModel = options.listed[0]?.entry.id ?? '';
  }

  resolve(name: string): ResolvedModel {
    return this.chain(name);
  }

  chain(name: string): ModelChain {
    const known = this.#chains.get(name);
    if (known !== undefined) return known;
    const listed = this.#listed.get(name) ?? this.#listed.get(this.#aliases.get(name) ?? '');
    const chain = listed === undefined ? this.#named(name) : this.#chain(listed);
    this.#chains.set(name, chain);
    return chain;
  }

  list(): ModelEntry[] {
    return [...this.#listed.values()].map((model) => this.#entry(model));
  }

  /** The state of every engine that was used. */
  upstreams(): { name: string; state: 'closed' | 'open' | 'half-open' }[] {
    return [...this.#targets.values()].map(({ id, circuits }) => ({ name: id, state: circuits.state }));
  }

  /** Every engine behind a listed name, and those that were named by callers, with what is known of them. */
  engines() {
    const served = new Map<string, string[]>();
    for (const model of this.#listed.values()) {
      const { entry } = model;
      for (const name of new Set(enginesOf(model))) {
        served.set(name, [...(served.get(name) ?? []), entry.id]);
      }
    }
    for (const engine of this.#targets.keys()) if (!served.has(engine)) served.set(engine, []);
    return [...served].map(([engine, models]) => {
      const prices = this.#options.pricesOf(engine);
      const isKnown = engine === 'reader' || prices.input > 0 || prices.output > 0;
      const perMillion = { input_usd: prices.input * 1e6, output_usd: prices.output * 1e6 };
      return {
        engine,
        kind: 'text' as const,
        embedded: engine === 'reader',
        models,
        breaker: this.#targets.peek(engine)?.circuits.state ?? null,
        context_length: this.#limits(engine).contextLength ?? null,
        upstream_prices: isKnown ? perMillion : null,
      };
    });
  }

  /** As it is listed, with the limits of what serves it. */
  #entry({ entry: listed, engines, charged, showsLimits, hasOwnContext }: ListedModel): ModelEntry {
    const { isUnpriced = () => false } = this.#options;
    const entry = { ...listed, price_known: charged !== null || !engines.some(({ engine }) => isUnpriced(engine)) };
    if (showsLimits !== true) return entry;
    const known = smallest(engines.map(({ engine }) => this.#limits(engine)));
    const context_length = hasOwnContext ? entry.context_length : (known.contextLength ?? entry.context_length);
    const max_completion_tokens = entry.top_provider.max_completion_tokens ?? known.maxOutputTokens ?? null;
    return { ...entry, context_length, top_provider: { ...entry.top_provider, context_length, max_completion_tokens } };
  }

  #limits(engine: string): ModelLimits {
    return engine === 'reader' ? {} : (this.#options.limitsOf?.(engine) ?? {});
  }

  #chain(model: ListedModel): ModelChain {
    const { entry, charged, engines, fallbacks, fallbacksBy = {}, canary, shadow } = model;
    const { readsImages, rules, extraBody, hasOwnContext } = model;
    const targets = engines.map(({ engine, weight }) => ({ target: this.#target(engine), weight }));
    return new ModelChain({
      id: entry.id,
      // Whatever may be sent a call: what must not leave this machine is taken out for all of them.
      embedded: enginesOf(model).every((engine) => this.#target(engine).model.embedded),
      charged,
      contextLength: () =>
        (hasOwnContext ? undefined : smallest(engines.map(({ engine }) => this.#limits(engine))).contextLength) ??
        entry.context_length,
      engines: targets,
      fallbacks: fallbacks.map((engine) => this.#target(engine)),
      fallbacksBy: new Map(
        entriesOf(fallbacksBy).map(([kind, names]) => [kind, names.map((engine) => this.#target(engine))]),
      ),
      canary: canary && { ...canary, target: this.#target(canary.engine) },
      shadow: shadow && { share: shadow.share, model: this.#shadow(shadow.engine) },
      isListed: true,
      readsImages,
      ...(rules && { rules }),
      extraBody,
      clock: this.#options.clock,
      random: this.#options.random ?? Math.random,
    });
  }

  /** Costs the workspace nothing, whatever its vendor asks. */
  #shadow(engine: string): ModelChain {
    return new ModelChain({
      id: engine,
      embedded: false,
      charged: noPrices,
      contextLength: () => this.#limits(engine).contextLength ?? defaultContextLength,
      engines: [{ target: this.#target(engine), weight: 1 }],
      fallbacks: [],
      isListed: true,
      clock: this.#options.clock,
      random: this.#options.random ?? Math.random,
    });
  }

  #named(name: string): ModelChain {
    if (name === 'reader') return this.#reader();
    const slash = name.indexOf('/');
    const provider = slash > 0 ? this.#options.providers.get(name.slice(0, slash)) : undefined;
    if (provider === undefined || slash === name.length - 1) {
      throw new AppError('model_not_found', `There is no model "${name.slice(0, 200)}". GET /v1/models lists them.`);
    }
    return new ModelChain({
      id: name,
      embedded: false,
      charged: provider.charged,
      contextLength: () => provider.contextLength ?? this.#limits(name).contextLength ?? defaultContextLength,
      engines: [{ target: this.#target(name), weight: 1 }],
      fallbacks: [],
      isListed: false,
      clock: this.#options.clock,
      random: this.#options.random ?? Math.random,
    });
  }

  /** The engine without weights by its own name, whatever serves the listed ones. */
  #reader(): ModelChain {
    return new ModelChain({
      id: 'reader',
      embedded: true,
      charged: null,
      contextLength: () => defaultContextLength,
      engines: [{ target: this.#target('reader'), weight: 1 }],
      fallbacks: [],
      isListed: false,
      clock: this.#options.clock,
      random: this.#options.random ?? Math.random,
    });
  }

  #target(engine: string): UpstreamTarget {
    const known = this.#targets.get(engine);
    if (known !== undefined) return known;
    const target = new UpstreamTarget({
      model: this.#options.createModel(engine),
      now: () => this.#options.clock.now(),
      prices: () => this.#options.pricesOf(engine),
      limits: () => this.#limits(engine),
      onFailure: (error) => this.#options.onFailure?.(engine, error),
      firstTokenMs: this.#options.firstTokenMsOf?.(engine),
      ...(this.#options.circuit === undefined ? {} : { circuit: this.#options.circuit }),
    });
    this.#targets.set(engine, target);
    return target;
  }
}

/** Every engine that may answer a call to a name, or be asked beside it. */
function enginesOf({ engines, fallbacks, fallbacksBy = {}, canary, shadow }: ListedModel): string[] {
  const others = [canary, shadow].flatMap((one) => (one ? [one.engine] : []));
  return [...engines.map(({ engine }) => engine), ...fallbacks, ...Object.values(fallbacksBy).flat(), ...others];
}

function entriesOf(by: NonNullable<ListedModel['fallbacksBy']>): [FailureClass, string[]][] {
  return failureClasses.flatMap((kind) => (by[kind] ? [[kind, by[kind]] satisfies [FailureClass, string[]]] : []));
}

/** What all of several engines can do. */
function smallest(all: readonly ModelLimits[]): ModelLimits {
  const contexts = all.flatMap(({ contextLength }) => contextLength ?? []);
  const outputs = all.flatMap(({ maxOutputTokens }) => maxOutputTokens ?? []);
  return {
    ...(contexts.length > 0 && { contextLength: Math.min(...contexts) }),
    ...(outputs.length > 0 && { maxOutputTokens: Math.min(...outputs) }),
  };
}
