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
import { type Origin, originOf } from './reply-origin.ts';
import type { LoopEvent, ToolRunEvent } from './tool-loop.ts';

/** Generation as the events of answer, conversation and agent. Ends with exactly one `done`. */
export async function* toTextEvents(
  events: AsyncIterable<LoopEvent> | Promise<AsyncIterable<LoopEvent>>,
): AsyncGenerator<TextEvent> {
  for await (const event of await events) {
    switch (event.type) {
      case 'text-delta':
        yield { content: event.text, done: false };
        break;
      case 'reasoning-delta':
        yield { thinking: event.text, done: false };
        break;
      case 'tool-call':
        yield { tool_call: { id: event.id, name: event.name, inputs: event.input } };
        break;
      case 'tool-run':
        yield { executed_call: toExecutedCall(event) };
        break;
      case 'result':
        yield { tokens: event.usage.input_tokens + event.usage.output_tokens };
        yield {
          done: true,
          ...(event.object && { data: event.object.value, schema_mode: event.object.mode }),
          ...(event.sources && { sources: event.sources }),
          ...(event.shortAnswer !== undefined && { short_answer: event.shortAnswer }),
          ...(event.ungrounded && { ungrounded: event.ungrounded }),
          ...(event.queries && { queries: event.queries }),
          ...(event.fields && { fields: event.fields }),
          ...(event.details !== undefined && { details: event.details }),
          usage: event.usage,
          model: event.model,
          ...originOf(event),
        };
        break;
      case 'retry':
        yield { retry: { reason: event.reason }, done: false };
        break;
      case 'reasoning-signature':
      case 'tool-call-start':
        break;
      default:
        event satisfies never;
    }
  }
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
  for await (const event of events) {
    if ('content' in event) text += event.content;
    else if ('retry' in event) text = '';
    else if ('tool_call' in event) toolCalls.push(event.tool_call);
    else if ('executed_call' in event) executedCalls.push(event.executed_call);
    else if ('done' in event && event.done && 'usage' in event && event.usage && event.model !== undefined) {
      return {
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
  }
  throw new Error('the events ended without the terminal one');
}
