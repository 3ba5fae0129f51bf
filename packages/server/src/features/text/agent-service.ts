import type { AgentReply, AgentRequest, JsonObject, TextEvent } from '@parley/contract';
import type { Call } from '../../ports/call.ts';
import type { CheckTools } from './check-tools.ts';
import type { GenerationService } from './generation-service.ts';
import { readMessages, readToolChoice, requireUniqueNames } from './message-prompt.ts';
import { samplingOf } from './sampling.ts';
import { drainTextEvents, toTextEvents } from './text-events.ts';

const defaultSystemPrompt = 'You are a helpful assistant with access to tools.';

/** Chooses among the caller's tools; runs none of them. */
export class AgentService {
  readonly #generation: GenerationService;
  readonly #checkTools: CheckTools;

  constructor({ generation, checkTools }: { generation: GenerationService; checkTools: CheckTools }) {
    this.#generation = generation;
    this.#checkTools = checkTools;
  }

  stream(request: AgentRequest, call: Call): AsyncGenerator<TextEvent> {
    const { messages, fileIds, query } = readMessages(request.messages, request.file_ids);
    const names = request.tools.map((tool) => tool.name);
    requireUniqueNames(names, 'tools');
    const tools = request.tools.map(({ name, description, input_schema }) => ({
      name,
      description,
      // It came in as JSON; the schema only could not say so to the compiler.
      inputSchema: input_schema as JsonObject,
    }));
    this.#checkTools(tools);
    const prompt = {
      system: request.system_prompt ?? defaultSystemPrompt,
      messages,
      tools,
      toolChoice: readToolChoice(request.tool_choice, names),
      ...samplingOf(request),
    };
    return toTextEvents(this.#generation.stream({ model: request.model, prompt, fileIds, query }, call));
  }

  async reply(request: AgentRequest, call: Call): Promise<AgentReply> {
    const { text, toolCalls, sources, usage, model } = await drainTextEvents(
      this.stream({ ...request, stream: false }, call),
    );
    return {
      success: true,
      response: text,
      tool_calls: toolCalls.length > 0 ? toolCalls : null,
      ...(sources && { sources }),
      usage,
      model,
    };
  }
}
