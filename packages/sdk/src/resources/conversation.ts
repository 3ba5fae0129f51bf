import type { ConversationReply, ConversationRequest } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import type { EventStream } from '../streams/event-stream.ts';
import { type TextStreamEvent, textFold } from '../streams/text-fold.ts';
import { type AnySchema, type OutputOf, toJsonSchema, validate } from '../structured.ts';
import { withDefaults } from './answer.ts';

/** A conversation whose whole history is sent with each call; the service keeps none. */
export class ConversationResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** The whole reply. */
  create(request: Omit<ConversationRequest, 'stream'>, options?: RequestOptions): Promise<ConversationReply> {
    return this.#client.request('createConversationReply', { body: request }, options);
  }

  /** The reply as it is written. */
  stream(
    request: Omit<ConversationRequest, 'stream'>,
    options?: RequestOptions,
  ): EventStream<TextStreamEvent<ConversationReply>, ConversationReply> {
    const fold = textFold<ConversationReply>(({ text, end }) => ({
      success: true,
      response: text,
      ...withDefaults(end),
    }));
    return this.#client.stream('createConversationReply', { body: { ...request, stream: true } }, fold, options);
  }

  /** The reply as data in the shape of a schema. Throws as `answer.parse` does. */
  async parse<Schema extends AnySchema>(
    request: Omit<ConversationRequest, 'stream' | 'response_format'>,
    schema: Schema,
    options?: RequestOptions,
  ): Promise<ConversationReply & { data: OutputOf<Schema> }> {
    const reply = await this.create({ ...request, response_format: toJsonSchema(schema) }, options);
    // The schema has just read it.
    const data = (await validate(schema, reply.data)) as OutputOf<Schema>;
    return { ...reply, data };
  }
}
