import type { Answer, AnswerRequest, TextEvent } from '@parley/contract';
import type { EventFlow } from '../../../lib/event-flow.ts';
import type { Call } from '../../../ports/call.ts';
import { readTextFields } from '../generation/generation-request.ts';
import type { GenerationService } from '../generation/generation-service.ts';
import { samplingOf } from '../generation/sampling.ts';
import { drainTextEvents, toTextEvents } from '../generation/text-events.ts';

/** Single-turn answers. */
export class AnswerService {
  readonly #generation: GenerationService;

  constructor({ generation }: { generation: GenerationService }) {
    this.#generation = generation;
  }

  stream(request: AnswerRequest, call: Call): EventFlow<TextEvent> {
    const fields = readTextFields(request);
    const { query, context, file_ids: fileIds = [] } = request;
    const prompt = {
      system: '',
      messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: query }] }],
      ...samplingOf(request),
    };
    return toTextEvents(this.#generation.stream({ ...fields, prompt, fileIds, context, query, kind: 'answer' }, call));
  }

  async answer(request: AnswerRequest, call: Call): Promise<{ answer: Answer; schemaMode: string | undefined }> {
    const events = this.stream({ ...request, stream: false }, call);
    const { text, schemaMode, shortAnswer, fields } = await drainTextEvents(events);
    const short = shortAnswer !== undefined && { short_answer: shortAnswer };
    return { answer: { success: true, answer: text, ...short, ...fields }, schemaMode };
  }
}
