import type { AgentReply, AgentRequest, JsonObject, TextEvent } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { EventFlow } from '../../../lib/event-flow.ts';
import type { Call } from '../../../ports/call.ts';
import type { CheckTools } from '../generation/check-tools.ts';
import { readTextFields } from '../generation/generation-request.ts';
import type { GenerationService } from '../generation/generation-service.ts';
import type { IntegrationToolSource } from '../generation/integration-tool-source.ts';
import { readMessages, readToolChoice, requireUniqueNames } from '../generation/message-prompt.ts';
import { roleInstructions } from '../generation/role-models.ts';
import { samplingOf } from '../generation/sampling.ts';
import { drainTextEvents, toTextEvents } from '../generation/text-events.ts';
import { type LoopEvent, runToolLoop } from '../generation/tool-loop.ts';

/** Chooses among tools. The caller runs its own; features of integrations are run here when it asks for that. */
export class AgentService {
  readonly #generation: GenerationService;
  readonly #checkTools: CheckTools;
  readonly #integrations: IntegrationToolSource;

  constructor(parts: { generation: GenerationService; checkTools: CheckTools; integrations: IntegrationToolSource }) {
    this.#generation = parts.generation;
    this.#checkTools = parts.checkTools;
    this.#integrations = parts.integrations;
  }

  stream(request: AgentRequest, call: Call): EventFlow<TextEvent> {
    return toTextEvents(this.#start(request, call));
  }

  async reply(request: AgentRequest, call: Call): Promise<AgentReply> {
    const { text, toolCalls, executedCalls, fields } = await drainTextEvents(this.stream(request, call));
    return {
      success: true,
      response: text,
      tool_calls: toolCalls.length > 0 ? toolCalls : null,
      ...(executedCalls.length > 0 && { executed_calls: executedCalls }),
      ...fields,
    };
  }

  async #start(request: AgentRequest, call: Call): Promise<EventFlow<LoopEvent>> {
    const fields = readTextFields(request);
    const { messages, fileIds, query } = readMessages(request.messages, request.file_ids);
    const own = (request.tools ?? []).map(({ name, description, input_schema }) => ({
      name,
      description,
      // It came in as JSON; the schema only could not say so to the compiler.
      inputSchema: input_schema as JsonObject,
    }));
    const integrations = await this.#integrations(request, call);
    const tools = [...own, ...(integrations?.tools ?? [])];
    if (tools.length === 0) {
      throw new AppError('invalid_request', 'tools must hold at least one tool, unless integrations are given', {
        title: 'tools are required',
      });
    }
    const names = tools.map((tool) => tool.name);
    requireUniqueNames(names, 'tools');
    await this.#checkTools(own);
    const prompt = {
      system: request.system_prompt ?? roleInstructions.agent,
      messages,
      tools,
      toolChoice: readToolChoice(request.tool_choice, names),
      ...samplingOf(request),
    };
    const generation = { ...fields, prompt, fileIds, query, kind: 'agent' as const };
    const runs = integrations !== null && request.execute === true;
    return runs
      ? runToolLoop(this.#generation, generation, integrations, call)
      : this.#generation.stream(generation, call);
  }
}
