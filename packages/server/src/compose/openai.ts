import type { RunMeters } from '../features/billing/run-meters.ts';
import type { CollectionService } from '../features/collections/collection-service.ts';
import { CompletionService } from '../features/completions/completion-service.ts';
import type { EmbeddingService } from '../features/embeddings/embedding-service.ts';
import type { CheckTools } from '../features/generation/check-tools.ts';
import type { GenerationService } from '../features/generation/generation-service.ts';
import type { ImageService } from '../features/media/image-service.ts';
import { imageLoader } from '../features/messages/load-image.ts';
import type { ReadDocument, StoredImage } from '../features/messages/message-blocks.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import type { ContentLoaders } from '../features/openai/content-parts.ts';
import { OpenAIImageService } from '../features/openai/images/openai-image-service.ts';
import { OpenAIChatService } from '../features/openai/openai-chat-service.ts';
import type { Searches } from '../features/openai/responses/built-in-tools.ts';
import type { WebSearchService } from '../features/search/web-search-service.ts';
import { toCollectionFilter } from '../features/vector-stores/to-collection-filter.ts';
import { openaiRoutes } from '../http/routes/openai/openai-routes.ts';
import type { Platform } from './platform.ts';
import { composeResponses } from './responses.ts';

export interface OpenAIParts {
  models: ModelRouter;
  meters: RunMeters;
  search: { webSearch: WebSearchService };
  collections: CollectionService;
  embeddings: EmbeddingService;
  media: { images: ImageService };
  text: { generation: GenerationService; checkTools: CheckTools };
  stored: { readDocument: ReadDocument; storedImage: StoredImage };
}

/** OpenAI's endpoints over the capabilities that are there. */
export function composeOpenAI(platform: Platform, parts: OpenAIParts) {
  const { clock, fetcher } = platform;
  const { text, stored, embeddings, models, meters, search, collections, media } = parts;
  const { generation, checkTools } = text;
  const { readDocument, storedImage } = stored;
  const loaders: ContentLoaders = { loadImage: imageLoader(fetcher), readDocument, storedImage };
  const isEmbedded = (model: string | undefined) => models.resolve(model ?? models.defaultModel).embedded;
  const searches: Searches = {
    web: (request, call) => search.webSearch.search(request, call),
    files: async ({ collectionIds, query, limit, filters }, call) => {
      const filter = filters === undefined ? {} : { filter: toCollectionFilter(filters) };
      const searches = collectionIds.map((id) => collections.search(call, id, { query, top_k: limit, ...filter }));
      const found = (await Promise.all(searches)).flatMap(({ results }) => results);
      return found.sort((a, b) => b.score - a.score).slice(0, limit);
    },
  };
  const { responses, ...background } = composeResponses(platform, {
    generation,
    checkTools,
    loaders,
    searches,
    isEmbedded,
    meters,
  });
  return {
    ...background,
    routes: openaiRoutes({
      responses,
      images: new OpenAIImageService({ images: media.images, clock }),
      completions: new CompletionService({ generation, clock }),
      embeddings,
      chat: new OpenAIChatService({ generation, checkTools, loaders, clock }),
    }),
  };
}
