import type {
  AgentMessage,
  AgentRequest,
  AnswerRequest,
  ChatCompletionRequest,
  ChatItem,
  ConversationRequest,
  OpenAIChatRequest,
  OpenAIMessage,
} from '@parley/sdk';
import { type Attachment, abilities, type Draft, type Turn } from './draft.ts';

/** A request with the endpoint that takes it. */
export type RunRequest =
  | { mode: 'answer'; body: AnswerRequest }
  | { mode: 'conversation'; body: ConversationRequest }
  | { mode: 'agent'; body: AgentRequest }
  | { mode: 'chat'; body: ChatCompletionRequest }
  | { mode: 'openai'; body: OpenAIChatRequest };

export const paths = {
  answer: '/v1/answer',
  conversation: '/v1/conversation',
  agent: '/v1/agent',
  chat: '/v1/chat-completion',
  openai: '/v1/chat/completions',
} as const;

/** What the service takes where no model is named; these two shapes want it named. */
export const usualModel = 'small-2';
export const needsModel = (mode: Draft['mode']): boolean => mode === 'chat' || mode === 'openai';

/** The turns with the message that is being written, when there is one. */
export function turnsOf({ turns, input }: Pick<Draft, 'turns' | 'input'>): Turn[] {
  return input.trim() === '' ? turns : [...turns, { role: 'user', text: input }];
}

/** What the draft asks of a model. Only what differs from the default is sent. */
export function toRequest(draft: Draft, chosen: string): RunRequest {
  const { mode, system } = draft;
  const model = chosen === '' && needsModel(mode) ? usualModel : chosen;
  const shared = { ...(model !== '' && { model }), ...parametersOf(draft) };
  const sent = { ...shared, ...materialOf(draft) };
  const prompt = system.trim() !== '' && { system_prompt: system };
  const format = draft.schema !== null && { response_format: draft.schema };
  switch (mode) {
    case 'answer':
      return {
        mode,
        body: {
          query: draft.input,
          ...sent,
          ...format,
          ...(draft.context.trim() !== '' && { context: draft.context }),
        },
      };
    case 'conversation':
      return { mode, body: { messages: turnsOf(draft).flatMap(plainMessages), ...prompt, ...sent, ...format } };
    case 'agent':
      return {
        mode,
        body: { messages: turnsOf(draft).map(agentMessage), ...prompt, ...agentTools(draft), ...sent, ...format },
      };
    case 'chat':
      return {
        mode,
        body: {
          messages: turnsOf(draft).flatMap(chatItems),
          ...(system.trim() !== '' && { system }),
          ...chatTools(draft),
          ...sent,
          model,
        },
      };
    case 'openai':
      return { mode, body: openAIBody(draft, model) };
    default:
      return mode satisfies never;
  }
}

const idsOf = (list: Attachment[]) => list.map(({ id }) => id);
const numberOf = (text: string): number | undefined => {
  const value = Number(text.replace(',', '.'));
  return text.trim() === '' || Number.isNaN(value) ? undefined : value;
};

function parametersOf({ temperature, maxTokens, effort }: Draft) {
  const [warmth, limit] = [numberOf(temperature), numberOf(maxTokens)];
  return {
    ...(warmth !== undefined && { temperature: warmth }),
    ...(limit !== undefined && { max_tokens: limit }),
    ...(effort !== '' && { reasoning_effort: effort }),
  };
}

function materialOf({ mode, files, collections, hasCitations, context }: Draft) {
  const hasMaterial = files.length + collections.length > 0 || (mode === 'answer' && context.trim() !== '');
  return {
    ...(files.length > 0 && { file_ids: idsOf(files) }),
    ...(collections.length > 0 && { collection_ids: idsOf(collections) }),
    ...(hasCitations && hasMaterial && abilities[mode].has('citations') && { citations: 'inline' as const }),
  };
}

const agentTools = ({ tools }: Draft) =>
  tools.length === 0
    ? {}
    : { tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })) };

const chatTools = ({ tools }: Draft) =>
  tools.length === 0
    ? {}
    : { functions: tools.map(({ name, description, schema }) => ({ name, description, parameters: schema })) };

const plainMessages = (turn: Turn) => (turn.role === 'tool' ? [] : [{ role: turn.role, content: turn.text }]);

function agentMessage(turn: Turn): AgentMessage {
  if (turn.role === 'user') return { role: 'user', content: turn.text };
  if (turn.role === 'assistant') {
    return { role: 'assistant', content: turn.text, ...(turn.calls.length > 0 && { tool_calls: turn.calls }) };
  }
  const tool_call_results = turn.results.map(({ call, result, isError }) => ({
    tool_call_id: call.id,
    result,
    ...(isError && { is_error: true }),
  }));
  return { role: 'tool', tool_call_results };
}

function chatItems(turn: Turn): ChatItem[] {
  if (turn.role === 'user') return [{ role: 'user', content: turn.text }];
  if (turn.role === 'tool') {
    const [first] = turn.results;
    const id = first ? groupOf(first.call.id) : '';
    return [
      {
        type: 'function_call_result',
        function_call_id: id,
        function_call_results: turn.results.map(({ result }) => result),
      },
    ];
  }
  const said: ChatItem[] = turn.text === '' ? [] : [{ role: 'assistant', content: turn.text }];
  const [first] = turn.calls;
  if (!first) return said;
  const function_calls = turn.calls.map(({ name, inputs }) => ({ name, input: inputs }));
  return [...said, { type: 'function_call', function_call_id: groupOf(first.id), function_calls }];
}

/** Chat completions name a group of calls, not each: calls here are `<group>#<number>`. */
const groupOf = (callId: string): string => callId.split('#')[0] ?? '';

function openAIBody(draft: Draft, model: string): OpenAIChatRequest {
  const { system, tools, schema, files, temperature, maxTokens, effort } = draft;
  const [warmth, limit] = [numberOf(temperature), numberOf(maxTokens)];
  const [parts] = [idsOf(files).map((file_id) => ({ type: 'file', file: { file_id } }))];
  const messages = turnsOf(draft).flatMap(openAIMessages);
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const withFiles = messages.map((message, index) =>
    index === last && parts.length > 0
      ? { ...message, content: [...parts, { type: 'text', text: String(message.content ?? '') }] }
      : message,
  );
  return {
    model,
    messages: [...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]), ...withFiles],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    }),
    ...(schema !== null && {
      response_format: Object.assign(
        { type: 'json_schema' as const },
        { json_schema: { name: 'reply', schema, strict: true } },
      ),
    }),
    ...(warmth !== undefined && { temperature: warmth }),
    ...(limit !== undefined && { max_completion_tokens: limit }),
    ...(effort !== '' && { reasoning_effort: effort }),
  };
}

function openAIMessages(turn: Turn): OpenAIMessage[] {
  if (turn.role === 'user') return [{ role: 'user', content: turn.text }];
  if (turn.role === 'tool') {
    return turn.results.map(({ call, result }) => ({
      role: 'tool',
      tool_call_id: call.id,
      content: typeof result === 'string' ? result : JSON.stringify(result),
    }));
  }
  const tool_calls = turn.calls.map(({ id, name, inputs }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(inputs) },
  }));
  return [{ role: 'assistant', content: turn.text, ...(tool_calls.length > 0 && { tool_calls }) }];
}
