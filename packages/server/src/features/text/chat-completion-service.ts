import {
  type ChatCompletion,
  type ChatCompletionRequest,
  type ChatEvent,
  chatInstructions,
  type ExecutedCall,
  type FunctionCall,
  type JsonObject,
} from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import type { Call } from '../../ports/call.ts';
import type { FinishReason, PromptTool } from '../../ports/language-model.ts';
import { readChatItems } from './chat-items.ts';
import type { CheckTools } from './check-tools.ts';
import type { GenerationResult, GenerationService } from './generation-service.ts';
import type { IntegrationToolSource } from './integration-tool-source.ts';
import { readToolChoice, requireUniqueNames } from './message-prompt.ts';
import { samplingOf } from './sampling.ts';
import { toExecutedCall } from './text-events.ts';
import { type LoopEvent, runToolLoop } from './tool-loop.ts';

/** The events of a chat completion, and beside them the facts that only the unstreamed answer carries. */
type ChatStreamEvent = { wire: ChatEvent } | { result: GenerationResult };

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

  async *stream(request: ChatCompletionRequest, call: Call): AsyncGenerator<ChatEvent> {
    for await (const event of this.#events(request, call)) if ('wire' in event) yield event.wire;
  }

  async complete(request: ChatCompletionRequest, call: Call): Promise<ChatCompletion> {
    let content = '';
    let thinking = '';
    const functionCalls: FunctionCall[] = [];
    const executedCalls: ExecutedCall[] = [];
    let result: GenerationResult | null = null;
    for await (const event of this.#events({ ...request, stream: false }, call)) {
      if ('result' in event) result = event.result;
      else if ('content' in event.wire && typeof event.wire.content === 'object') {
        const part = event.wire.content;
        if (part.type === 'text_chunk') content += part.content;
        else if (part.type === 'thinking_chunk') thinking += part.content;
        else if (part.type === 'function_call') functionCalls.push(part);
        else if (part.type === 'executed_call') executedCalls.push(part.executed_call);
      }
    }
    if (!result) throw new Error('the events ended without a result');
    return {
      result: {
        response: [{ role: 'assistant', content }, ...functionCalls],
        thinking,
        token_usage: result.usage,
        stop_reason: stopReason(result.reason),
        ...(executedCalls.length > 0 && { executed_calls: executedCalls }),
      },
      ...(result.sources && { sources: result.sources }),
      usage: result.usage,
      model: result.model,
    };
  }

  async *#events(request: ChatCompletionRequest, call: Call): AsyncGenerator<ChatStreamEvent> {
    const { messages, fileIds, query, hasUser } = readChatItems(request.messages);
    if (!hasUser) throw messagesRequired();
    const integrations = await this.#integrations(request, call);
    const tools = [...this.#tools(request), ...(integrations?.tools ?? [])];
    requireUniqueNames(
      tools.map((tool) => tool.name),
      'functions',
    );
    const prompt = {
      system: request.system ?? '',
      messages,
      ...(tools.length > 0 && { tools }),
      toolChoice: readToolChoice(
        request.tool_choice,
        tools.map((tool) => tool.name),
      ),
      ...samplingOf(request),
    };
    const generation = { model: request.model, prompt, fileIds, query };
    const runs = integrations !== null && request.execute === true;
    yield* toChatEvents(
      runs ? runToolLoop(this.#generation, generation, integrations, call) : this.#generation.stream(generation, call),
    );
  }

  #tools(request: ChatCompletionRequest): PromptTool[] {
    const functions = request.functions ?? [];
    requireUniqueNames(
      functions.map((item) => item.name),
      'functions',
    );
    const tools = functions.map(({ name, description, parameters }) => ({
      name,
      description: description ?? '',
      // It came in as JSON; the schema only could not say so to the compiler.
      inputSchema: (parameters ?? { type: 'object', properties: {} }) as JsonObject,
    }));
    if (tools.length > 0) this.#checkTools(tools, (index) => `functions[${index}].parameters`);
    return tools;
  }
}

/** What is missing when no message of the user is there. */
export function messagesRequired(): AppError {
  return new AppError('invalid_request', chatInstructions, {
    title: 'Messages are required',
    fields: { instructions: chatInstructions },
  });
}

async function* toChatEvents(events: AsyncIterable<LoopEvent>): AsyncGenerator<ChatStreamEvent> {
  const calls: FunctionCall['function_calls'] = [];
  let isThinking = false;
  let hasStartedCall = false;
  for await (const event of events) {
    if (isThinking && event.type !== 'reasoning-delta' && event.type !== 'reasoning-signature') {
      isThinking = false;
      yield { wire: { content: { type: 'end_of_thinking', id: newId('think') } } };
    }
    switch (event.type) {
      case 'reasoning-delta':
        isThinking = true;
        yield { wire: { content: { type: 'thinking_chunk', content: event.text } } };
        break;
      case 'text-delta':
        yield { wire: { content: { type: 'text_chunk', content: event.text } } };
        break;
      case 'tool-call-start':
        if (hasStartedCall) break;
        hasStartedCall = true;
        yield { wire: { content: { type: 'starting_function_call' } } };
        break;
      case 'tool-call':
        calls.push({ name: event.name, input: event.input });
        break;
      case 'tool-run':
        yield { wire: { content: { type: 'executed_call', executed_call: toExecutedCall(event) } } };
        break;
      case 'reasoning-signature':
        break;
      case 'result':
        yield* ending(event, calls);
        break;
      default:
        event satisfies never;
    }
  }
}

function* ending(result: GenerationResult, calls: FunctionCall['function_calls']): Generator<ChatStreamEvent> {
  if (calls.length > 0) {
    const item: FunctionCall = { type: 'function_call', function_call_id: newId('call'), function_calls: calls };
    yield { wire: { content: item } };
  }
  if (result.sources) yield { wire: { content: { type: 'sources', sources: result.sources } } };
  yield { wire: { content: { type: 'token_usage', ...result.usage } } };
  yield { result };
  yield { wire: { content: '[DONE]' } };
}

function stopReason(reason: FinishReason): string {
  switch (reason) {
    case 'stop':
      return 'end_turn';
    case 'length':
      return 'max_tokens';
    case 'tool-calls':
      return 'function_call';
    case 'stop-sequence':
      return 'stop_sequence';
    case 'content-filter':
      return 'content_filter';
    case 'other':
      return 'other';
  }
}
