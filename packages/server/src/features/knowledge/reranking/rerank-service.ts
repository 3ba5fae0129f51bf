import { type AppError, isAppError, isOfFamily } from '../../../lib/app-error.ts';
import { inSpan, modelFacts } from '../../../lib/spans.ts';
import type { Consumption, Meter } from '../../../ports/meter.ts';
import type { Ranking, Reranker } from '../../../ports/reranker.ts';
import { costOf, type TokenPrices } from '../../money/billing/cost.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';

export interface RerankParts {
  /** `RERANK_MODEL`; null for none. */
  reranker: Reranker | null;
  prices: TokenPrices;
  /** The longest wait for an answer. Default: 10 s. */
  timeoutMs?: number;
}

export interface RerankRequest<Item> {
  query: string;
  /** Best first by whatever found them; at most `rerankedAtMost` are looked at. */
  items: readonly Item[];
  textOf(item: Item): string;
  meter: Meter;
  signal: AbortSignal;
}

/** Items in their new order; the order of before with `error` when the engine gave no usable answer. */
export interface Reranked<Item> {
  items: Item[];
  /** By item: 0 to 1. Empty with `error`. */
  scores: Map<Item, number>;
  model: string;
  /** What went wrong, in a sentence; null when nothing did. */
  error: string | null;
}

/** So many of the best are put in order; what comes after them stays where it is. */
const rerankedAtMost = 50;
/** Rerankers read a few hundred tokens of a text. */
const longestText = 4000;
const longestQuery = 2000;
const usualTimeoutMs = 10_000;

/**
 * Puts passages in order by a model that reads question and passage together. An engine that fails, is slow or answers wrongly
 * changes nothing: the order of before is as good as it was.
 */
export class RerankService {
  readonly #parts: RerankParts;

  constructor(parts: RerankParts) {
    this.#parts = parts;
  }

  /** Null when there is none. */
  get model(): string | null {
    return this.#parts.reranker?.id ?? null;
  }

  /** Whether it puts texts in order for who names this model, or none. */
  serves(name: string | undefined): boolean {
    const { reranker } = this.#parts;
    if (!reranker) return false;
    return name === undefined || name === reranker.id || name === reranker.id.slice(reranker.id.indexOf('/') + 1);
  }

  /** Scores of 0 to 1, one for each text. Throws what the engine and the meter throw; only where there is a model. */
  async score({
    query,
    texts,
    meter,
    signal,
  }: {
    query: string;
    texts: readonly string[];
    meter: Meter;
    signal: AbortSignal;
  }): Promise<{ model: string; scores: number[]; inputTokens: number }> {
    const { reranker } = this.#parts;
    if (!reranker) throw new Error('there is no model that ranks');
    const tokens = texts.reduce((sum, text) => sum + estimateTokens(text) + estimateTokens(query), 0);
    await meter.reserve({
      costUsd: this.#cost(tokens, Math.ceil(texts.length / reranker.batchSize)),
      tokens,
      model: reranker.id,
    });
    const scores = await this.#ask(reranker, query.toWellFormed(), texts, { meter, signal });
    return { model: reranker.id, scores: toShares(scores), inputTokens: tokens };
  }

  /** Null without a model. Throws what the meter refuses, and what the signal carries. */
  async rank<Item>({ items, query, textOf, meter, signal }: RerankRequest<Item>): Promise<Reranked<Item> | null> {
    const { reranker } = this.#parts;
    if (!reranker) return null;
    const first = items.slice(0, rerankedAtMost);
    if (first.length === 0) return { items: [...items], scores: new Map(), model: reranker.id, error: null };
    const texts = first.map((item) => textOf(item).slice(0, longestText).toWellFormed().trim() || '-');
    const asked = query.slice(0, longestQuery).toWellFormed();
    const tokens = texts.reduce((sum, text) => sum + estimateTokens(text) + estimateTokens(asked), 0);
    await meter.reserve({
      costUsd: this.#cost(tokens, Math.ceil(texts.length / reranker.batchSize)),
      tokens,
      model: reranker.id,
    });
    const limited = AbortSignal.timeout(this.#parts.timeoutMs ?? usualTimeoutMs);
    try {
      const scores = toShares(
        await this.#ask(reranker, asked, texts, { meter, signal: AbortSignal.any([signal, limited]) }),
      );
      const order = first.map((item, place) => ({ item, score: scores[place] ?? 0 }));
      // Equal scores keep the order of before.
      order.sort((a, b) => b.score - a.score);
      return {
        items: [...order.map(({ item }) => item), ...items.slice(first.length)],
        scores: new Map(order.map(({ item, score }) => [item, score])),
        model: reranker.id,
        error: null,
      };
    } catch (error) {
      const reason = reasonOf(error, limited);
      if (signal.aborted || reason === null) throw error;
      return { items: [...items], scores: new Map(), model: reranker.id, error: reason };
    }
  }

  async #ask(
    reranker: Reranker,
    query: string,
    texts: readonly string[],
    { meter, signal }: { meter: Meter; signal: AbortSignal },
  ): Promise<number[]> {
    const scores: number[] = [];
    for (let from = 0; from < texts.length; from += reranker.batchSize) {
      const batch = texts.slice(from, from + reranker.batchSize);
      meter.trace.asks(reranker.id, 'else');
      const facts = () => ({
        'gen_ai.operation.name': 'rerank',
        ...modelFacts(reranker.id),
        'parley.texts': batch.length,
      });
      const ranking = await inSpan(`rerank ${reranker.id}`, { kind: 'client', facts }, () =>
        reranker.rerank(query, batch, signal),
      );
      meter.add(this.#consumption(reranker, { query, texts: batch }, ranking));
      scores.push(...ranking.scores);
    }
    return scores;
  }

  #consumption(
    reranker: Reranker,
    { query, texts }: { query: string; texts: readonly string[] },
    ranking: Ranking,
  ): Consumption {
    const estimate = texts.reduce((sum, text) => sum + estimateTokens(text) + estimateTokens(query), 0);
    const inputTokens = ranking.inputTokens ?? estimate;
    const costUsd = this.#cost(inputTokens, ranking.requests);
    const usage = { inputTokens, cachedTokens: 0, outputTokens: 0 };
    return { model: reranker.id, usage, costUsd, upstreamCostUsd: costUsd };
  }

  #cost(inputTokens: number, requests: number): number {
    const { prices } = this.#parts;
    const usage = { inputTokens, cachedTokens: 0, outputTokens: 0 };
    return costOf({ ...prices, request: prices.request * requests }, usage);
  }
}

/** Scores of 0 to 1. Engines that give the model's own numbers (llama.cpp) are brought there by the logistic function. */
function toShares(scores: readonly number[]): number[] {
  const isShare = scores.every((score) => score >= 0 && score <= 1);
  return isShare ? [...scores] : scores.map((score) => 1 / (1 + Math.exp(-score)));
}

/** Why there are no scores; null for what is no failure of the engine. */
function reasonOf(error: unknown, limited: AbortSignal): string | null {
  if (limited.aborted) return 'upstream_timeout: The model took too long.';
  return isOfEngine(error) ? `${error.code}: ${error.message}` : null;
}

const isOfEngine = (error: unknown): error is AppError =>
  isOfFamily(error, 'upstream') || isAppError(error, 'context_length_exceeded') || isAppError(error, 'model_not_found');
