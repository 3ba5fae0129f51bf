import { APIError } from '../errors.ts';
import type { ChatCompletion, ChatEvent, ExecutedCall, FunctionCall, Source } from '../generated/types.ts';
import type { Fold } from './event-stream.ts';
import { parseEvent } from './text-fold.ts';

/** What a chat completion streams: the contents of its events as they come, and the result at the end. */
export type ChatStreamEvent =
  | Exclude<Extract<ChatEvent, { content: unknown }>['content'], '[DONE]'>
  | { type: 'done'; result: ChatCompletion };

/** Gathers a streamed chat completion into what the plain call answers. */
export function chatFold(model: string): Fold<ChatStreamEvent, ChatCompletion> {
  const texts: Record<'text_chunk' | 'thinking_chunk', string> = { text_chunk: '', thinking_chunk: '' };
  const calls: FunctionCall[] = [];
  const executed: ExecutedCall[] = [];
  let sources: Source[] | undefined;
  let usage = { input_tokens: 0, output_tokens: 0 };
  let origin: Pick<ChatCompletion, 'engine' | 'finish_reason' | 'code'> = {};
  let result: ChatCompletion | undefined;
  const finish = (): ChatCompletion => ({
    result: {
      response: [{ role: 'assistant', content: texts.text_chunk }, ...calls],
      thinking: texts.thinking_chunk,
      token_usage: usage,
      usage,
      stop_reason: origin.finish_reason ?? 'stop',
      ...(executed.length > 0 && { executed_calls: executed }),
    },
    ...(sources && { sources }),
    usage,
    model,
    ...origin,
  });
  return {
    result: () => result,
    *take(event, headers) {
      const sent: ChatEvent | '[DONE]' = event.data === '[DONE]' ? '[DONE]' : parseEvent(event);
      if (sent !== '[DONE]' && 'error' in sent) throw APIError.fromEvent(sent, headers);
      const content = sent === '[DONE]' ? sent : sent.content;
      if (content === '[DONE]') {
        result = finish();
        yield { type: 'done', result };
        return;
      }
      if (content.type === 'text_chunk' || content.type === 'thinking_chunk') texts[content.type] += content.content;
      else if (content.type === 'function_call') calls.push(content);
      else if (content.type === 'executed_call') executed.push(content.executed_call);
      else if (content.type === 'sources') sources = content.sources;
      else if (content.type === 'token_usage') {
        const { type: _, input_tokens, output_tokens, ...rest } = content;
        usage = { input_tokens, output_tokens };
        origin = rest;
      }
      yield content;
    },
  };
}
