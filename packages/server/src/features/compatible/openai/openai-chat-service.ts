import type { OpenAIChatChoice, OpenAIChatChunk, OpenAIChatCompletion, OpenAIChatRequest } from '@parley/contract';
import { EventFlow, each, type Through, through } from '../../../lib/event-flow.ts';
import { newId } from '../../../lib/ids.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TokenUsage } from '../../../ports/language-model.ts';
import { addUsage, noUsage } from '../../money/billing/cost.ts';
import type { CheckTools } from '../../text/generation/check-tools.ts';
import { collectionsOf } from '../../text/generation/collection-choice.ts';
import type { GenerationEvent } from '../../text/generation/generation-event.ts';
import { type GenerationRequest, routingIn } from '../../text/generation/generation-request.ts';
import type { GenerationService } from '../../text/generation/generation-service.ts';
import { withModel } from '../../text/generation/name-model.ts';
import { readModelName } from '../../text/generation/role-models.ts';
import { samplingOf } from '../../text/generation/sampling.ts';
import { readChatMessages } from './chat-messages.ts';
import { type ContentLoaders, ContentReader } from './content-parts.ts';
import { formatName, readFormat } from './openai-format.ts';
import { readOpenAIChoice, requireSoundTools, toPromptTool } from './openai-tools.ts';
import { ownFields, toFinishReason, toOpenAIUsage } from './openai-usage.ts';
import { invalid, refuse, requireUsual, withoutNulls } from './refusals.ts';
import { openaiVendorFields, readReasoning } from './vendor-fields.ts';

export interface OpenAIChatParts {
  generation: GenerationService;
  checkTools: CheckTools;
  loaders: ContentLoaders;
  clock: Clock;
}

type Choice = OpenAIChatChunk['choices'][number];
type ChunkPart = Pick<OpenAIChatChunk, 'choices' | 'sources' | 'warnings' | 'engine' | 'code'>;

/** OpenAI's chat completions: each of the `n` choices is generated, and paid for, one after the other. */
export class OpenAIChatService {
  readonly #parts: OpenAIChatParts;

  constructor(parts: OpenAIChatParts) {
    this.#parts = parts;
  }

