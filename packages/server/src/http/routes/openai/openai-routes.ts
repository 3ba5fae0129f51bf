import { createCompletion, createEmbedding, createOpenAIChatCompletion } from '@parley/contract';
import type { CompletionService } from '../../../features/completions/completion-service.ts';
import { createEmbeddings } from '../../../features/embeddings/embedding-endpoint.ts';
import type { EmbeddingService } from '../../../features/embeddings/embedding-service.ts';
import type { OpenAIChatService } from '../../../features/openai/openai-chat-service.ts';
import { type Route, route } from '../../route.ts';
import { completionStream, openaiChatStream } from './openai-streams.ts';

export interface OpenAIServices {
  completions: CompletionService;
  chat: OpenAIChatService;
  embeddings: EmbeddingService;
}

export function openaiRoutes({ completions, chat, embeddings }: OpenAIServices): Route[] {
  return [
    route(createCompletion, async ({ body, call }) =>
      body.stream ? completionStream(completions.stream(body, call), body) : completions.complete(body, call),
    ),
    route(createOpenAIChatCompletion, async ({ body, call }) =>
      body.stream ? openaiChatStream(chat.stream(body, call), body) : chat.complete(body, call),
    ),
    route(createEmbedding, ({ body, call }) => createEmbeddings(embeddings, body, call)),
  ];
}
