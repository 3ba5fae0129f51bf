import type {
  ExecutedCall,
  FieldOrigin,
  SheetQueryShown,
  Source,
  TextEvent,
  ToolCall,
  UngroundedPart,
  Usage,
} from '@parley/contract';
import { EventFlow, each, type Through, through } from '../../lib/event-flow.ts';
import type { GenerationResult } from './generation-event.ts';
import { type Origin, originOf } from './reply-origin.ts';
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
      return [{ content: event.text, done: false }];
    case 'reasoning-delta':
      return [{ thinking: event.text, done: false }];
    case 'tool-call':
      return [{ tool_call: { id: event.id, name: event.name, inputs: event.input } }];
    case 'tool-run':
      return [{ executed_call: toExecutedCall(event) }];
    case 'result':
      return [{ tokens: event.usage.input_tokens + event.usage.output_tokens }, toEnd(event)];
    case 'retry':
      return [{ retry: { reason: event.reason }, done: false }];
    case 'reasoning-signature':
    case 'tool-call-start':
      return [];
  }
}

function toEnd(result: GenerationResult): TextEvent {
  return {
    done: true,
    ...(result.object && { data: result.object.value, schema_mode: result.object.mode }),
    ...(result.sources && { sources: result.sources }),
    ...(result.shortAnswer !== undefined && { short_answer: result.shortAnswer }),
    ...(result.ungrounded && { ungrounded: result.ungrounded }),
    ...(result.queries && { queries: result.queries }),
    ...(result.fields && { fields: result.fields }),
    ...(result.details !== undefined && { details: result.details }),
    usage: result.usage,
    model: result.model,
    ...originOf(result),
  };
}

export function toExecutedCall({ id, name, input, result, isError, confirmation }: ToolRunEvent): ExecutedCall {
  return { id, name, inputs: input, success: !isError, result, ...(confirmation && { confirmation }) };
}

/** What the unstreamed calls answer, read out of the very same events. */
export interface TextReply {
  text: string;
  toolCalls: ToolCall[];
  executedCalls: ExecutedCall[];
  data: unknown;
  hasData: boolean;
  /** How the object was asked for, when there is one. */
  schemaMode: string | undefined;
  sources: Source[] | undefined;
  shortAnswer: string | undefined;
  /** What of the text no passage carries. */
  ungrounded: UngroundedPart[] | undefined;
  /** What was asked of all rows of tables. */
  queries: SheetQueryShown[] | undefined;
  /** For each leaf of the data where it comes from. */
  fields: Record<string, FieldOrigin> | undefined;
  /** What the caller should know of the data. */
  details: string | undefined;
  usage: Usage;
  model: string;
  origin: Origin;
}

export async function drainTextEvents(events: AsyncIterable<TextEvent>): Promise<TextReply> {
  const toolCalls: ToolCall[] = [];
  const executedCalls: ExecutedCall[] = [];
  let text = '';
  let reply: TextReply | undefined;
  await each(events, (event) => {
    if ('content' in event) text += event.content;
    else if ('retry' in event) text = '';
    else if ('tool_call' in event) toolCalls.push(event.tool_call);
    else if ('executed_call' in event) executedCalls.push(event.executed_call);
    else if ('done' in event && event.done && 'usage' in event && event.usage && event.model !== undefined) {
      reply = {
        text,
        toolCalls,
        executedCalls,
        data: event.data,
        hasData: 'data' in event,
        schemaMode: event.schema_mode,
        sources: event.sources,
        shortAnswer: event.short_answer,
        ungrounded: event.ungrounded,
        queries: event.queries,
        fields: event.fields,
        details: 'details' in event ? event.details : undefined,
        usage: event.usage,
        model: event.model,
        origin: {
          ...(event.engine !== undefined && { engine: event.engine }),
          ...(event.finish_reason && { finish_reason: event.finish_reason }),
          ...(event.code && { code: event.code }),
          ...(event.warnings && { warnings: event.warnings }),
        },
      };
    }
    return undefined;
  });
  if (reply === undefined) throw new Error('the events ended without the terminal one');
  return reply;
}
