import type { JsonObject, MessageReply, MessagesRequest, MessageTool } from '@parley/contract';
import { EventFlow, each, type Through, through } from '../../../lib/event-flow.ts';
import { newId } from '../../../lib/ids.ts';
import type { Call } from '../../../ports/call.ts';
import type { CacheMark, Prompt, PromptMessage, PromptTool, ToolChoice } from '../../../ports/language-model.ts';
import { estimatePromptTokens } from '../../money/billing/estimate-tokens.ts';
import type { CheckTools } from '../../text/generation/check-tools.ts';
import { collectionsOf } from '../../text/generation/collection-choice.ts';
import { routingIn } from '../../text/generation/generation-request.ts';
import type { GenerationService } from '../../text/generation/generation-service.ts';
import { requireUniqueNames } from '../../text/generation/message-prompt.ts';
import { withModel } from '../../text/generation/name-model.ts';
import { readModelName } from '../../text/generation/role-models.ts';
import { samplingOf, thinkingOf } from '../../text/generation/sampling.ts';
import { CacheMarks } from './cache-marks.ts';
import { invalid } from './invalid-block.ts';
import { type BlockLoaders, type ReadBlocks, readBlockMessages, readText } from './message-blocks.ts';
import { MessageEvents, type MessageStreamEvent } from './message-events.ts';
import { isVendorTool, messageVendorFields, readEffort, readOutputFormat, requireWebFor } from './vendor-fields.ts';

export interface MessagesParts {
  generation: GenerationService;
  checkTools: CheckTools;
  loaders: Omit<BlockLoaders, 'call'>;
  /** Tokens of a text as a current tokenizer counts them. */
  countTokens(text: string, signal: AbortSignal): Promise<number>;
  /** Whether a model is an engine of this process. */
  isEmbedded(model: string): boolean;
}

/** What a vendor adds around each message and tool. */
const tokensPerMessage = 4;

/** Anthropic's Messages API. */
export class MessagesService {
  readonly #parts: MessagesParts;

  constructor(parts: MessagesParts) {
    this.#parts = parts;
  }

