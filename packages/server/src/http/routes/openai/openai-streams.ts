import {
  type CompletionEvent,
  type OpenAIChatChunk,
  type OpenAIChatEvent,
  type OpenAIImageEvent,
  type OpenAIResponseEvent,
  publicCode,
} from '@parley/contract';
import type { RunningResponse } from '../../../features/compatible/openai/responses/response-events.ts';
import { lastEvents, responseBlock } from '../../../features/compatible/openai/responses/response-feed.ts';
import { openaiBody, statusIn, toAppError } from '../../error-reply.ts';
import { type Encode, EventStream } from '../../route.ts';

interface StreamRequest {
  stream_options?: { include_usage?: boolean | null } | null;
}
type CompletionChunk = Extract<CompletionEvent, { choices: unknown }>;

const doneLine = 'data: [DONE]\n\n';

/** The stream of completions, which ends with the bare `[DONE]`. */
export const completionStream = (events: AsyncIterable<CompletionChunk>, request: StreamRequest) =>
  chunkStream<CompletionEvent, CompletionChunk>(events, request, (chunk) => chunk);

/** The stream of chat completions. When the usage is asked for, every chunk before the last has it as null. */
export const openaiChatStream = (events: AsyncIterable<OpenAIChatChunk>, request: StreamRequest) =>
  chunkStream<OpenAIChatEvent, OpenAIChatChunk>(events, request, (chunk) => ({ ...chunk, usage: chunk.usage ?? null }));

/** The chunk with the usage ends the stream; it has no choices, so only those who ask for it get to see it. */
function chunkStream<Wire, Chunk extends Wire & { usage?: unknown }>(
  events: AsyncIterable<Chunk>,
  { stream_options: options }: StreamRequest,
  withUsage: (chunk: Chunk) => Wire,
): EventStream<Wire, Chunk> {
  const isAsked = options?.include_usage === true;
  const isTerminal = ({ usage }: Chunk) => usage !== undefined;
  const block = (chunk: Chunk, encode: Encode<Wire>) => encode(isAsked ? withUsage(chunk) : chunk);
  return new EventStream<Wire, Chunk>({
    events,
    format: (chunk, encode) =>
      isTerminal(chunk) ? `${isAsked ? block(chunk, encode) : ''}${doneLine}` : block(chunk, encode),
    formatError: (thrown, encode) => {
      const error = toAppError(thrown);
      // Every stream of this shape may end in it.
      return encode(openaiBody(error, statusIn('openai', error)) as Wire);
    },
    isTerminal,
  });
}

type CompletedImage = Extract<OpenAIImageEvent, { type: 'image_generation.completed' }>;

/** The named events of pictures; the last of them ends the stream. */
export function openaiImageStream(
  events: AsyncIterable<CompletedImage>,
  count: number,
): EventStream<OpenAIImageEvent, CompletedImage> {
  let sent = 0;
  return new EventStream<OpenAIImageEvent, CompletedImage>({
    events,
    format: (event, encode) => encode(event),
    formatError: (thrown, encode) => {
      const error = toAppError(thrown);
      return encode({ type: 'error', ...openaiBody(error, statusIn('openai', error)) });
    },
    isTerminal: () => ++sent === count,
    encode: (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  });
}

/** The named events of a response; one that fails on the way ends with `response.failed`. */
export function responseStream({ events, failure }: RunningResponse): EventStream<OpenAIResponseEvent> {
  return new EventStream<OpenAIResponseEvent>({
    events,
    format: (event, encode) => encode(event),
    formatError: (thrown, encode) => {
      const { code, message } = toAppError(thrown);
      return encode(failure({ code: publicCode(code), message }));
    },
    formatLost: (error) => {
      const { code, message } = toAppError(error);
      return `event: error\ndata: ${JSON.stringify({ type: 'error', code: publicCode(code), message, param: null })}\n\n`;
    },
    isTerminal: ({ type }) => lastEvents.has(type),
    encode: responseBlock,
  });
}
