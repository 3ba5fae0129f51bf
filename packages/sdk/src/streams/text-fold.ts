import { APIError, ParleyError } from '../errors.ts';
import type { ExecutedCall, TextEvent, ToolCall } from '../generated/types.ts';
import type { Fold } from './event-stream.ts';
import type { ServerEvent } from './read-events.ts';

/** What a text call streams. The last event is `done`. */
export type TextStreamEvent<Result> =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool_call'; call: ToolCall }
  /** With `execute`: a call of an integration that the service has run. */
  | { type: 'executed_call'; call: ExecutedCall }
  /** The text so far was rejected and is void; another follows. */
  | { type: 'retry'; reason: string }
  /** Input and output together, once, before the end. */
  | { type: 'tokens'; tokens: number }
  | { type: 'done'; result: Result };

/** What has come by the end of a stream. */
export interface Gathered {
  text: string;
  toolCalls: ToolCall[];
  executedCalls: ExecutedCall[];
  /** The other fields of the terminal event: usage, model, sources, data and the like. */
  end: Omit<Extract<TextEvent, { done: true; error?: never }>, 'done'>;
}

/** Gathers the events of answer, conversation and agent; `toResult` makes of them what the plain call answers. */
export function textFold<Result>(toResult: (gathered: Gathered) => Result): Fold<TextStreamEvent<Result>, Result> {
  let text = '';
  const toolCalls: ToolCall[] = [];
  const executedCalls: ExecutedCall[] = [];
  let result: Result | undefined;
  return {
    result: () => result,
    *take(event, headers) {
      const sent: TextEvent = parseEvent(event);
      if ('error' in sent) throw APIError.fromEvent(sent, headers);
      if ('content' in sent) {
        text += sent.content;
        yield { type: 'text', text: sent.content };
      } else if ('retry' in sent) {
        text = '';
        yield { type: 'retry', reason: sent.retry.reason };
      } else if ('thinking' in sent) yield { type: 'thinking', text: sent.thinking };
      else if ('tool_call' in sent) {
        toolCalls.push(sent.tool_call);
        yield { type: 'tool_call', call: sent.tool_call };
      } else if ('executed_call' in sent) {
        executedCalls.push(sent.executed_call);
        yield { type: 'executed_call', call: sent.executed_call };
      } else if ('tokens' in sent) yield { type: 'tokens', tokens: sent.tokens };
      else if (sent.done) {
        const { done: _, ...end } = sent;
        result = toResult({ text, toolCalls, executedCalls, end });
        yield { type: 'done', result };
      }
    },
  };
}

/** The JSON of an event, as the type of the events of its endpoint. */
export function parseEvent<Event>(event: ServerEvent): Event {
  try {
    // The contract says what an endpoint streams.
    return JSON.parse(event.data) as Event;
  } catch (error) {
    throw new ParleyError('invalid_stream', 'An event of the stream is not JSON', { cause: error });
  }
}
