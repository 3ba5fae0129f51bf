import {
  isJsonObject,
  type JsonObject,
  type OpenAIResponse,
  type OpenAIResponseEvent,
  type OpenAIResponseRequest,
} from '@parley/contract';
import { EventFlow, type Through, through } from '../../../../lib/event-flow.ts';
import { requireModel } from '../../../../lib/require-model.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { PromptTool, ToolChoice } from '../../../../ports/language-model.ts';
import type { Runs } from '../../../runs/background/runs.ts';
import type { CheckTools } from '../../../text/generation/check-tools.ts';
import { type GenerationRequest, routingIn } from '../../../text/generation/generation-request.ts';
import type { GenerationService } from '../../../text/generation/generation-service.ts';
import { readModelName } from '../../../text/generation/role-models.ts';
import { samplingOf } from '../../../text/generation/sampling.ts';
import { runToolLoop } from '../../../text/generation/tool-loop.ts';
import { type ContentLoaders, ContentReader } from '../content-parts.ts';
import { formatName, readFormat } from '../openai-format.ts';
import { readOpenAIChoice, requireSoundTools, toPromptTool } from '../openai-tools.ts';
import { invalid, refuse, type withoutNulls } from '../refusals.ts';
import { openaiVendorFields } from '../vendor-fields.ts';
import { BuiltInTools, readBuiltIn, type Searches } from './built-in-tools.ts';
import { readInput } from './read-input.ts';
import { ResponseEvents, type RunningResponse } from './response-events.ts';
import { type ResponseTypes, toResponse } from './response-kind.ts';

export interface ResponseGenerationParts {
  generation: GenerationService;
  checkTools: CheckTools;
  loaders: ContentLoaders;
  searches: Searches;
  runs: Pick<Runs<ResponseTypes>, 'find'>;
  /**
   * The model of a name, the default one without a name. One that is an engine of this process calls no tools by itself to look
   * something up.
   */
  modelOf(name: string | undefined): { id: string; embedded: boolean };
  clock: Clock;
}

export type ResponseRequest = ReturnType<typeof withoutNulls<NamedRequest>>;
/** With the model that it means. */
export type NamedRequest = OpenAIResponseRequest & { model: string };
export interface ResponseHistory {
  item: JsonObject;
  field: string;
}

/** From a request for a response to generation, and from there to the response's events. */
export class ResponseGeneration {
  readonly #parts: ResponseGenerationParts;

  constructor(parts: ResponseGenerationParts) {
    this.#parts = parts;
  }

