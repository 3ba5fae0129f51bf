import type { ExecutedCall, TextEnd, TextEvent, ToolCall } from '@parley/contract';
import { EventFlow, each, type Through, through } from '../../../lib/event-flow.ts';
import { type Reply, toReply } from './to-reply.ts';
import type { LoopEvent, ToolRunEvent } from './tool-loop.ts';

/** Generation as the events of answer, conversation and agent. Ends with exactly one `done`. */
export function toTextEvents(
  events: AsyncIterable<LoopEvent> | Promise<AsyncIterable<LoopEvent>>,
): EventFlow<TextEvent> {
  return new EventFlow(stepsOf(events));
}

async function* stepsOf(
  events: AsyncIterable<LoopEvent> | Promise<AsyncIterable<LoopEvent>>,
): AsyncGenerator<Through<TextEvent>, undefined> {
  yield through(await events, toTextEvent);
}

function toTextEvent(event: LoopEvent): readonly TextEvent[] {
  switch (event.type) {
    case 'text-delta':
    case 'refusal':
      return [{ content: event.text, done: false }];
    case 'reasoning-delta':
      return [{ thinking: event.text, done: false }];
    case 'tool-call':
      return [{ tool_call: { id: event.id, name: event.name, inputs: event.input } }];
    case 'tool-run':
      return [{ executed_call: toExecutedCall(event) }];
    case 'result':
      return [{ tokens: event.tokens.inputTokens + event.tokens.outputTokens }, { done: true, ...toReply(event) }];
    case 'retry':
      return [{ retry: { reason: event.reason }, done: false }];
    case 'reasoning-signature':
    case 'logprobs':
    case 'vendor-block':
    case 'vendor-citation':
    case 'tool-call-start':
      return [];
  }
}

export function toExecutedCall({ id, name, input, result, isError, confirmation }: ToolRunEvent): ExecutedCall {
  return { id, name, inputs: input, success: !isError, result, ...(confirmation && { confirmation }) };
}

/** What the unstreamed calls answer, read out of the very same events. */
export interface TextReply {
  /** With an object, its JSON text. */
  text: string;
  toolCalls: ToolCall[];
  executedCalls: ExecutedCall[];
  /** How the object was asked for, when there is one. */
  schemaMode: string | undefined;
  shortAnswer: string | undefined;
  /** What the body of every reply says besides. */
  fields: Omit<Reply, 'schema_mode' | 'short_answer'>;
}

export async function drainTextEvents(events: AsyncIterable<TextEvent>): Promise<TextReply> {
  const toolCalls: ToolCall[] = [];
  const executedCalls: ExecutedCall[] = [];
  let text = '';
  let end: TextEnd | undefined;
  await each(events, (event) => {
    if ('content' in event) text += event.content;
    else if ('retry' in event) text = '';
    else if ('tool_call' in event) toolCalls.push(event.tool_call);
    else if ('executed_call' in event) executedCalls.push(event.executed_call);
    else if ('model' in event) end = event;
    return undefined;
  });
  if (end === undefined) throw new Error('the events ended without the terminal one');
  const { done: _, schema_mode: schemaMode, short_answer: shortAnswer, ...fields } = end;
  if (fields.data !== undefined) text = JSON.stringify(fields.data);
  return { text, toolCalls, executedCalls, schemaMode, shortAnswer, fields };
}
