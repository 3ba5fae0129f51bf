import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type EmbeddingRequest, errorCatalogue } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import { currentDeferral } from '../../../lib/deferral.ts';
import type { InTurn } from '../../../lib/in-turn.ts';
import { inSpan, modelFacts } from '../../../lib/spans.ts';
import { Turn } from '../../../lib/turn.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../../ports/embedder.ts';
import type { Meter } from '../../../ports/meter.ts';
import { costOf, type TokenPrices } from '../../money/billing/cost.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';

export interface EmbeddingParts {
  /** `EMBEDDING_MODEL`, else the embedded sentence encoder, or `lexical` where that cannot run. */
  defaultModel: string;
  /** What can be named without a vendor, the default first. */
  names: readonly string[];
  /** The engine of a name; null for a name that nobody serves. */
  createEmbedder(name: string): Embedder | null;
  pricesOf(name: string): TokenPrices;
  /** Throws where `provider` of a call does not let it go to an engine. */
  permit(engine: string, provider: EmbeddingRequest['provider']): void;
  /** The chain of a route, for a call that names one. */
  inTurn: InTurn;
}

export interface EmbedRequest extends EmbedOptions {
  /** The name of an embedded engine or `provider/model`; default: the default model. */
  model?: string | undefined;
  texts: readonly string[];
  meter: Meter;
  /** Whether vectors of before are taken and these kept in memory. Default true. */
  remembers?: boolean;
  /** Where the call may go. */
  provider?: EmbeddingRequest['provider'];
}

export interface EmbedResult {
  /** Of the engine that made them: vectors of different names never compare. */
  model: string;
  vectors: Float32Array[];
  inputTokens: number;
}

/** The list's models of text: a client that is set to one of them gets the default. */
const standIns = ['small-1', 'small-2'];

const maxTries = 3;
const firstPauseMs = 300;
const longestPauseMs = 5_000;
/** Characters of one call to a vendor that says nothing of tokens; about 30,000 of them. */
const maxBatchCharacters = 100_000;
/** Calls to a vendor for one list. */
const mostAtOnce = 4;
const maxCachedNumbers = 4_000_000;
const maxEmbedders = 100;