  /** `betas`: the header `anthropic-beta`. */
  stream(request: MessagesRequest, call: Call, betas?: string): EventFlow<MessageStreamEvent> {
    return new EventFlow(this.#steps(request, call, betas));
  }

  async *#steps(
    given: MessagesRequest,
    call: Call,
    betas: string | undefined,
  ): AsyncGenerator<Through<MessageStreamEvent>, undefined> {
    const request = await withModel(given, call, this.#parts.generation);
    requireWebFor(request, call);
    const schema = readOutputFormat(request);
    const { prompt, fileIds, query, documents, citedAs } = await this.#prompt(request, call, betas);
    const wantsThinking = request.thinking !== undefined && request.thinking.type !== 'disabled';
    const events = new MessageEvents({ id: newId('msg'), model: request.model, wantsThinking, citedAs });
    const collections = collectionsOf(request);
    const { model, instructions } = readModelName(request.model);
    const told = { ...prompt, system: prompt.system || instructions };
    const routing = routingIn(request);
    const asked = { model, routing, prompt: told, schema, showsRefusals: true };
    const generation = { ...asked, fileIds, documents, collections, query };
    yield through(this.#parts.generation.stream(generation, call), (event) => events.take(event));
  }

  async create(request: MessagesRequest, call: Call, betas?: string): Promise<MessageReply> {
    let message: MessageReply | undefined;
    await each(this.stream({ ...request, stream: false }, call, betas), (event) => {
      if (event.type === 'message_stop') message = event.message;
      return undefined;
    });
    if (!message) throw new Error('the events ended without a message');
    return message;
  }

  async countTokens(given: MessagesRequest, call: Call): Promise<number> {
    const request = await withModel(given, call, this.#parts.generation);
    const { prompt } = await this.#prompt({ ...request, max_tokens: 1 }, call);
    // An engine of our own is counted by the same estimate as its usage.
    if (this.#parts.isEmbedded(request.model)) return estimatePromptTokens(prompt);
    const texts = [prompt.system, JSON.stringify(prompt.tools ?? '')];
    for (const message of prompt.messages) texts.push(JSON.stringify(message));
    const counted = await this.#parts.countTokens(texts.join('\n'), call.signal);
    return counted + tokensPerMessage * prompt.messages.length;
  }

  async #prompt(
    request: MessagesRequest,
    call: Call,
    betas?: string,
  ): Promise<Omit<ReadBlocks, 'messages'> & { prompt: Prompt }> {
    if (request.max_tokens === undefined) throw invalid('max_tokens', 'Field required');
    const loaders = { ...this.#parts.loaders, call };
    const marks = new CacheMarks();
    const { messages, materialCache, ...read } = await readBlockMessages(request.messages, loaders, marks);
    const tools = await this.#tools(request, marks);
    const systemCache = markOfSystem(request.system, marks);
    markEnd(messages, marks.of(request, ''));
    return {
      ...read,
      materialCache,
      prompt: {
        ...(systemCache && { systemCache }),
        ...(materialCache && { materialCache }),
        system: readText(request.system, 'system'),
        messages,
        ...(tools.length > 0 && { tools, toolChoice: readChoice(request, tools) }),
        ...thinkingOf(request.thinking),
        ...samplingOf(request),
        ...readEffort(request),
        ...(request.tool_choice?.disable_parallel_tool_use && { parallelToolCalls: false }),
        vendorFields: messageVendorFields({ request, betas, blocks: read.vendorBlocks, hasMarks: marks.hasAny }),
      },
    };
  }

  async #tools(request: MessagesRequest, marks: CacheMarks): Promise<PromptTool[]> {
    const field = request.tools ? 'tools' : 'functions';
    const given = request.tools ?? request.functions ?? [];
    const tools = given.map((tool, index) => toPromptTool(tool, `${field}.${index}`, marks));
    requireUniqueNames(
      tools.map((tool) => tool.name),
      field,
    );
    if (tools.length > 0) await this.#parts.checkTools(tools, (index) => `${field}.${index}.input_schema`);
    return tools;
  }
}

function toPromptTool(given: MessageTool, field: string, marks: CacheMarks): PromptTool {
  const { type: _, name, description, input_schema, parameters, cache_control, strict, ...vendor } = given;
  const mark = marks.of({ cache_control }, field);
  if (isVendorTool(given)) {
    // Some of them have no name; it is not told to anybody then.
    const inputSchema = { type: 'object' };
    // It came in as JSON; the schema only could not say so to the compiler.
    return { ...mark, name: name ?? field, description: '', inputSchema, vendor: given as JsonObject };
  }
  if (name === undefined) throw invalid(`${field}.name`, 'Field required');
  return {
    ...mark,
    name,
    description: description ?? '',
    inputSchema: (input_schema ?? parameters ?? { type: 'object', properties: {} }) as JsonObject,
    ...(strict !== undefined && { strict }),
    ...(Object.keys(vendor).length > 0 && { vendor: vendor as JsonObject }),
  };
}

/** The last mark among the blocks of the system; they become one text, so that is where it ends. */
function markOfSystem(system: MessagesRequest['system'], marks: CacheMarks): CacheMark | undefined {
  if (!Array.isArray(system)) return undefined;
  const found = system.map((block, index) => marks.of(block, `system.${index}`).cache);
  return found.findLast((mark) => mark !== undefined);
}

/** The mark of the request itself stands at its end. */
function markEnd(messages: PromptMessage[], { cache }: { cache?: CacheMark }): void {
  const last = messages.at(-1);
  if (cache === undefined || last === undefined || last.role === 'system') return;
  const part = last.role === 'tool' ? last.results.at(-1) : last.parts.at(-1);
  if (part && !('type' in part && (part.type === 'reasoning' || part.type === 'vendor-block'))) part.cache ??= cache;
}

function readChoice({ tool_choice: choice }: MessagesRequest, tools: PromptTool[]): ToolChoice {
  switch (choice?.type) {
    case undefined:
    case 'auto':
      return 'auto';
    case 'none':
      return 'none';
    case 'any': {
      // One that must be called and the only one there is: the same, and engines do better with a name.
      const [only] = tools;
      return only && tools.length === 1 ? { name: only.name } : 'required';
    }
    case 'tool': {
      const { name } = choice;
      if (name !== undefined && tools.some((tool) => tool.name === name)) return { name };
      throw invalid('tool_choice.name', 'must be the name of one of the tools');
    }
  }
}
