import {
  countMessageTokens,
  createAgentReply,
  createAnswer,
  createChatCompletion,
  createConversationReply,
  createMessage,
  streamChatCompletion,
  streamMessage,
} from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { ChatCompletionService } from '../../../features/compatible/chat-completions/chat-completion-service.ts';
import type { MessagesService } from '../../../features/compatible/messages/messages-service.ts';
import type { AgentService } from '../../../features/text/agents/agent-service.ts';
import type { AnswerService } from '../../../features/text/answers/answer-service.ts';
import type { ConversationService } from '../../../features/text/conversations/conversation-service.ts';
import { RawReply, type Route, route } from '../../route.ts';
import { namedMessageStream, plainMessageStream } from './message-streams.ts';
import { chatStream, textStream } from './text-streams.ts';

export interface TextServices {
  answers: AnswerService;
  conversations: ConversationService;
  agents: AgentService;
  chat: ChatCompletionService;
  messages: MessagesService;
}

export function textRoutes({ answers, conversations, agents, chat, messages }: TextServices): Route[] {
  return [
    route(createAnswer, async ({ body, call }) => {
      if (body.stream) return textStream(answers.stream(body, call));
      const { answer, schemaMode } = await answers.answer(body, call);
      return schemaMode === undefined
        ? answer
        : new RawReply({ status: 200, headers: { 'x-parley-schema-mode': schemaMode }, body: answer });
    }),
    route(createConversationReply, async ({ body, call }) => {
      return body.stream ? textStream(conversations.stream(body, call)) : conversations.reply(body, call);
    }),
    route(createAgentReply, async ({ body, call }) => {
      return body.stream ? textStream(agents.stream(body, call)) : agents.reply(body, call);
    }),
    route(createChatCompletion, async ({ body, call }) =>
      body.stream ? chatStream(chat.stream(body, call)) : chat.complete(body, call),
    ),
    route(streamChatCompletion, ({ body, call }) => chatStream(chat.stream(body, call))),
    route(createMessage, async ({ body, call, raw }) =>
      body.stream
        ? namedMessageStream(messages.stream(body, call, betasOf(raw)))
        : messages.create(body, call, betasOf(raw)),
    ),
    route(streamMessage, ({ body, call, raw }) => plainMessageStream(messages.stream(body, call, betasOf(raw)))),
    route(countMessageTokens, async ({ body, call }) => ({
      input_tokens: await messages.countTokens(body, call),
    })),
  ];
}

/** Switches of Anthropic's, which go to Anthropic alone. */
function betasOf(request: FastifyRequest): string | undefined {
  const betas = request.headers['anthropic-beta'];
  const text = Array.isArray(betas) ? betas.join(',') : betas;
  return text !== undefined && /^[\w., -]{1,1000}$/.test(text) ? text : undefined;
}
