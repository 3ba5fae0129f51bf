import type { Answer, AnswerRequest } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import type { EventStream } from '../streams/event-stream.ts';
import { type TextStreamEvent, textFold } from '../streams/text-fold.ts';
import { type AnySchema, type OutputOf, toJsonSchema, validate } from '../structured.ts';

/** One question, one answer: from files, a context, or what the model knows. */
export class AnswerResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** The whole answer. */
  create(request: Omit<AnswerRequest, 'stream'>, options?: RequestOptions): Promise<Answer> {
    return this.#client.request('createAnswer', { body: request }, options);
  }

  /** The answer as it is written. */
  stream(
    request: Omit<AnswerRequest, 'stream'>,
    options?: RequestOptions,
  ): EventStream<TextStreamEvent<Answer>, Answer> {
    const fold = textFold<Answer>(({ text, end }) => ({ success: true, answer: text, ...withDefaults(end) }));
    return this.#client.stream('createAnswer', { body: { ...request, stream: true } }, fold, options);
  }

  /**
   * The answer as data in the shape of a schema (zod, valibot, JSON Schema). Throws `APIError` `schema_not_met` when no such data
   * can be had, `SchemaError` when the schema's own checks refuse it.
   *
   * ```ts
   * const { data } = await parley.answer.parse({ query: 'The total?', file_ids }, z.object({ total: z.number() }));
   * ```
   */
  async parse<Schema extends AnySchema>(
    request: Omit<AnswerRequest, 'stream' | 'response_format'>,
    schema: Schema,
    options?: RequestOptions,
  ): Promise<Answer & { data: OutputOf<Schema> }> {
    const answer = await this.create({ ...request, response_format: toJsonSchema(schema) }, options);
    // The schema has just read it.
    const data = (await validate(schema, answer.data)) as OutputOf<Schema>;
    return { ...answer, data };
  }
}

/** The fields that every text reply has, of the event that ends its stream. */
export function withDefaults<End extends { usage?: Answer['usage'] | undefined; model?: string | undefined }>(
  end: End,
): End & Pick<Answer, 'usage' | 'model'> {
  return { ...end, usage: end.usage ?? { input_tokens: 0, output_tokens: 0 }, model: end.model ?? '' };
}
