import type { ProviderWishes } from '@parley/contract';
import { CompletionService } from '../features/compatible/completions/completion-service.ts';
import { imageLoader } from '../features/compatible/messages/load-image.ts';
import type { ReadDocument, StoredImage } from '../features/compatible/messages/message-blocks.ts';
import type { ContentLoaders } from '../features/compatible/openai/content-parts.ts';
import { OpenAIImageService } from '../features/compatible/openai/images/openai-image-service.ts';
import { ModerationService } from '../features/compatible/openai/moderations/moderation-service.ts';
import { OpenAIChatService } from '../features/compatible/openai/openai-chat-service.ts';
import type { Searches } from '../features/compatible/openai/responses/built-in-tools.ts';
import { toCollectionFilter } from '../features/compatible/vector-stores/to-collection-filter.ts';
import type { CollectionService } from '../features/knowledge/collections/collection-service.ts';
import type { EmbeddingService } from '../features/knowledge/embeddings/embedding-service.ts';
import type { RerankService } from '../features/knowledge/reranking/rerank-service.ts';
import type { ImageService } from '../features/media/image-service.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import { enginePrices } from '../features/money/billing/engine-prices.ts';
import type { WebSearchService } from '../features/research/search/web-search-service.ts';
import type { ResumableStreams } from '../features/runs/streams/resumable-streams.ts';
import type { CheckTools } from '../features/text/generation/check-tools.ts';
import type { GenerationService } from '../features/text/generation/generation-service.ts';
import { imageFormRoutes } from '../http/routes/openai/image-form-routes.ts';
import { openaiRoutes } from '../http/routes/openai/openai-routes.ts';
import type { NamedEngines } from './named-engines.ts';
import type { Platform } from './platform.ts';
import { composeResponses } from './responses.ts';
import type { RunRoom } from './runs.ts';

export interface OpenAIParts {
  models: ModelRouter;
  engines: NamedEngines;
  permit(engine: string, wishes: ProviderWishes | null | undefined): void;
  /** What ranks under a name; null for what does not rank. */
  named(name: string): RerankService | null;
  runs: RunRoom;
  streams: ResumableStreams;
  search: { webSearch: WebSearchService };
  collections: CollectionService;
  embeddings: EmbeddingService;
  reranking: RerankService;
  media: { images: ImageService };
  text: { generation: GenerationService; checkTools: CheckTools };
  stored: { readDocument: ReadDocument; storedImage: StoredImage };
}

/** OpenAI's endpoints over the capabilities that are there. */
export function composeOpenAI(platform: Platform, parts: OpenAIParts) {
  const { clock, fetcher } = platform;
  const { text, stored, embeddings, reranking, models, runs, streams, search, collections, media } = parts;
  const { generation, checkTools } = text;
  const { readDocument, storedImage } = stored;
  const loaders: ContentLoaders = { loadImage: imageLoader(fetcher), readDocument, storedImage };
  const modelOf = (name: string | undefined) => models.resolve(name ?? models.defaultModel);
  const searches: Searches = {
    web: (request, call) => search.webSearch.search(request, call),
    files: async ({ collectionIds, query, limit, filters }, call) => {
      const filter = filters === undefined ? {} : { filter: toCollectionFilter(filters) };
      const searches = collectionIds.map((id) => collections.search(call, id, { query, top_k: limit, ...filter }));
      const found = (await Promise.all(searches)).flatMap(({ results }) => results);
      return found.sort((a, b) => b.score - a.score).slice(0, limit);
    },
  };
  const responses = composeResponses(platform, {
    generation,
    checkTools,
    loaders,
    searches,
    modelOf,
    runs,
    streams,
  });
  const images = new OpenAIImageService({ images: media.images, clock });
  const calls = {
    responses,
    embeddings,
    completions: new CompletionService({ generation, clock }),
    chat: new OpenAIChatService({ generation, checkTools, loaders, clock }),
  };
  return {
    calls,
    routes: [
      ...openaiRoutes({
        ...calls,
        images,
        reranking,
        named: parts.named,
        permit: parts.permit,
        inTurn: parts.engines.inTurn,
        moderations: composeModeration(platform, parts),
      }),
      ...imageFormRoutes({ images }),
    ],
  };
}

function composeModeration({ config }: Platform, { engines, permit }: OpenAIParts): ModerationService {
  const { moderation } = config.models;
  return new ModerationService({
    defaultModel: moderation,
    pricesOf: (name) => enginePrices(name, engines.priced, 'moderation'),
    createModerator: (name) => engines.moderator(name, moderation),
    permit,
    inTurn: engines.inTurn,
  });
}
