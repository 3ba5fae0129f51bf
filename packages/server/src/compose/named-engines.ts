import { type RouteChain, turnsOf } from '../features/models/route-turns.ts';
import { estimateTokens } from '../features/money/billing/estimate-tokens.ts';
import type { RunProvider } from '../features/money/billing/unpriced-engines.ts';
import type { InTurn } from '../lib/in-turn.ts';
import { VendorHttp } from '../outbound/model-http/vendor-http.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { ImageModel } from '../ports/image-model.ts';
import type { Moderator } from '../ports/moderator.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { Speaker } from '../ports/speaker.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import type { VendorBatches } from '../ports/vendor-batches.ts';
import { mediaVendors, mediaVendorTypes } from '../vendors/media-vendors.ts';
import { type ModelAccess, type ModelVendorParts, modelVendors } from '../vendors/model-vendors.ts';
import type { Platform } from './platform.ts';
import type { Pooled, ProviderPool } from './provider-pool.ts';
import { userAgentOf } from './user-agent.ts';

type Vendor = (typeof modelVendors)[keyof typeof modelVendors];
type Create<Engine> = (model: string, access: ModelAccess, parts: ModelVendorParts) => Engine;

interface Found<Engine> {
  /** What it says of itself is the same under every key. */
  first: Engine;
  run<Result>(tokens: number, signal: AbortSignal, work: (engine: Engine) => Promise<Result>): Promise<Result>;
}

export interface NamedEnginesParts {
  pool: ProviderPool;
  /** The chain of a route by its name; undefined for a name that is no route. */
  routed(name: string): RouteChain | undefined;
  /** What their vendors ask now. */
  priced(): readonly RunProvider[];
}

/**
 * Engines that write no text, by `provider/model` or by the name of a route: of the providers of the start, and of those that are set while
 * the service runs, as they are at this moment. They are asked with the provider's keys, within its limits and its time limits.
 * Each is null for a name that nobody serves; `usual` is the operator's own choice.
 */
export class NamedEngines {
  readonly #parts: NamedEnginesParts;
  readonly #http: VendorHttp;
  readonly #batchProviders: readonly string[];

  /** For calls that name a route. */
  readonly inTurn: InTurn;

