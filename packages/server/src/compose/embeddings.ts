import { SentenceEmbedder } from '../adapters/encoder/sentence-embedder.ts';
import { LexicalEmbedder } from '../adapters/lexical/lexical-embedder.ts';
import { embedderNames, sentenceEncoderId } from '../config/models.ts';
import { EmbeddingService } from '../features/knowledge/embeddings/embedding-service.ts';
import { RerankService } from '../features/knowledge/reranking/rerank-service.ts';
import { likenessOf } from '../features/models/asked-alike.ts';
import type { Likeness } from '../features/models/reply-cache.ts';
import { enginePrices, type PricedProvider } from '../features/money/billing/engine-prices.ts';
import { withinLimit } from '../lib/within-limit.ts';
import type { UpstreamClient } from '../outbound/model-http/upstream-client.ts';
import type { Embedder } from '../ports/embedder.ts';
import { modelVendors } from '../vendors/model-vendors.ts';
import type { Platform } from './platform.ts';

/** What puts passages in order, where the operator named a model. */
export function composeReranking(
  { config }: Platform,
  { client, priced }: { client: UpstreamClient; priced: readonly PricedProvider[] },
): RerankService {
  const { providers, reranking: name, timeouts } = config.models;
  const provider = providers.find(({ id }) => name?.startsWith(`${id}/`));
  const model = name?.slice(name.indexOf('/') + 1) ?? '';
  const made = provider && modelVendors[provider.type].createReranker?.(model, provider, { client, timeouts });
  return new RerankService({
    reranker: made ?? null,
    prices: enginePrices(name ?? '', priced, 'rerank'),
  });
}

/** For so long a call waits to hear whether somebody asked the same before: a model would take longer. */
const longestLookMs = 2_000;
const longestLoadMs = 60_000;

/** Vectors of texts, for the endpoint and for whatever searches by them. */
export function composeEmbeddings(
  { config, openProcesses }: Platform,
  { client, priced }: { client: UpstreamClient; priced: readonly PricedProvider[] },
): { embeddings: EmbeddingService; likeness: Likeness | null; close(): Promise<void> } {
  const { providers, embedding, encoder, timeouts } = config.models;
  const sentences = encoder && new SentenceEmbedder({ id: sentenceEncoderId, open: openProcesses, ...encoder });
  const createEmbedder = (name: string): Embedder | null => {
    if (name === 'lexical') return new LexicalEmbedder();
    if (name === sentenceEncoderId) return sentences;
    const slash = name.indexOf('/');
    const provider = providers.find(({ id }) => id === name.slice(0, slash));
    if (provider === undefined || slash === name.length - 1) return null;
    // Nobody may name models of a local server that nobody asked for.
    if (provider.access === 'usual-address' && name !== embedding) return null;
    return modelVendors[provider.type].createEmbedder?.(name.slice(slash + 1), provider, { client, timeouts }) ?? null;
  };
  const embeddings = new EmbeddingService({
    defaultModel: embedding,
    names: embedderNames(config.models),
    createEmbedder,
    pricesOf: (name) => enginePrices(name, priced, 'embedding'),
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
  return { embeddings, likeness: sentences ? likeness : null, close: async () => sentences?.close() };
}
