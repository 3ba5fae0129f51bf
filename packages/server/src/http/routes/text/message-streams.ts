import type { AnthropicEvent, PlainMessageEvent } from '@parley/contract';
import type { MessageStreamEvent } from '../../../features/compatible/messages/message-events.ts';
import { anthropicErrorType, anthropicMessage, toAppError } from '../../error-reply.ts';
import { type Encode, EventStream } from '../../route.ts';

/** Anthropic's named events. */
export function namedMessageStream(
  events: AsyncIterable<MessageStreamEvent>,
): EventStream<AnthropicEvent, MessageStreamEvent> {
  return new EventStream<AnthropicEvent, MessageStreamEvent>({
    events,
    format: (event, encode) => encode(event.type === 'message_stop' ? withoutMessage(event) : event),
    formatError: (error, encode) => encode(errorEvent(error)),
    isTerminal: (event) => event.type === 'message_stop',
    encode: (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  });
}

/** Plain chunks for older clients: text, thinking and whole tool calls, then the bare `[DONE]`. */
export function plainMessageStream(
  events: AsyncIterable<MessageStreamEvent>,
): EventStream<PlainMessageEvent, MessageStreamEvent> {
  return new EventStream<PlainMessageEvent, MessageStreamEvent>({
    events,
    format: plainBlock,
    formatError: (error, encode) => encode(errorEvent(error)),
    isTerminal: (event) => event.type === 'message_stop',
  });
}

function plainBlock(event: MessageStreamEvent, encode: Encode<PlainMessageEvent>): string {
  if (event.type === 'content_block_delta') {
    const { delta } = event;
    if (delta.type === 'text_delta') return encode({ content: { type: 'content_chunk', content: delta.text } });
    if (delta.type === 'thinking_delta')
      return encode({ content: { type: 'thinking_chunk', content: delta.thinking } });
    return '';
  }
  if (event.type !== 'message_stop') return '';
  const { type: _, message, ...origin } = event;
  const { tool_calls, token_usage } = message;
  const calls = tool_calls.map((call) => encode({ content: { type: 'tool_call', ...call } })).join('');
  return `${calls}${encode({ content: { type: 'token_usage', ...token_usage, ...origin } })}data: [DONE]\n\n`;
}

/** The whole message is not sent once more. */
function withoutMessage({ message: _, ...event }: Extract<MessageStreamEvent, { type: 'message_stop' }>) {
  return event;
}

function errorEvent(thrown: unknown): Extract<AnthropicEvent, { type: 'error' }> {
  const error = toAppError(thrown);
  return {
    type: 'error',
    error: { type: anthropicErrorType(error.code, error.status), message: anthropicMessage(error) },
  };
}
