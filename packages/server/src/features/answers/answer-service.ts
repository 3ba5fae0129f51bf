import type { Answer, AnswerRequest, TextEvent } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { compileSchema } from '../../lib/compile-schema.ts';
import type { EventFlow } from '../../lib/event-flow.ts';
import type { Call } from '../../ports/call.ts';
import { collectionsOf } from '../generation/collection-choice.ts';
import type { GenerationService } from '../generation/generation-service.ts';
import { picturesOf } from '../generation/pictures-of.ts';
import { samplingOf } from '../generation/sampling.ts';
import { drainTextEvents, toTextEvents } from '../generation/text-events.ts';

/** Single-turn answers. */
export class AnswerService {
  readonly #generation: GenerationService;

  constructor({ generation }: { generation: GenerationService }) {
    this.#generation = generation;
  }

  stream(request: AnswerRequest, call: Call): EventFlow<TextEvent> {
    const { query, context, file_ids: fileIds = [], response_format: format } = request;
    // Compiled before anything else, so that a schema that cannot be used costs nothing.
    const schema: CompiledSchema | undefined = format === undefined ? undefined : compileSchema(format);
    return toTextEvents(
      this.#generation.stream(
        {
          model: request.model,
          prompt: {
            system: '',
            messages: [{ role: 'user', parts: [{ type: 'text', text: query }] }],
            ...samplingOf(request),
          },
          schema,
          fileIds,
          collections: collectionsOf(request),
          context,
          query,
          showsRetries: true,
          kind: 'answer',
          citations: request.citations,
          ...picturesOf(request),
          ungrounded: request.ungrounded,
        },
        call,
      ),
    );
  }

  async answer(request: AnswerRequest, call: Call): Promise<{ answer: Answer; schemaMode: string | undefined }> {
    const reply = await drainTextEvents(this.stream({ ...request, stream: false }, call));
    const answer: Answer = {
      success: true,
      answer: reply.hasData ? JSON.stringify(reply.data) : reply.text,
      ...(reply.hasData && { data: reply.data }),
      ...(reply.shortAnswer !== undefined && { short_answer: reply.shortAnswer }),
      ...(reply.sources && { sources: reply.sources }),
      ...(reply.ungrounded && { ungrounded: reply.ungrounded }),
      ...(reply.queries && { queries: reply.queries }),
      ...(reply.fields && { fields: reply.fields }),
      ...(reply.details !== undefined && { details: reply.details }),
      usage: reply.usage,
      model: reply.model,
      ...reply.origin,
    };
    return { answer, schemaMode: reply.schemaMode };
  }
}
