import type { ConversationReply, ConversationRequest, TextEvent } from '@parley/contract';
import type { EventFlow } from '../../../lib/event-flow.ts';
import type { Call } from '../../../ports/call.ts';
import { readTextFields } from '../generation/generation-request.ts';
import type { GenerationService } from '../generation/generation-service.ts';
import { readMessages } from '../generation/message-prompt.ts';
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
    const fields = readTextFields(request);
    const { messages, fileIds, query } = readMessages(request.messages, request.file_ids);
    const prompt = { system: request.system_prompt ?? roleInstructions.conversation, messages, ...samplingOf(request) };
    return toTextEvents(this.#generation.stream({ ...fields, prompt, fileIds, query }, call));
  }

  async reply(request: ConversationRequest, call: Call): Promise<ConversationReply> {
    const { text, fields } = await drainTextEvents(this.stream({ ...request, stream: false }, call));
    return { success: true, response: text, ...fields };
  }
}
