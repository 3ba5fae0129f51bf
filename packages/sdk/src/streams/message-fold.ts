import { APIError, ParleyError } from '../errors.ts';
import type { AnthropicEvent, MessageReply } from '../generated/types.ts';
import type { Fold } from './event-stream.ts';
import { parseEvent } from './text-fold.ts';

/** What a message streams: Anthropic's events, and the whole message at the end. */
export type MessageStreamEvent = Exclude<AnthropicEvent, { type: 'error' }> | { type: 'done'; result: MessageReply };

type Block = MessageReply['content'][number];

/** Gathers a streamed message into what the plain call answers. */
export function messageFold(): Fold<MessageStreamEvent, MessageReply> {
  const blocks = new Map<number, { block: Block; json: string }>();
  let message: Partial<MessageReply> = {};
  let result: MessageReply | undefined;
  const finish = (origin: object): MessageReply => {
    const { id, usage } = message;
    if (id === undefined || !usage) throw new ParleyError('invalid_stream', 'The stream has no beginning');
    const content = [...blocks].sort(([a], [b]) => a - b).map(([, { block }]) => block);
    const calls = content.filter(({ type }) => type === 'tool_use');
    return {
      ...message,
      ...origin,
      id,
      type: 'message',
      role: 'assistant',
      model: message.model ?? '',
      content,
      stop_reason: message.stop_reason ?? 'end_turn',
      stop_sequence: message.stop_sequence ?? null,
      usage,
      token_usage: { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens },
      tool_calls: calls.map((call) => ({
        id: String(call.id),
        name: String(call.name),
        arguments: typeof call.input === 'object' ? { ...call.input } : {},
      })),
    };
  };
  return {
    result: () => result,
    *take(event, headers) {
      const sent: AnthropicEvent = parseEvent(event);
      if (sent.type === 'error') throw APIError.fromEvent(sent, headers);
      if (sent.type === 'message_start') message = { ...sent.message, stop_reason: 'end_turn' };
      else if (sent.type === 'content_block_start')
        blocks.set(sent.index, { block: { ...sent.content_block }, json: '' });
      else if (sent.type === 'content_block_delta') addDelta(blocks.get(sent.index), sent.delta);
      else if (sent.type === 'content_block_stop') closeBlock(blocks.get(sent.index));
      else if (sent.type === 'message_delta') message = { ...message, ...sent.delta, usage: sent.usage };
      yield sent;
      if (sent.type !== 'message_stop') return;
      const { type: _, ...origin } = sent;
      result = finish(origin);
      yield { type: 'done', result };
    },
  };
}

function addDelta(
  open: { block: Block; json: string } | undefined,
  delta: Extract<AnthropicEvent, { type: 'content_block_delta' }>['delta'],
): void {
  if (!open) return;
  if (delta.type === 'input_json_delta') open.json += delta.partial_json;
  else if (delta.type === 'text_delta') open.block.text = `${open.block.text ?? ''}${delta.text}`;
  else if (delta.type === 'thinking_delta') open.block.thinking = `${open.block.thinking ?? ''}${delta.thinking}`;
  else if (delta.type === 'citations_delta') {
    const { citations = [] } = open.block;
    open.block.citations = Array.isArray(citations) ? [...citations, delta.citation] : [delta.citation];
  } else open.block.signature = `${open.block.signature ?? ''}${delta.signature}`;
}

function closeBlock(open: { block: Block; json: string } | undefined): void {
  if (open && open.json !== '') open.block.input = JSON.parse(open.json);
}
