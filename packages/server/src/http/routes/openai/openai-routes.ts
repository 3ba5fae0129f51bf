import {
  createCompletion,
  createEmbedding,
  createModeration,
  createOpenAIChatCompletion,
  createOpenAIImage,
  createRerank,
  responseEndpoints as endpoints,
} from '@parley/contract';
import type { CompletionService } from '../../../features/compatible/completions/completion-service.ts';
import type { OpenAIImageService } from '../../../features/compatible/openai/images/openai-image-service.ts';
import type { ModerationService } from '../../../features/compatible/openai/moderations/moderation-service.ts';
import type { OpenAIChatService } from '../../../features/compatible/openai/openai-chat-service.ts';
import type { ResponseService } from '../../../features/compatible/openai/responses/response-service.ts';
import { createEmbeddings } from '../../../features/knowledge/embeddings/embedding-endpoint.ts';
import { createReranking, type RerankEndpointParts } from '../../../features/knowledge/reranking/rerank-endpoint.ts';
import { EventBlocks, type Route, route } from '../../route.ts';
import { streamHeader } from '../../send-resumable.ts';
import { completionStream, openaiChatStream, openaiImageStream, responseStream } from './openai-streams.ts';

export interface OpenAIServices extends RerankEndpointParts {
  completions: CompletionService;
  chat: OpenAIChatService;
  moderations: ModerationService;
  responses: ResponseService;
  images: OpenAIImageService;
}

export function openaiRoutes(services: OpenAIServices): Route[] {
  const { completions, chat, embeddings, responses, images } = services;
  return [
    route(createCompletion, async ({ body, call }) =>
      body.stream ? completionStream(completions.stream(body, call), body) : completions.complete(body, call),
    ),
    route(createOpenAIChatCompletion, async ({ body, call }) =>
      body.stream ? openaiChatStream(chat.stream(body, call), body) : chat.complete(body, call),
    ),
    route(createEmbedding, ({ body, call }) => createEmbeddings(embeddings, body, call)),
    route(createModeration, ({ body, call }) => services.moderations.moderate(body, call)),
    route(createRerank, ({ body, call }) => createReranking(services, body, call)),
    route(createOpenAIImage, async ({ body, call }) =>
      body.stream ? openaiImageStream(images.stream(body, call), body.n ?? 1) : images.create(body, call),
    ),
    route(endpoints.createResponse, async ({ body, call }) => {
      if (!body.stream) return responses.create(body, call);
      if (!body.background) return responseStream(await responses.stream(body, call));
      const { id, blocks } = await responses.streamInBackground(body, call);
      return new EventBlocks(blocks, { [streamHeader]: id });
    }),
    route(endpoints.getResponse, async ({ params, query, call }) =>
      query.stream
        ? new EventBlocks(await responses.resume(params.id, query.starting_after, call), { [streamHeader]: params.id })
        : responses.get(call.workspaceId, params.id),
    ),
    route(endpoints.deleteResponse, async ({ params, call }) => {
      await responses.delete(call.workspaceId, params.id);
      return { id: params.id, object: 'response', deleted: true };
    }),
    route(endpoints.cancelResponse, ({ params, call }) => responses.cancel(call.workspaceId, params.id)),
    route(endpoints.listResponseInput, async ({ params, call }) => {
      const data = await responses.input(call.workspaceId, params.id);
      const idOf = (item: { id?: unknown } | undefined) => (item === undefined ? null : String(item.id));
      return { object: 'list', data, has_more: false, first_id: idOf(data[0]), last_id: idOf(data.at(-1)) };
    }),
  ];
}
