import {
  createAgentReply,
  createAnswer,
  createCompletion,
  createConversationReply,
  createEmbedding,
  createMessage,
  createOpenAIChatCompletion,
  responseEndpoints,
} from '@parley/contract';
import type { CompletionService } from '../features/compatible/completions/completion-service.ts';
import type { MessagesService } from '../features/compatible/messages/messages-service.ts';
import type { OpenAIChatService } from '../features/compatible/openai/openai-chat-service.ts';
import type { ResponseService } from '../features/compatible/openai/responses/response-service.ts';
import { createEmbeddings } from '../features/knowledge/embeddings/embedding-endpoint.ts';
import type { EmbeddingService } from '../features/knowledge/embeddings/embedding-service.ts';
import type { KeyRecord } from '../features/people/keys/key-record.ts';
import type { AgentService } from '../features/text/agents/agent-service.ts';
import type { AnswerService } from '../features/text/answers/answer-service.ts';
import type { ConversationService } from '../features/text/conversations/conversation-service.ts';
import { LineCalls } from '../http/line-calls.ts';
import type { Platform } from './platform.ts';

export interface LineParts {
  keys: { find(id: string): Promise<KeyRecord | null> };
  text: {
    answers: AnswerService;
    conversations: ConversationService;
    agents: AgentService;
    messages: MessagesService;
  };
  calls: {
    chat: OpenAIChatService;
    responses: ResponseService;
    completions: CompletionService;
    embeddings: EmbeddingService;
  };
}

/** The endpoints whose calls can stand in files and sets. */
export function composeLineCalls({ clock, config }: Platform, { keys, text, calls }: LineParts): LineCalls {
  const { chat, responses, completions, embeddings } = calls;
  const { answers, conversations, agents, messages } = text;
  return new LineCalls({
    endpoints: {
      '/v1/chat/completions': {
        endpoint: createOpenAIChatCompletion,
        answer: (body, call) => chat.complete(body, call),
      },
      '/v1/responses': {
        endpoint: responseEndpoints.createResponse,
        answer: (body, call) => responses.create(body, call),
      },
      '/v1/embeddings': { endpoint: createEmbedding, answer: (body, call) => createEmbeddings(embeddings, body, call) },
      '/v1/completions': { endpoint: createCompletion, answer: (body, call) => completions.complete(body, call) },
      '/v1/messages': { endpoint: createMessage, answer: (body, call) => messages.create(body, call) },
      '/v1/answer': { endpoint: createAnswer, answer: async (body, call) => (await answers.answer(body, call)).answer },
      '/v1/conversation': {
        endpoint: createConversationReply,
        answer: (body, call) => conversations.reply(body, call),
      },
      '/v1/agent': { endpoint: createAgentReply, answer: (body, call) => agents.reply(body, call) },
    },
    keys,
    clock,
    checkReplies: config.server.checkReplies,
  });
}
