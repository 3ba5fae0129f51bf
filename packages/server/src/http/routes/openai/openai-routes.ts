import { createCompletion, createOpenAIChatCompletion } from '@parley/contract';
import type { CompletionService } from '../../../features/completions/completion-service.ts';
import type { OpenAIChatService } from '../../../features/openai/openai-chat-service.ts';
import { type Route, route } from '../../route.ts';
import { completionStream, openaiChatStream } from './openai-streams.ts';

export interface OpenAIServices {
  completions: CompletionService;
  chat: OpenAIChatService;
}

export function openaiRoutes({ completions, chat }: OpenAIServices): Route[] {
  return [
    route(createCompletion, async ({ body, call }) =>
      body.stream ? completionStream(completions.stream(body, call), body) : completions.complete(body, call),
    ),
    route(createOpenAIChatCompletion, async ({ body, call }) =>
      body.stream ? openaiChatStream(chat.stream(body, call), body) : chat.complete(body, call),
    ),
  ];
}
