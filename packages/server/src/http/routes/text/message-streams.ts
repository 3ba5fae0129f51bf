import type { MessageStreamEvent } from '../../../features/messages/message-events.ts';
import { anthropicErrorType, anthropicMessage, toAppError } from '../../error-reply.ts';
import { dataBlock, EventStream } from '../../route.ts';

/** Anthropic's named events. */
export function namedMessageStream(events: AsyncGenerator<MessageStreamEvent>): EventStream<unknown> {
  return new EventStream<MessageStreamEvent>({
    events,
    format: (event) => (event.type === 'message_stop' ? named({ type: 'message_stop' }) : named(event)),
    formatError: (error) => named(errorEvent(error)),
    isTerminal: (event) => event.type === 'message_stop',
  }) as EventStream<unknown>;
}

/** Plain chunks for older clients: text, thinking and whole tool calls, then the bare `[DONE]`. */
export function plainMessageStream(events: AsyncGenerator<MessageStreamEvent>): EventStream<unknown> {
  return new EventStream<MessageStreamEvent>({
    events,
    format: plainBlock,
    formatError: (error) => dataBlock(errorEvent(error)),
    isTerminal: (event) => event.type === 'message_stop',
  }) as EventStream<unknown>;
}

function plainBlock(event: MessageStreamEvent): string {
  if (event.type === 'content_block_delta') {
    const { delta } = event;
    if (delta.type === 'text_delta') return dataBlock({ content: { type: 'content_chunk', content: delta.text } });
    if (delta.type === 'thinking_delta') {
      return dataBlock({ content: { type: 'thinking_chunk', content: delta.thinking } });
    }
    return '';
  }
  if (event.type !== 'message_stop') return '';
  const { tool_calls, token_usage } = event.message;
  const calls = tool_calls.map((call) => dataBlock({ content: { type: 'tool_call', ...call } })).join('');
  return `${calls}${dataBlock({ content: { type: 'token_usage', ...token_usage } })}data: [DONE]\n\n`;
}

const named = (event: { type: string }): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function errorEvent(thrown: unknown): { type: 'error'; error: object } {
  const error = toAppError(thrown);
  return {
    type: 'error',
    error: { type: anthropicErrorType(error.code, error.status), message: anthropicMessage(error) },
  };
}