/** Vectors of texts: in batches, tried again, remembered by content, metered. The one way to an `Embedder`. */
export class EmbeddingService {
  readonly #parts: EmbeddingParts;
  readonly #embedders = new LRUCache<string, Embedder>({ max: maxEmbedders });
  /** Vectors by model, length, purpose and text. */
  readonly #cache = new LRUCache<string, Float32Array>({
    maxSize: maxCachedNumbers,
    sizeCalculation: (vector) => vector.length,
  });

  constructor(parts: EmbeddingParts) {
    this.#parts = parts;
  }

  /** The engine that serves when none is named: what an index is built with. */
  get default(): Pick<Embedder, 'id' | 'isSemantic' | 'embedded'> {
    return this.#embedder(this.#parts.defaultModel);
  }

  /** Throws what `Embedder` throws, `model_not_found`, what the meter refuses, and where `provider` of a call does not let it go to an engine. */
  embed(request: EmbedRequest): Promise<EmbedResult> {
    const { model } = request;
    const name = model !== undefined && standIns.includes(model) ? undefined : model;
    return this.#parts.inTurn(name, (engine) => this.#embed({ ...request, model: engine ?? model }));
  }

  async #embed({
    model,
    texts,
    meter,
    remembers: asked = true,
    mayWait,
    provider,
    ...rest
  }: EmbedRequest): Promise<EmbedResult> {
    const deferral = mayWait === true ? currentDeferral() : null;
    // What is put off to a batch is asked as a whole, now and when its answer is there.
    const remembers = asked && deferral === null;
    const embedder = this.#embedder(model ?? this.#parts.defaultModel);
    this.#parts.permit(embedder.id, provider);
    const prices = this.#parts.pricesOf(embedder.id);
    const prefix = JSON.stringify([embedder.id, rest.dimensions ?? 0, rest.purpose]);
    const keys = await keysOf(texts, prefix);
    const keyOf = new Map(texts.map((text, index) => [text, keys[index] ?? '']));
    const made = new Map<string, Float32Array>();
    for (const key of keys) {
      const known = remembers ? this.#cache.get(key) : undefined;
      if (known) made.set(key, known);
    }
    const missing = [...new Set(texts.filter((_, index) => !made.has(keys[index] ?? '')))];
    const estimate = missing.reduce((sum, text) => sum + estimateTokens(text), 0);
    const costFor = (tokens: number) => costOf(prices, { inputTokens: tokens, cachedTokens: 0, outputTokens: 0 });
    await meter.reserve({ costUsd: costFor(estimate), tokens: estimate, model: embedder.id });
    let inputTokens = 0;
    let paidTokens = 0;
    const batches = [...batchesOf(missing, embedder)];
    const options: EmbedOptions = { ...rest, mayWait: deferral !== null && batches.length === 1 };
    const askFor = async (batch: string[]): Promise<void> => {
      meter.trace.asks(embedder.id, 'else');
      const { vectors, inputTokens: counted, priceFactor = 1 } = await this.#ask(embedder, batch, options);
      const used = counted ?? batch.reduce((sum, text) => sum + estimateTokens(text), 0);
      inputTokens += used;
      paidTokens += used * priceFactor;
      for (const [index, vector] of vectors.entries()) {
        const key = keyOf.get(batch[index] ?? '') ?? '';
        made.set(key, vector);
        // Hashed words are made faster than they are found.
        if (remembers && embedder.isSemantic) this.#cache.set(key, vector);
      }
    };
    const atOnce = embedder.embedded ? 1 : mostAtOnce;
    try {
      for (let from = 0; from < batches.length; from += atOnce) {
        // What others have made is paid for, also where one fails.
        const ends = await Promise.allSettled(batches.slice(from, from + atOnce).map(askFor));
        for (const end of ends) if (end.status === 'rejected') throw end.reason;
      }
    } finally {
      const costUsd = costFor(paidTokens);
      const usage = { inputTokens, cachedTokens: 0, outputTokens: 0 };
      if (inputTokens > 0) meter.add({ model: embedder.id, usage, costUsd, upstreamCostUsd: costUsd });
    }
    return { model: embedder.id, vectors: keys.flatMap((key) => made.get(key) ?? []), inputTokens };
  }

  #embedder(name: string): Embedder {
    const { defaultModel, names, createEmbedder } = this.#parts;
    const isDefault = standIns.includes(name) || defaultModel.slice(defaultModel.indexOf('/') + 1) === name;
    const full = isDefault ? defaultModel : name;
    const known = this.#embedders.get(full);
    if (known) return known;
    const made = createEmbedder(full);
    if (made === null) {
      throw new AppError(
        'model_not_found',
        `There is no embedding model "${name.slice(0, 200)}". Here are ${names.join(', ')}, and provider/model of a provider that is set up.`,
        { param: 'model' },
      );
    }
    // Those of vendors are made for each call: their providers may be other ones by now.
    if (made.embedded) this.#embedders.set(full, made);
    return made;
  }

  #ask(embedder: Embedder, texts: string[], options: EmbedOptions): Promise<Embedding> {
    const facts = () => ({
      'gen_ai.operation.name': 'embeddings',
      ...modelFacts(embedder.id),
      'parley.texts': texts.length,
    });
    return inSpan(`embeddings ${embedder.id}`, { kind: 'client', facts }, async (span) => {
      const made = await this.#try(embedder, texts, options);
      span?.set({ 'gen_ai.usage.input_tokens': made.inputTokens ?? undefined });
      return made;
    });
  }

  async #try(embedder: Embedder, texts: string[], options: EmbedOptions) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await embedder.embed(texts, options);
      } catch (error) {
        const pauseMs = pauseAfter(error, attempt);
        if (pauseMs === null || options.signal.aborted) throw error;
        await wait(pauseMs, undefined, { signal: options.signal });
      }
    }
  }
}

/** Characters that are hashed at once. */
const hashedAtOnce = 1_000_000;

/** By what a vector is known: everything that it is made from. */
async function keysOf(texts: readonly string[], prefix: string): Promise<string[]> {
  const turn = new Turn();
  const keys: string[] = [];
  let characters = 0;
  for (const text of texts) {
    keys.push(createHash('sha256').update(prefix).update(text).digest('base64'));
    characters += text.length;
    if (characters < hashedAtOnce) continue;
    characters = 0;
    await turn.next();
  }
  return keys;
}

/** How long to wait before the next try; null when there is none. */
function pauseAfter(error: unknown, attempt: number): number | null {
  if (attempt >= maxTries || !isAppError(error) || !errorCatalogue[error.code].retryable) return null;
  const pauseMs = error.retryAfterMs ?? firstPauseMs * 2 ** (attempt - 1);
  return pauseMs > longestPauseMs ? null : pauseMs;
}

function* batchesOf(
  texts: readonly string[],
  { batchSize, batchTokens }: Pick<Embedder, 'batchSize' | 'batchTokens'>,
): Generator<string[]> {
  const most = batchTokens ?? maxBatchCharacters;
  const sizeOf = batchTokens === undefined ? (text: string) => text.length : estimateTokens;
  let batch: string[] = [];
  let size = 0;
  for (const text of texts) {
    const own = sizeOf(text);
    if (batch.length >= batchSize || (batch.length > 0 && size + own > most)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(text);
    size += own;
  }
  if (batch.length > 0) yield batch;
}