  async run(
    request: ResponseRequest,
    response: OpenAIResponse,
    history: ResponseHistory[],
    call: Call,
  ): Promise<RunningResponse> {
    const ids = { next: (prefix: string) => `${prefix}_` };
    const { generation, builtIns } = await this.read(request, history, call, (prefix) => ids.next(prefix));
    const events = new ResponseEvents(response, {
      findingOf: (name, input, result) => builtIns.findingOf(name, input, result),
      isOurs: (name) => builtIns.isOurs(name),
      now: () => this.#parts.clock.now(),
    });
    ids.next = (prefix) => events.newItemId(prefix);
    return {
      events: new EventFlow(this.#steps(events, generation, builtIns, call)),
      failure: (error) => events.failure(error),
    };
  }

  /** Throws `invalid_request` that names the field, `forbidden`, and what the files and addresses in it throw. */
  async read(
    request: ResponseRequest,
    history: ResponseHistory[],
    call: Call,
    newItemId: (prefix: string) => string,
  ): Promise<{ generation: GenerationRequest; builtIns: BuiltInTools }> {
    refuseUnsupported(request);
    const schema = readFormat(request.text?.format, 'text.format');
    const { model, instructions } = readModelName(request.model);
    const asked = this.#parts.modelOf(model);
    requireModel(call, asked.id);
    const { functions, builtIns } = this.#tools(request, newItemId);
    builtIns.requireScopes(call);
    await requireSoundTools(functions, (index) => `tools[${index}]`, this.#parts.checkTools);
    const content = new ContentReader(this.#parts.loaders, call);
    const { system, messages, query } = await readInput(history, content, (id) => this.#storedItem(id, call));
    for (const id of request.file_ids ?? []) content.fileIds.add(id);
    const tools = asked.embedded ? functions : [...functions, ...builtIns.tools];
    const toolChoice = choiceOf(request, [...functions, ...builtIns.tools]);
    const { max_output_tokens: limit, reasoning, ...sampling } = request;
    const generation: GenerationRequest = {
      model,
      routing: routingIn(request),
      prompt: {
        system: [request.instructions, system].filter(Boolean).join('\n\n') || instructions,
        messages,
        ...(tools.length > 0 && { tools, ...(toolChoice !== undefined && { toolChoice }) }),
        ...formatName(request.text?.format),
        ...samplingOf({
          ...sampling,
          max_tokens: limit,
          reasoning_effort: reasoning?.effort ?? undefined,
        }),
        ...vendorFieldsOf(request, content.hasMarks),
      },
      schema,
      fileIds: [...content.fileIds],
      documents: content.documents,
      query,
      showsRefusals: true,
    };
    return { generation, builtIns };
  }

  async *#steps(
    events: ResponseEvents,
    generation: GenerationRequest,
    builtIns: BuiltInTools,
    call: Call,
  ): AsyncGenerator<Through<OpenAIResponseEvent>, undefined> {
    const looksFirst = !builtIns.isEmpty && this.#parts.modelOf(generation.model).embedded;
    const found = looksFirst
      ? await builtIns.gather(generation.query, call)
      : { findings: [], documents: [], fileIds: [] };
    const request: GenerationRequest = {
      ...generation,
      documents: [...(generation.documents ?? []), ...found.documents],
      fileIds: [...generation.fileIds, ...found.fileIds],
    };
    const all =
      builtIns.isEmpty || looksFirst
        ? this.#parts.generation.stream(request, call)
        : runToolLoop(this.#parts.generation, request, builtIns, call);
    let hasBegun = false;
    yield through(all, (event) => {
      if (hasBegun) return events.take(event);
      // Not before: what fails before a word is said is an ordinary error.
      hasBegun = true;
      return [...events.begin(), ...found.findings.flatMap((one) => [...events.found(one)]), ...events.take(event)];
    });
  }

  #tools(request: ResponseRequest, newItemId: (prefix: string) => string) {
    const functions: PromptTool[] = [];
    const builtIns = [];
    for (const [index, tool] of (request.tools ?? []).entries()) {
      const field = `tools[${index}]`;
      if (tool.type === 'function') {
        const { name, description, parameters, strict } = tool;
        if (typeof name !== 'string') throw invalid(`${field}.name`, 'is required');
        functions.push(
          toPromptTool({
            name,
            description: typeof description === 'string' ? description : undefined,
            parameters: isJsonObject(parameters) ? parameters : undefined,
            strict: typeof strict === 'boolean' ? strict : undefined,
          }),
        );
        continue;
      }
      const builtIn = readBuiltIn(tool, field);
      if (builtIn === null) {
        throw invalid(
          `${field}.type`,
          `"${tool.type.slice(0, 60)}" is not supported here; function, web_search and file_search are`,
        );
      }
      builtIns.push(builtIn);
    }
    return { functions, builtIns: new BuiltInTools(builtIns, this.#parts.searches, newItemId) };
  }

  /** The id of an item tells in which response it is. */
  async #storedItem(id: string, { workspaceId }: Call): Promise<JsonObject | null> {
    const response = /^[a-z]+_(\w+)_\d+$/.exec(id)?.[1];
    if (response === undefined) return null;
    const stored = await this.#parts.runs.find(workspaceId, `resp_${response}`);
    const item: unknown = stored && toResponse(stored).output.find((one) => one.id === id);
    return isJsonObject(item) ? item : null;
  }
}

/** A choice of one of the built-in tools names it by its type. */
function choiceOf({ tool_choice: choice }: ResponseRequest, tools: PromptTool[]): ToolChoice | undefined {
  if (typeof choice !== 'object' || choice.type === 'function') return readOpenAIChoice(choice, tools);
  const name = choice.type.startsWith('web_search') ? 'web_search' : choice.type;
  return readOpenAIChoice({ type: tools.some((tool) => tool.name === name) ? 'function' : choice.type, name }, tools);
}

function refuseUnsupported(request: ResponseRequest): void {
  const { max_tool_calls, conversation } = request;
  refuse({ max_tool_calls, conversation }, { conversation: 'use previous_response_id' });
}

function vendorFieldsOf(request: ResponseRequest, hasMarks: boolean) {
  const { text, top_logprobs, include } = request;
  const { user, metadata, service_tier, safety_identifier, prompt_cache_key, prompt_cache_retention } = request;
  const asked = include?.findIndex((name) => name.endsWith('logprobs')) ?? -1;
  return openaiVendorFields({
    // Chat completions, which vendors are asked in, want both.
    needed: { verbosity: text?.verbosity, logprobs: asked >= 0 || Boolean(top_logprobs), top_logprobs },
    hints: { user, metadata, service_tier, safety_identifier, prompt_cache_key, prompt_cache_retention },
    places: { verbosity: 'text.verbosity', logprobs: asked >= 0 ? `include[${asked}]` : 'top_logprobs' },
    hasMarks,
  });
}
