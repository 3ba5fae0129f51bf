import type { ConversationReply, ConversationRequest, TextEvent } from '@parley/contract';
import type { Call } from '../../ports/call.ts';
import type { GenerationService } from '../generation/generation-service.ts';
import { readMessages } from '../generation/message-prompt.ts';
import { samplingOf } from '../generation/sampling.ts';
import { drainTextEvents, toTextEvents } from '../generation/text-events.ts';

const defaultSystemPrompt = 'You are a helpful assistant.';

/** Conversations whose whole history comes with each request. */
export class ConversationService {
  readonly #generation: GenerationService;

  constructor({ generation }: { generation: GenerationService }) {
    this.#generation = generation;
  }

  stream(request: ConversationRequest, call: Call): AsyncGenerator<TextEvent> {
    const { messages, fileIds, query } = readMessages(request.messages, request.file_ids);
    const prompt = { system: request.system_prompt ?? defaultSystemPrompt, messages, ...samplingOf(request) };
    return toTextEvents(this.#generation.stream({ model: request.model, prompt, fileIds, query }, call));
  }

  async reply(request: ConversationRequest, call: Call): Promise<ConversationReply> {
    const { text, sources, usage, model } = await drainTextEvents(this.stream({ ...request, stream: false }, call));
    return { success: true, response: text, ...(sources && { sources }), usage, model };
  }
}
