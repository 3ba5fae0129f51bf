import {
  type ChatCompletion,
  type ChatCompletionRequest,
  type ChatEvent,
  chatInstructions,
  type ExecutedCall,
  type FunctionCall,
  type JsonObject,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { EventFlow, each, type Through, through } from '../../../lib/event-flow.ts';
import { newId } from '../../../lib/ids.ts';
import type { Call } from '../../../ports/call.ts';
import type { PromptTool } from '../../../ports/language-model.ts';
import type { CheckTools } from '../../text/generation/check-tools.ts';
import { collectionsOf } from '../../text/generation/collection-choice.ts';
import type { GenerationEnd, GenerationResult } from '../../text/generation/generation-event.ts';
import { routingIn } from '../../text/generation/generation-request.ts';
import type { GenerationService } from '../../text/generation/generation-service.ts';
import type { IntegrationToolSource } from '../../text/generation/integration-tool-source.ts';
import { readToolChoice, requireUniqueNames } from '../../text/generation/message-prompt.ts';
import { samplingOf, thinkingOf } from '../../text/generation/sampling.ts';
import { toExecutedCall } from '../../text/generation/text-events.ts';
import { originOf, toUsage } from '../../text/generation/to-reply.ts';
import { type LoopEvent, runToolLoop } from '../../text/generation/tool-loop.ts';
import { readChatItems } from './chat-items.ts';

/** Chat completions with a named model and the caller's functions. */
export class ChatCompletionService {
  readonly #generation: GenerationService;
  readonly #checkTools: CheckTools;
  readonly #integrations: IntegrationToolSource;

  constructor(parts: { generation: GenerationService; checkTools: CheckTools; integrations: IntegrationToolSource }) {
    this.#generation = parts.generation;
    this.#checkTools = parts.checkTools;
    this.#integrations = parts.integrations;
  }

  stream(request: ChatCompletionRequest, call: Call): EventFlow<ChatEvent> {
    return new EventFlow(this.#steps(request, call));
  }

  async complete(request: ChatCompletionRequest, call: Call): Promise<ChatCompletion> {
    let content = '';
    let thinking = '';
    const functionCalls: FunctionCall[] = [];
    const executedCalls: ExecutedCall[] = [];
    const events = new ChatEvents();
    let result: GenerationResult | undefined;
    await each(await this.#start({ ...request, stream: false }, call), (event) => {
      if (event.type === 'result') result ??= event;
      for (const out of events.take(event)) {
        if (!('content' in out) || typeof out.content !== 'object') continue;
        const part = out.content;
        if (part.type === 'text_chunk') content += part.content;
        else if (part.type === 'thinking_chunk') thinking += part.content;
        else if (part.type === 'function_call') functionCalls.push(part);
        else if (part.type === 'executed_call') executedCalls.push(part.executed_call);
      }
      return undefined;
    });
    if (!result) throw new Error('the events ended without a result');
    const { model, sources, near, queries } = result.reply;
    const usage = toUsage(result.tokens);
    return {
      result: {
        response: [{ role: 'assistant', content }, ...functionCalls],
        thinking,
        token_usage: usage,
        usage,
        stop_reason: stopReason(result.reason),
        ...(executedCalls.length > 0 && { executed_calls: executedCalls }),
      },
      ...(sources && { sources }),
      ...(near && { near }),
      ...(queries && { queries }),
      usage,
      model,
      ...originOf(result),
    };
  }

  async *#steps(request: ChatCompletionRequest, call: Call): AsyncGenerator<Through<ChatEvent>, undefined> {
    const events = new ChatEvents();
    yield through(await this.#start(request, call), (event) => events.take(event));
  }

  async #start(request: ChatCompletionRequest, call: Call): Promise<EventFlow<LoopEvent>> {
    const { messages, fileIds: named, query, hasUser } = readChatItems(request.messages);
    const fileIds = [...new Set([...named, ...(request.file_ids ?? [])])];
    if (!hasUser) throw messagesRequired();
    refuseResponseFormat(request.response_format);
    const integrations = await this.#integrations(request, call);
    const tools = [...(await this.#tools(request)), ...(integrations?.tools ?? [])];
    requireUniqueNames(
      tools.map((tool) => tool.name),
      'functions',
    );
    const prompt = {
      system: request.system ?? '',
      messages,
      ...(tools.length > 0 && { tools }),
      toolChoice: readToolChoice(
        chosenTool(request.tool_choice),
        tools.map((tool) => tool.name),
      ),
      ...samplingOf(request),
      ...thinkingOf(request.thinking),
    };
    const collections = collectionsOf(request);
    const generation = { model: request.model, routing: routingIn(request), prompt, fileIds, collections, query };
    const runs = integrations !== null && request.execute === true;
    return runs
      ? runToolLoop(this.#generation, generation, integrations, call)
      : this.#generation.stream(generation, call);
  }

  async #tools(request: ChatCompletionRequest): Promise<PromptTool[]> {
    const field = request.functions === undefined && request.tools !== undefined ? 'tools' : 'functions';
    const functions = [...(request.functions ?? []), ...(request.tools ?? [])];
    requireUniqueNames(
      functions.map((item) => item.name),
      field,
    );
    const tools = functions.map(({ name, description, parameters, input_schema }) => ({
      name,
      description: description ?? '',
      // It came in as JSON; the schema only could not say so to the compiler.
      inputSchema: (parameters ?? input_schema ?? { type: 'object', properties: {} }) as JsonObject,
    }));
    if (tools.length > 0)
      await this.#checkTools(
        tools,
        (index) => `${field}[${index}].${functions[index]?.parameters ? 'parameters' : 'input_schema'}`,
      );
    return tools;
  }
}

/** Anthropic's form of a choice as our own. */
function chosenTool(choice: ChatCompletionRequest['tool_choice']): string | undefined {
  if (typeof choice !== 'object') return choice;
  if (choice.type === 'any') return 'required';
  return choice.type === 'tool' ? (choice.name ?? 'required') : choice.type;
}

/** The endpoint's reply has no place for an object; an ignored format would look like a granted one. */
function refuseResponseFormat(format: unknown): void {
  if (format === undefined || format === null) return;
  throw new AppError(
    'invalid_request',
    'response_format is not taken here. Send it to /v1/conversation, or to /v1/chat/completions in OpenAI’s form.',
    { title: 'response_format is not supported on /v1/chat-completion' },
  );
}

/** What is missing when no message of the user is there. */
function messagesRequired(): AppError {
  return new AppError('invalid_request', chatInstructions, {
    title: 'Messages are required',
    fields: { instructions: chatInstructions },
  });
}

/** Turns generation into the events of a chat completion. */
class ChatEvents {
  readonly #calls: FunctionCall['function_calls'] = [];
  #isThinking = false;
  #hasStartedCall = false;

  take(event: LoopEvent): readonly ChatEvent[] {
    // Nearly all are these, and every event of every stream comes by here.
    if (event.type === 'text-delta' && !this.#isThinking) {
      return [{ content: { type: 'text_chunk', content: event.text } }];
    }
    return [...this.#endThinking(event), ...this.#say(event)];
  }

  #endThinking({ type }: LoopEvent): ChatEvent[] {
    if (!this.#isThinking || type === 'reasoning-delta' || type === 'reasoning-signature') return [];
    this.#isThinking = false;
    return [{ content: { type: 'end_of_thinking', id: newId('think') } }];
  }

  #say(event: LoopEvent): ChatEvent[] {
    switch (event.type) {
      case 'reasoning-delta':
        this.#isThinking = true;
        return [{ content: { type: 'thinking_chunk', content: event.text } }];
      case 'text-delta':
      case 'refusal':
        return [{ content: { type: 'text_chunk', content: event.text } }];
      case 'tool-call-start':
        if (this.#hasStartedCall) return [];
        this.#hasStartedCall = true;
        return [{ content: { type: 'starting_function_call' } }];
      case 'tool-call':
        this.#calls.push({ name: event.name, input: event.input });
        return [];
      case 'tool-run':
        return [{ content: { type: 'executed_call', executed_call: toExecutedCall(event) } }];
      case 'reasoning-signature':
      case 'logprobs':
      case 'vendor-block':
      case 'vendor-citation':
      case 'retry':
        return [];
      case 'result':
        return [...this.#end(event)];
    }
  }

  *#end(result: GenerationResult): Generator<ChatEvent> {
    const { sources, near, queries } = result.reply;
    const calls = this.#calls;
    if (calls.length > 0) {
      yield { content: { type: 'function_call', function_call_id: newId('call'), function_calls: calls } };
    }
    if (sources) yield { content: { type: 'sources', sources } };
    if (near) yield { content: { type: 'near', near } };
    if (queries) yield { content: { type: 'queries', queries } };
    yield { content: { type: 'token_usage', ...toUsage(result.tokens), ...originOf(result) } };
    yield { content: '[DONE]' };
  }
}

function stopReason(reason: GenerationEnd): string {
  switch (reason) {
    case 'stop':
      return 'end_turn';
    case 'pause':
      return 'pause_turn';
    case 'length':
      return 'max_tokens';
    case 'tool-calls':
      return 'function_call';
    case 'stop-sequence':
      return 'stop_sequence';
    case 'content-filter':
      return 'content_filter';
    case 'refusal':
      return 'refusal';
    case 'max-steps':
      return 'max_steps';
    case 'other':
      return 'other';
  }
}
