import type { RerankList, RerankRequest } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { InTurn } from '../../../lib/in-turn.ts';
import { requireModel } from '../../../lib/require-model.ts';
import type { Call } from '../../../ports/call.ts';
import type { EmbeddingService } from '../embeddings/embedding-service.ts';
import type { RerankService } from './rerank-service.ts';

/** Of all documents of a call: minutes of work for the embedded encoder. */
const maxCharacters = 1_000_000;

interface Scored {
  model: string;
  /** 0 to 1, one for each text. */
  scores: number[];
  inputTokens: number;
}

export interface RerankEndpointParts {
  reranking: RerankService;
  embeddings: EmbeddingService;
  /** What ranks by another model than the operator's; null for what does not rank. */
  named(model: string): RerankService | null;
  /** Throws where `provider` of the call does not let it go to an engine. */
  permit(engine: string, provider: RerankRequest['provider']): void;
  /** The chain of a route, for a call that names one. */
  inTurn: InTurn;
}

/** `POST /v1/rerank`: by the model that ranks, where there is one and no other is named, else by likeness of vectors. */
export async function createReranking(
  { reranking, embeddings, named, permit, inTurn }: RerankEndpointParts,
  { model, query, documents, top_n, return_documents, provider }: RerankRequest,
  call: Call,
): Promise<RerankList> {
  const texts = documents.map((document) => (typeof document === 'string' ? document : document.text));
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > maxCharacters) {
    throw new AppError(
      'invalid_request',
      `documents have ${characters} characters; ${maxCharacters} are the limit of a call`,
      {
        title: 'documents are too long',
        param: 'documents',
      },
    );
  }
  const rankerOf = (name: string | undefined) => (reranking.serves(name) ? reranking : name ? named(name) : null);
  const first = rankerOf(model ?? undefined);
  requireModel(call, model ?? first?.model ?? embeddings.default.id);
  const asked = { query, texts, meter: call.meter, signal: call.signal };
  const work = async (name: string | null | undefined): Promise<Scored> => {
    const engine = name ?? undefined;
    const ranker = rankerOf(engine);
    if (ranker?.model) permit(ranker.model, provider);
    if (ranker) return ranker.score(asked);
    // Of a route with engines that rank these alone are asked.
    if (first !== null) throw new AppError('model_not_found', `${engine} ranks nothing`, { param: 'model' });
    return likeness(embeddings, engine, { ...asked, provider });
  };
  const { model: used, scores, inputTokens } = await inTurn(model, work);
  const results = texts
    .map((text, index) => ({
      index,
      relevance_score: scores[index] ?? 0,
      ...(return_documents === true && { document: { text } }),
    }))
    // Equal scores keep the order of the request.
    .sort((a, b) => b.relevance_score - a.relevance_score)
    .slice(0, top_n ?? undefined);
  return { object: 'list', model: used, results, usage: { prompt_tokens: inputTokens, total_tokens: inputTokens } };
}

/** Cosines of the question's vector and those of the texts; below 0 nothing is alike. */
async function likeness(
  embeddings: EmbeddingService,
  model: string | undefined,
  {
    query,
    texts,
    ...call
  }: Pick<Call, 'meter' | 'signal'> & {
    query: string;
    texts: readonly string[];
    provider: RerankRequest['provider'];
  },
): Promise<Scored> {
  const question = await embeddings.embed({ model, texts: [query], purpose: 'query', ...call });
  const passages = await embeddings.embed({ model, texts, purpose: 'document', ...call });
  const [wanted = new Float32Array()] = question.vectors;
  const scores = passages.vectors.map((vector) => {
    const cosine = vector.reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0);
    return Math.min(1, Math.max(0, cosine));
  });
  return { model: passages.model, scores, inputTokens: question.inputTokens + passages.inputTokens };
}
