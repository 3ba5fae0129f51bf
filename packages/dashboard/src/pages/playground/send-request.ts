import type { Answer, ChatCompletion, FunctionCall, TextStreamEvent } from '@parley/sdk';
import type { ManagementClient } from '@parley/sdk/management';
import type { Call } from './draft.ts';
import { openAIChanges } from './open-ai-reply.ts';
import type { Reply, ReplyChange } from './run.ts';
import type { RunRequest } from './to-request.ts';

export interface SendOptions {
  isStreamed: boolean;
  signal: AbortSignal;
  onResponse: (response: Response) => void;
}

/** Sends a request and tells what comes, change by change. Throws what the SDK throws. */
export async function* sendRequest(
  parley: ManagementClient,
  request: RunRequest,
  { isStreamed, ...options }: SendOptions,
): AsyncGenerator<ReplyChange, void, undefined> {
  const { mode, body } = request;
  switch (mode) {
    case 'answer':
      if (isStreamed) yield* textChanges(parley.answer.stream(body, options), ({ answer }) => answer);
      else yield ended(await parley.answer.create(body, options), ({ answer }) => answer);
      return;
    case 'conversation':
      if (isStreamed) yield* textChanges(parley.conversation.stream(body, options), ({ response }) => response);
      else yield ended(await parley.conversation.create(body, options), ({ response }) => response);
      return;
    case 'agent':
      if (isStreamed) yield* textChanges(parley.agent.stream(body, options), ({ response }) => response);
      else yield ended(await parley.agent.create(body, options), ({ response }) => response);
      return;
    case 'chat':
      if (isStreamed) yield* chatChanges(parley.chatCompletions.stream(body, options));
      else yield chatReply(await parley.chatCompletions.create(body, options));
      return;
    case 'openai':
      yield* openAIChanges(parley, body, isStreamed, options);
      return;
    default:
      return mode satisfies never;
  }
}

/** What the replies of answer, conversation and agent have in common. */
type TextReply = Omit<Answer, 'answer'> & { tool_calls?: Call[] | null };

async function* textChanges<Result extends TextReply>(
  events: AsyncIterable<TextStreamEvent<Result>>,
  textOf: (result: Result) => string,
): AsyncGenerator<ReplyChange, void, undefined> {
  for await (const event of events) {
    if (event.type === 'text') yield appended('text', event.text);
    else if (event.type === 'thinking') yield appended('thinking', event.text);
    else if (event.type === 'retry') yield { text: '' };
    else if (event.type === 'tool_call') yield (reply) => ({ ...reply, calls: [...reply.calls, event.call] });
    else if (event.type === 'executed_call') yield (reply) => ({ ...reply, executed: [...reply.executed, event.call] });
    else if (event.type === 'done') yield ended(event.result, textOf);
  }
}

const appended =
  (part: 'text' | 'thinking', more: string) =>
  (reply: Reply): Reply => ({ ...reply, [part]: reply[part] + more });

function ended<Result extends TextReply>(result: Result, textOf: (result: Result) => string): ReplyChange {
  return {
    ...originOf(result),
    text: textOf(result),
    calls: result.tool_calls ?? [],
    ...(result.data !== undefined && { data: result.data }),
    fields: result.fields ?? {},
    ungrounded: result.ungrounded ?? [],
  };
}

const originOf = ({
  sources,
  warnings,
  usage,
  engine,
  model,
  finish_reason,
  code,
}: Omit<ChatCompletion, 'result'>) => ({
  sources: sources ?? [],
  warnings: warnings ?? [],
  usage,
  engine: engine ?? '',
  model,
  finishReason: finish_reason ?? '',
  needsModel: code === 'needs_model',
});

async function* chatChanges(
  events: ReturnType<ManagementClient['chatCompletions']['stream']>,
): AsyncGenerator<ReplyChange, void, undefined> {
  for await (const event of events) {
    if (event.type === 'text_chunk') yield appended('text', event.content);
    else if (event.type === 'thinking_chunk') yield appended('thinking', event.content);
    else if (event.type === 'function_call')
      yield (reply) => ({ ...reply, calls: [...reply.calls, ...callsOf(event)] });
    else if (event.type === 'done') yield chatReply(event.result);
  }
}

function chatReply(completion: ChatCompletion): ReplyChange {
  const { response, thinking, executed_calls } = completion.result;
  return {
    ...originOf(completion),
    text: response.map((part) => ('content' in part ? part.content : '')).join(''),
    thinking,
    calls: response.flatMap((part) => ('function_calls' in part ? callsOf(part) : [])),
    executed: executed_calls ?? [],
  };
}

/** Calls of a group get its id and their number. */
const callsOf = ({ function_call_id, function_calls }: FunctionCall): Call[] =>
  function_calls.map(({ name, input }, index) => ({ id: `${function_call_id}#${index}`, name, inputs: input }));
