import { type ChatEvent, publicCode, type TextEvent } from '@parley/contract';
import { isAppError } from '../../../lib/app-error.ts';
import { toAppError } from '../../error-reply.ts';
import { EventStream } from '../../route.ts';

/** What is safe to tell after a stream has begun: the title says what, the details of a schema failure say why. */
function streamedError(error: unknown): { error: string; code: string; details?: string } {
  const known = toAppError(error);
  const details = isAppError(known, 'schema_not_met') ? known.details : undefined;
  return { error: known.message, code: publicCode(known.code), ...(details !== undefined && { details }) };
}

/** The stream of answer, conversation and agent. */
export function textStream(events: AsyncIterable<TextEvent>): EventStream<TextEvent> {
  return new EventStream<TextEvent>({
    events,
    format: (event, encode) => encode(event),
    formatError: (error, encode) => encode({ ...streamedError(error), done: true }),
    isTerminal: (event) => 'done' in event && event.done,
  });
}

/** The stream of chat-completion. */
export function chatStream(events: AsyncIterable<ChatEvent>): EventStream<ChatEvent> {
  return new EventStream<ChatEvent>({
    events,
    format: (event, encode) => encode(event),
    formatError: (error, encode) => encode(streamedError(error)),
    isTerminal: (event) => 'content' in event && event.content === '[DONE]',
  });
}