  constructor({ config: { server, batches } }: Platform, parts: NamedEnginesParts) {
    this.#batchProviders = batches.vendors;
    this.#parts = parts;
    this.inTurn = turnsOf((name) => parts.routed(name));
    // Addresses that were set while the service runs: public ones, and those that the operator opened.
    this.#http = new VendorHttp({
      userAgent: userAgentOf(server.contact),
      baseUrls: [],
      allowedAddresses: server.allowPrivateAddresses,
    });
  }

  get priced(): readonly RunProvider[] {
    return this.#parts.priced();
  }

  embedder(name: string, usual: string | null): Embedder | null {
    const found = this.#find(name, usual, ({ createEmbedder }) => createEmbedder);
    if (found === null) return null;
    const { id, embedded, isSemantic, batchSize, batchTokens } = found.first;
    return {
      ...{ id, embedded, isSemantic, batchSize, batchTokens },
      embed: (texts, options) => found.run(tokensOf(texts), options.signal, (engine) => engine.embed(texts, options)),
    };
  }

  reranker(name: string, usual: string | null): Reranker | null {
    const found = this.#find(name, usual, ({ createReranker, createEmbedder }, engine) =>
      // Vendors have both kinds of models under one address: those that rank say so in their names.
      engine === usual || /rank/i.test(engine) || createEmbedder === undefined ? createReranker : undefined,
    );
    if (found === null) return null;
    const { id, batchSize } = found.first;
    return {
      ...{ id, batchSize },
      rerank: (query, texts, signal) =>
        found.run(tokensOf(texts), signal, (engine) => engine.rerank(query, texts, signal)),
    };
  }

  moderator(name: string, usual: string | null): Moderator | null {
    const found = this.#find(name, usual, ({ createModerator }) => createModerator);
    if (found === null) return null;
    const { id } = found.first;
    return { id, moderate: (input, signal) => found.run(0, signal, (engine) => engine.moderate(input, signal)) };
  }

  transcriber(name: string, usual: string | null): Transcriber | null {
    const found = this.#find(name, usual, ({ createTranscriber }) => createTranscriber);
    if (found === null) return null;
    const { id, hasTimes, translates } = found.first;
    return {
      ...{ id, hasTimes, translates },
      transcribe: (asked, signal) => found.run(0, signal, (engine) => engine.transcribe(asked, signal)),
    };
  }

  speaker(name: string, usual: string | null): Speaker | null {
    const found = this.#find(name, usual, ({ createSpeaker }) => createSpeaker);
    if (found === null) return null;
    const { id, formats } = found.first;
    return {
      ...{ id, formats },
      speak: (asked, signal) => found.run(tokensOf([asked.text]), signal, (engine) => engine.speak(asked, signal)),
    };
  }

  /** Of providers that are set while the service runs; those of the start have a list of their own. */
  image(name: string): ImageModel | null {
    const found = this.#find(name, null, (_, engine) => {
      const { settings, ring } = this.#parts.pool.of(engine) ?? {};
      const type = mediaVendorTypes.find((one) => one === settings?.type);
      if (ring === undefined || ring === null || type === undefined) return undefined;
      const none = { package: undefined, settings: {}, workflow: undefined };
      return (model, access) =>
        mediaVendors[type].image(model, { ...access, http: this.#http }, { id: access.id, ...none });
    });
    if (found === null) return null;
    const { first, run } = found;
    return {
      id: first.id,
      generate: (request, signal) => run(0, signal, (engine) => engine.generate(request, signal)),
      ...(first.edit && {
        edit: (request, source, signal) =>
          run(0, signal, (engine) => engine.edit?.(request, source, signal) ?? engine.generate(request, signal)),
      }),
    };
  }

  /** The vendor's own batches for an engine, where the operator lets us use them; `keyName`: that with which one was handed over. */
  batches(engine: string, keyName: string | null): { batches: VendorBatches; keyName: string | null } | null {
    const pooled = this.#parts.pool.of(engine);
    if (pooled === undefined || !this.#batchProviders.includes(pooled.settings.id)) return null;
    const { settings, parts, ring } = pooled;
    const { createBatches } = modelVendors[settings.type];
    if (createBatches === undefined) return null;
    const key = ring?.keyNamed(keyName);
    const access = key ? { ...settings, apiKey: key.value } : settings;
    return { batches: createBatches(access, parts), keyName: key?.name ?? null };
  }

  /** Whether one of the engines behind a name has such batches. */
  leadsToBatches(name: string): boolean {
    const engines = name.includes('/') ? [name] : (this.#parts.routed(name)?.engines ?? []);
    return engines.some((engine) => this.batches(engine, null) !== null);
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  #find<Engine>(
    name: string,
    usual: string | null,
    createOf: (vendor: Vendor, engine: string) => Create<Engine> | undefined,
  ): Found<Engine> | null {
    const { pool, routed } = this.#parts;
    // The first engine of a route that does this.
    for (const engine of name.includes('/') ? [name] : (routed(name)?.engines ?? [])) {
      const pooled = pool.of(engine);
      const model = engine.slice(engine.indexOf('/') + 1);
      if (pooled === undefined || model === '') continue;
      // Nobody may name models of a local server that nobody asked for.
      if (pooled.settings.access === 'usual-address' && engine !== usual) continue;
      const create = createOf(modelVendors[pooled.settings.type], engine);
      if (create) return foundOf(pooled, (access) => create(model, access, pooled.parts));
    }
    return null;
  }
}

function foundOf<Engine>({ settings, ring }: Pooled, make: (access: ModelAccess) => Engine): Found<Engine> {
  const first = make(settings);
  if (ring === null) return { first, run: (_tokens, _signal, work) => work(first) };
  return {
    first,
    run: (tokens, signal, work) => ring.ask(tokens, signal, ({ value }) => work(make({ ...settings, apiKey: value }))),
  };
}

const tokensOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + estimateTokens(text), 0);
