import Type, { type Static } from 'typebox';
import { collectionFields } from './collections.ts';
import { endpoint } from './endpoint.ts';
import { promptField } from './prompt-choice.ts';
import {
  AgentMessage,
  Citations,
  ConversationMessage,
  FileIds,
  GroundingTokens,
  JsonSchemaObject,
  NotBlank,
  ParallelToolCalls,
  pictureFields,
  replyFields,
  samplingFields,
  TextEvent,
  ToolCall,
  ToolChoice,
  ToolDefinition,
  textAuth,
  textTag,
  Ungrounded,
} from './text.ts';
import { ExecutedCall, integrationFields } from './text-integrations.ts';

const Stream = Type.Optional(Type.Boolean({ default: false, description: 'True for server-sent events.' }));
const SystemPrompt = (fallback: string) =>
  Type.Optional(Type.String({ default: fallback, description: 'How the assistant should behave.' }));

export const AnswerRequest = Type.Object({
  query: NotBlank('The question or task.'),
  response_format: Type.Optional(JsonSchemaObject),
  stream: Stream,
  file_ids: Type.Optional(FileIds),
  ...collectionFields,
  context: Type.Optional(Type.String({ description: 'Text to answer from.' })),
  citations: Citations,
  ...pictureFields,
  grounding_tokens: GroundingTokens,
  ungrounded: Ungrounded,
  ...samplingFields,
  ...promptField,
});
export type AnswerRequest = Static<typeof AnswerRequest>;

export const Answer = Type.Object({
  success: Type.Literal(true),
  answer: Type.String({ description: 'With `response_format`, the JSON text of `data`.' }),
  short_answer: Type.Optional(Type.String({ description: 'The span itself, when the answer is one.' })),
  ...replyFields,
});
export type Answer = Static<typeof Answer>;

/** Answers one question; nothing is remembered between calls. */
export const createAnswer = endpoint({
  id: 'createAnswer',
  method: 'POST',
  path: '/v1/answer',
  auth: textAuth,
  tag: textTag,
  summary: 'Answer a question',
  description: 'Single turn, with structured output, files and streaming on request.',
  body: AnswerRequest,
  responses: { 200: Answer },
  event: TextEvent,
  idempotent: true,
  problems: {
    '/query': 'query is required',
    '/response_format': 'response_format must be a valid JSON schema object',
  },
  example: {
    query: 'When was the bridge opened?',
    context: 'The bridge was opened on 4 May 1932 by the mayor.',
  },
});

export const ConversationRequest = Type.Object({
  messages: Type.Array(ConversationMessage, { minItems: 1, maxItems: 10_000 }),
  system_prompt: SystemPrompt('You are a helpful assistant.'),
  response_format: Type.Optional(JsonSchemaObject),
  stream: Stream,
  file_ids: Type.Optional(FileIds),
  ...collectionFields,
  citations: Citations,
  ...pictureFields,
  grounding_tokens: GroundingTokens,
  ungrounded: Ungrounded,
  ...samplingFields,
  ...promptField,
});
export type ConversationRequest = Static<typeof ConversationRequest>;

export const ConversationReply = Type.Object({
  success: Type.Literal(true),
  response: Type.String(),
  ...replyFields,
});
export type ConversationReply = Static<typeof ConversationReply>;

/** Continues a conversation whose whole history comes with the request. */
export const createConversationReply = endpoint({
  id: 'createConversationReply',
  method: 'POST',
  path: '/v1/conversation',
  auth: textAuth,
  tag: textTag,
  summary: 'Continue a conversation',
  description: 'The full history is sent each time; the service keeps none.',
  body: ConversationRequest,
  responses: { 200: ConversationReply },
  event: TextEvent,
  idempotent: true,
  problems: {
    '/messages': 'messages are required',
    '/response_format': 'response_format must be a valid JSON schema object',
  },
  example: { messages: [{ role: 'user', content: 'What is 12 times 12?' }] },
});

export const AgentRequest = Type.Object({
  messages: Type.Array(AgentMessage, { minItems: 1, maxItems: 10_000 }),
  tools: Type.Optional(
    Type.Array(ToolDefinition, { maxItems: 500, description: 'At least one, unless `integrations` are given.' }),
  ),
  ...integrationFields,
  system_prompt: SystemPrompt('You are a helpful assistant with access to tools.'),
  stream: Stream,
  file_ids: Type.Optional(FileIds),
  ...collectionFields,
  tool_choice: Type.Optional(ToolChoice),
  parallel_tool_calls: ParallelToolCalls,
  response_format: Type.Optional(JsonSchemaObject),
  citations: Citations,
  ...pictureFields,
  grounding_tokens: GroundingTokens,
  ungrounded: Ungrounded,
  ...samplingFields,
  ...promptField,
});
export type AgentRequest = Static<typeof AgentRequest>;

export const AgentReply = Type.Object({
  success: Type.Literal(true),
  response: Type.String(),
  tool_calls: Type.Union([Type.Array(ToolCall), Type.Null()], { description: 'Null when no tool is wanted.' }),
  executed_calls: Type.Optional(Type.Array(ExecutedCall, { description: 'With `execute`: what was run, in order.' })),
  ...replyFields,
});
export type AgentReply = Static<typeof AgentReply>;

/** Decides which of the caller's tools to call; the caller runs them. */
export const createAgentReply = endpoint({
  id: 'createAgentReply',
  method: 'POST',
  path: '/v1/agent',
  auth: textAuth,
  tag: textTag,
  summary: "Choose among the caller's tools, or answer",
  description:
    'Returns `tool_calls`; run them and send the same messages again, followed by an assistant message with those `tool_calls` and a `tool` message with `tool_call_results`.',
  body: AgentRequest,
  responses: { 200: AgentReply },
  event: TextEvent,
  idempotent: true,
  problems: {
    '/messages': 'messages are required',
    '/tools': 'tools are required',
    '/response_format': 'response_format must be a valid JSON schema object',
  },
  example: {
    messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
    tools: [
      {
        name: 'get_weather',
        description: 'Current weather of a city.',
        input_schema: {
          type: 'object',
          properties: { city: { type: 'string', description: 'Name of the city' } },
          required: ['city'],
        },
      },
    ],
  },
});