  /** Ends with the one chunk that has no choices: it carries the usage. */
  stream(given: OpenAIChatRequest, call: Call): EventFlow<OpenAIChatChunk> {
    return new EventFlow(this.#steps(given, call));
  }

  async *#steps(
    given: OpenAIChatRequest,
    call: Call,
  ): AsyncGenerator<OpenAIChatChunk | Through<OpenAIChatChunk>, undefined> {
    const request = await withModel(withoutNulls(given), call, this.#parts.generation);
    const generation = await this.#read(request, call);
    const head = {
      id: newId('chatcmpl'),
      object: 'chat.completion.chunk' as const,
      created: Math.floor(this.#parts.clock.now() / 1000),
      model: request.model,
    };
    let spent: TokenUsage = noUsage;
    for (let index = 0; index < (request.n ?? 1); index++) {
      const reply = new ChoiceReply(index, readReasoning(request.reasoning).isHidden);
      const generated = this.#parts.generation.stream(generation, call);
      yield through(generated, (event) => {
        if (event.type === 'result') spent = addUsage(spent, event.tokens);
        return reply.take(event).map((chunk) => ({ ...head, ...chunk }));
      });
    }
    yield { ...head, choices: [], usage: toOpenAIUsage(spent) };
  }

  async complete(request: OpenAIChatRequest, call: Call): Promise<OpenAIChatCompletion> {
    const choices: OpenAIChatChoice[] = [];
    let own: Pick<OpenAIChatChunk, 'sources' | 'warnings' | 'engine' | 'code'> = {};
    let whole: OpenAIChatCompletion | undefined;
    await each(this.stream({ ...request, stream: false }, call), (chunk) => {
      const { id, created, model, choices: changed, usage, object: _, ...extra } = chunk;
      own = { ...extra, ...own };
      for (const choice of changed) addTo(choices, choice);
      if (usage) whole = { id, object: 'chat.completion', created, model, choices, usage, ...own };
      return undefined;
    });
    if (whole === undefined) throw new Error('the chunks ended without the usage');
    return whole;
  }

  async #read(
    request: ReturnType<typeof withoutNulls<OpenAIChatRequest>> & { model: string },
    call: Call,
  ): Promise<GenerationRequest> {
    refuseUnsupported(request);
    const schema = readFormat(request.response_format, 'response_format');
    const { model, instructions } = readModelName(request.model);
    const functions = (request.tools ?? []).map((tool, index) => {
      if (tool.type === 'function' && tool.function) return tool.function;
      throw invalid(
        tool.type === 'function' ? `tools[${index}].function` : `tools[${index}].type`,
        tool.type === 'function'
          ? 'is required'
          : `"${tool.type.slice(0, 60)}" is not supported here; only function is`,
      );
    });
    const content = new ContentReader(this.#parts.loaders, call);
    const tools = functions.map((one, index) => ({
      ...toPromptTool(one),
      ...content.markOf(request.tools?.[index] ?? {}, `tools[${index}]`),
    }));
    await requireSoundTools(tools, (index) => `tools[${index}].function`, this.#parts.checkTools);
    const toolChoice = readOpenAIChoice(request.tool_choice, tools);
    const { system, messages, query } = await readChatMessages(request.messages, content);
    for (const id of request.file_ids ?? []) content.fileIds.add(id);
    const { max_tokens, max_completion_tokens, reasoning: _, ...sampling } = request;
    const reasoning = readReasoning(request.reasoning);
    const limit = max_completion_tokens ?? max_tokens;
    return {
      model,
      routing: routingIn(request),
      prompt: {
        system: system || instructions,
        messages,
        ...(tools.length > 0 && { tools, ...(toolChoice !== undefined && { toolChoice }) }),
        ...formatName(request.response_format),
        ...(content.systemCache && { systemCache: content.systemCache }),
        ...(reasoning.thinking && { thinking: reasoning.thinking }),
        ...samplingOf({
          ...sampling,
          reasoning_effort: request.reasoning_effort ?? reasoning.effort,
          ...(limit !== undefined && { max_tokens: limit }),
        }),
        ...vendorFieldsOf(request, content.hasMarks),
      },
      schema,
      fileIds: [...content.fileIds],
      documents: content.documents,
      collections: collectionsOf(request),
      query,
      showsRefusals: true,
    };
  }
}

function refuseUnsupported(request: OpenAIChatRequest): void {
  const { audio, web_search_options, functions, function_call } = request;
  refuse(
    { audio, web_search_options, functions, function_call },
    {
      web_search_options: 'POST /v1/responses has the tool web_search',
      functions: 'use tools',
      function_call: 'use tool_choice',
    },
  );
  requireUsual('modalities', request.modalities, '["text"]');
}

function vendorFieldsOf(request: ReturnType<typeof withoutNulls<OpenAIChatRequest>>, hasMarks: boolean) {
  const { verbosity, logprobs, top_logprobs, logit_bias, min_p, repetition_penalty } = request;
  const { chat_template_kwargs } = request;
  const { user, metadata, service_tier, safety_identifier, prompt_cache_key, prompt_cache_retention } = request;
  const { store, prediction } = request;
  return openaiVendorFields({
    needed: {
      ...{ verbosity, logprobs, top_logprobs, logit_bias, min_p, repetition_penalty },
      chat_template_kwargs,
    },
    hints: {
      ...{ user, metadata, service_tier, safety_identifier, prompt_cache_key, prompt_cache_retention },
      ...{ store, prediction },
    },
    hasMarks,
  });
}

/** One choice of a completion while it is generated, as the chunks that clients read. */
class ChoiceReply {
  readonly #index: number;
  #calls = 0;
  #hasBegun = false;
  #hasDeclined = false;
  readonly #hidesReasoning: boolean;

  constructor(index: number, hidesReasoning: boolean) {
    this.#index = index;
    this.#hidesReasoning = hidesReasoning;
  }

  take(event: GenerationEvent): readonly ChunkPart[] {
    // Nearly all are these, and every event of every stream comes by here.
    if (event.type === 'text-delta' && this.#hasBegun) return [{ choices: [this.#choice({ content: event.text })] }];
    return [...this.#say(event)];
  }

  *#say(event: GenerationEvent): Generator<ChunkPart> {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      yield { choices: [this.#choice({ role: 'assistant', ...(event.type !== 'refusal' && { content: '' }) })] };
    }
    switch (event.type) {
      case 'text-delta':
        yield { choices: [this.#choice({ content: event.text })] };
        break;
      case 'refusal':
        this.#hasDeclined = true;
        yield { choices: [this.#choice({ refusal: event.text })] };
        break;
      case 'reasoning-delta':
        if (!this.#hidesReasoning) yield { choices: [this.#choice({ reasoning_content: event.text })] };
        break;
      case 'logprobs':
        yield { choices: [{ ...this.#choice({}), logprobs: { content: event.content, refusal: null } }] };
        break;
      case 'tool-call': {
        const called = { name: event.name, arguments: event.arguments };
        const tool_calls = [{ index: this.#calls++, id: event.id, type: 'function' as const, function: called }];
        yield { choices: [this.#choice({ tool_calls })] };
        break;
      }
      case 'result':
        yield {
          // A refusal in words is a whole reply.
          choices: [
            {
              ...this.#choice({}),
              finish_reason: this.#hasDeclined ? 'stop' : toFinishReason(event.reason, this.#calls > 0),
            },
          ],
          ...ownFields(event),
        };
        break;
      case 'retry':
      case 'vendor-block':
      case 'vendor-citation':
      case 'reasoning-signature':
      case 'tool-call-start':
        break;
      default:
        event satisfies never;
    }
  }

  #choice(delta: Choice['delta']): Choice {
    return { index: this.#index, delta, logprobs: null, finish_reason: null };
  }
}

/** Adds a chunk's part to the choice that it belongs to. */
function addTo(choices: OpenAIChatChoice[], { index, delta, logprobs, finish_reason }: Choice): void {
  choices[index] ??= {
    index,
    message: { role: 'assistant', content: null, refusal: null },
    logprobs: null,
    finish_reason: 'stop',
  };
  const choice = choices[index];
  const { message } = choice;
  if (delta.content) message.content = (message.content ?? '') + delta.content;
  if (delta.refusal) message.refusal = (message.refusal ?? '') + delta.refusal;
  if (delta.reasoning_content) {
    message.reasoning_content = (message.reasoning_content ?? '') + delta.reasoning_content;
  }
  for (const { index: _, ...one } of delta.tool_calls ?? []) message.tool_calls = [...(message.tool_calls ?? []), one];
  if (logprobs)
    choice.logprobs = { content: [...(choice.logprobs?.content ?? []), ...logprobs.content], refusal: null };
  if (finish_reason === null) return;
  choice.finish_reason = finish_reason;
  // Only a reply that is nothing but calls, or a refusal, has no text.
  if (!message.tool_calls && message.refusal === null) message.content ??= '';
}
