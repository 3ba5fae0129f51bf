import type {
  ChatCompletion,
  ChatCompletionRequest,
  Completion,
  CompletionRequest,
  MessageReply,
  MessagesRequest,
} from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { type ChatStreamEvent, chatFold } from '../streams/chat-fold.ts';
import { type CompletionStreamEvent, completionFold } from '../streams/completion-fold.ts';
import type { EventStream } from '../streams/event-stream.ts';
import { type MessageStreamEvent, messageFold } from '../streams/message-fold.ts';
import { MessageBatchesResource } from './message-batches.ts';

/** Chat with a named model. */
export class ChatCompletionsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  create(request: Omit<ChatCompletionRequest, 'stream'>, options?: RequestOptions): Promise<ChatCompletion> {
    return this.#client.request('createChatCompletion', { body: request }, options);
  }

  stream(
    request: Omit<ChatCompletionRequest, 'stream'>,
    options?: RequestOptions,
  ): EventStream<ChatStreamEvent, ChatCompletion> {
    return this.#client.stream('streamChatCompletion', { body: request }, chatFold(request.model), options);
  }
}

/** Anthropic's Messages API. */
export class MessagesResource {
  readonly #client: HttpClient;
  readonly batches: MessageBatchesResource;

  constructor(client: HttpClient) {
    this.#client = client;
    this.batches = new MessageBatchesResource(client);
  }

  create(request: Omit<MessagesRequest, 'stream'>, options?: RequestOptions): Promise<MessageReply> {
    return this.#client.request('createMessage', { body: request }, options);
  }

  stream(
    request: Omit<MessagesRequest, 'stream'>,
    options?: RequestOptions,
  ): EventStream<MessageStreamEvent, MessageReply> {
    return this.#client.stream('createMessage', { body: { ...request, stream: true } }, messageFold(), options);
  }

  countTokens(request: Omit<MessagesRequest, 'stream'>, options?: RequestOptions): Promise<{ input_tokens: number }> {
    return this.#client.request('countMessageTokens', { body: request }, options);
  }
}

/** OpenAI's older completions. */
export class CompletionsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  create(request: Omit<CompletionRequest, 'stream'>, options?: RequestOptions): Promise<Completion> {
    return this.#client.request('createCompletion', { body: request }, options);
  }

  stream(
    request: Omit<CompletionRequest, 'stream'>,
    options?: RequestOptions,
  ): EventStream<CompletionStreamEvent, Completion> {
    const body = { stream_options: { include_usage: true }, ...request, stream: true };
    return this.#client.stream('createCompletion', { body }, completionFold(), options);
  }
}
