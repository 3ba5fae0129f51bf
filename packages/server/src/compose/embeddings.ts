import type { AnswerPair } from '@parley/reader';
import { LRUCache } from 'lru-cache';
import { SentenceEmbedder } from '../adapters/encoder/sentence-embedder.ts';
import { LexicalEmbedder } from '../adapters/lexical/lexical-embedder.ts';
import type { ReadersEncoder } from '../adapters/reader/reader-threads.ts';
import { embedderNames, sentenceEncoderId } from '../config/models.ts';
import { type EmbeddingParts, EmbeddingService } from '../features/knowledge/embeddings/embedding-service.ts';
import { RerankService } from '../features/knowledge/reranking/rerank-service.ts';
import { likenessOf } from '../features/models/asked-alike.ts';
import type { Likeness } from '../features/models/reply-cache.ts';
import { enginePrices } from '../features/money/billing/engine-prices.ts';
import { withinLimit } from '../lib/within-limit.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { JudgeAnswers } from '../ports/judge-answers.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { NamedEngines } from './named-engines.ts';
import type { Platform } from './platform.ts';

/** What puts passages in order, where the operator named a model, and any other that a call names. */
export function composeReranking(
  { config }: Platform,
  engines: NamedEngines,
): { reranking: RerankService; named(name: string): RerankService | null } {
  const { reranking: usual } = config.models;
  const serviceOf = (reranker: Reranker | null) =>
    new RerankService({ reranker, prices: enginePrices(reranker?.id ?? '', engines.priced, 'rerank') });
  return {
    reranking: serviceOf(usual === null ? null : engines.reranker(usual, usual)),
    named: (name) => {
      const reranker = engines.reranker(name, usual);
      return reranker && serviceOf(reranker);
    },
  };
}

/** The embedded encoder; null where the settings or the platform leave it out. */
export function composeSentences({ config, openProcesses }: Platform): SentenceEmbedder | null {
  const { encoder } = config.models;
  return encoder && new SentenceEmbedder({ id: sentenceEncoderId, open: openProcesses, ...encoder });
}

/** The first question after a start waits for the encoder, and is answered as the next ones are. */
const longestWordsMs = 5_000;
/** Headings and words come again with each question about a table, and a question may be asked again. */
const mostKept = 5_000;

/** What the embedded reader asks of the encoder, kept for the next who ask. */
export function readersEncoder(sentences: Pick<SentenceEmbedder, 'embedWords' | 'judge'>): ReadersEncoder {
  const inTime = () => AbortSignal.timeout(longestLoadMs);
  const embed = keeping((texts: readonly string[]) => sentences.embedWords(texts, inTime()));
  const judge = keeping((pairs: readonly string[]) => sentences.judge(pairs.map(pairOf), { signal: inTime() }));
  let judging = 0;
  return {
    embed,
    async judge(pairs) {
      if (judging >= mostJudging) return null;
      judging++;
      try {
        return await judge(pairs.map(({ question, passage }) => `${question}\n${passage}`));
      } finally {
        judging--;
      }
    },
  };
}

/** More questions at once are answered without the encoder, which judges them one after the other: the last of these waits some two seconds. */
const mostJudging = 24;

/** What research asks of the encoder about the passages of a source, of which many are read at once; null where it has nothing in time. */
export const sourceJudge =
  (sentences: Pick<SentenceEmbedder, 'judge'>): JudgeAnswers =>
  (pairs, signal) =>
    sentences
      .judge(pairs, { purpose: 'document', signal: AbortSignal.any([signal, AbortSignal.timeout(longestSourceMs)]) })
      .catch(() => null);

/** Behind all texts that are being embedded. */
const longestSourceMs = 15_000;

/** A question has one line. */
function pairOf(kept: string): AnswerPair {
  const end = kept.indexOf('\n');
  return { question: kept.slice(0, end), passage: kept.slice(end + 1) };
}

function keeping<T extends object | number>(find: (texts: readonly string[]) => Promise<readonly T[]>) {
  const kept = new LRUCache<string, T>({ max: mostKept });
  return async (texts: readonly string[]): Promise<T[] | null> => {
    const fresh = texts.filter((text) => !kept.has(text));
    if (fresh.length > 0) {
      const found = await withinLimit(find(fresh), longestWordsMs).catch(() => null);
      if (!found) return null;
      for (const [at, text] of fresh.entries()) {
        const own = found[at];
        if (own !== undefined) kept.set(text, own);
      }
    }
    const all = texts.flatMap((text) => kept.get(text) ?? []);
    return all.length === texts.length ? all : null;
  };
}

/** For so long a call waits to hear whether somebody asked the same before: a model would take longer. */
const longestLookMs = 2_000;
const longestLoadMs = 60_000;

/** Vectors of texts, for the endpoint and for whatever searches by them. */
export function composeEmbeddings(
  { config }: Platform,
  {
    engines,
    permit,
    sentences,
  }: { engines: NamedEngines; permit: EmbeddingParts['permit']; sentences: SentenceEmbedder | null },
): { embeddings: EmbeddingService; likeness: Likeness | null } {
  const { embedding } = config.models;
  const createEmbedder = (name: string): Embedder | null => {
    if (name === 'lexical') return new LexicalEmbedder();
    if (name === sentenceEncoderId) return sentences;
    return engines.embedder(name, embedding);
  };
  const embeddings = new EmbeddingService({
    defaultModel: embedding,
    names: embedderNames(config.models),
    createEmbedder,
    permit,
    inTurn: engines.inTurn,
    pricesOf: (name) => enginePrices(name, engines.priced, 'embedding'),
  });
  const likeness: Likeness = async (one, other) => {
    if (!sentences) return null;
    // Goes on when it takes too long: a process that begins is ready for the next who ask.
    const work = sentences.embed([one, other], { purpose: 'query', signal: AbortSignal.timeout(longestLoadMs) });
    // The model is asked where nothing is known in time, which is never wrong.
    const found = await withinLimit(work, longestLookMs).catch(() => null);
    const [first, second] = found?.vectors ?? [];
    return first && second ? likenessOf(first, second) : null;
  };
  return { embeddings, likeness: sentences ? likeness : null };
}
