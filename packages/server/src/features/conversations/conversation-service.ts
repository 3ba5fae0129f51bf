import type { ConversationReply, ConversationRequest, TextEvent } from '@parley/contract';
import { compileSchema } from '../../lib/compile-schema.ts';
import type { EventFlow } from '../../lib/event-flow.ts';
import type { Call } from '../../ports/call.ts';
import { collectionsOf } from '../generation/collection-choice.ts';
import type { GenerationService } from '../generation/generation-service.ts';
import { readMessages } from '../generation/message-prompt.ts';
import { picturesOf } from '../generation/pictures-of.ts';
import { roleInstructions } from '../generation/role-models.ts';
import { samplingOf } from '../generation/sampling.ts';
import { drainTextEvents, toTextEvents } from '../generation/text-events.ts';

/** Conversations whose whole history comes with each request. */
export class ConversationService {
  readonly #generation: GenerationService;

  constructor({ generation }: { generation: GenerationService }) {
    this.#generation = generation;
  }

  stream(request: ConversationRequest, call: Call): EventFlow<TextEvent> {
    const { response_format: format } = request;
    // Compiled before anything else, so that a schema that cannot be used costs nothing.
    const schema = format === undefined ? undefined : compileSchema(format);
    const { messages, fileIds, query } = readMessages(request.messages, request.file_ids);
    const prompt = { system: request.system_prompt ?? roleInstructions.conversation, messages, ...samplingOf(request) };
    const { model, citations, ungrounded } = request;
    return toTextEvents(
      this.#generation.stream(
        {
          model,
          prompt,
          schema,
          fileIds,
          collections: collectionsOf(request),
          query,
          citations,
          ungrounded,
          ...picturesOf(request),
          showsRetries: true,
        },
        call,
      ),
    );
  }

  async reply(request: ConversationRequest, call: Call): Promise<ConversationReply> {
    const reply = await drainTextEvents(this.stream({ ...request, stream: false }, call));
    const { text, data, hasData, sources, usage, model } = reply;
    return {
      success: true,
      response: hasData ? JSON.stringify(data) : text,
      ...(hasData && { data }),
      ...(sources && { sources }),
      ...(reply.ungrounded && { ungrounded: reply.ungrounded }),
      ...(reply.queries && { queries: reply.queries }),
      ...(reply.fields && { fields: reply.fields }),
      ...(reply.details !== undefined && { details: reply.details }),
      usage,
      model,
      ...reply.origin,
    };
  }
}
