import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { AppError } from '../../../../lib/app-error.ts';
import { EventFlow, type Through, through } from '../../../../lib/event-flow.ts';
import { compileGivenSchema } from '../../../../lib/given-schema.ts';
import { Turn } from '../../../../lib/turn.ts';
import type {
  AssistantPart,
  LanguageModel,
  ModelEvent,
  Prompt,
  PromptTool,
  ToolResultPart,
} from '../../../../ports/language-model.ts';
import { keepReasoning } from '../keep-reasoning.ts';
import { readToolCall, type ToolCallReading } from './read-tool-call.ts';
import type { ReplyReader } from './reply-reader.ts';

export interface ToolRequest {
  model: Pick<LanguageModel, 'id' | 'embedded' | 'stream'>;
  prompt: Prompt;
  signal: AbortSignal;
}

/**
 * The model's events. Every `tool-call` names a tool of the request, its `arguments` are JSON that satisfies the tool's
 * schema, and `input` is the same as a value; calls of one answer may be equal, a later answer repeats none. One `finish`, that of the last answer.
 */
export type ToolEvent =
  | Exclude<ModelEvent, { type: 'tool-call' }>
  | { type: 'tool-call'; id: string; name: string; arguments: string; input: JsonObject };

const maxAnswers = 2;
/** Inputs of one call, as JSON text: ten times of what a model writes in one reply. */
const mostArguments = 5_000_000;

/**
 * Compiles the input schemas of a request's tools. Throws a 400 that names the field of the first broken one:
 * `tools[2].input_schema`, or as `fieldOf` calls it.
 */
export async function compileTools(
  tools: PromptTool[],
  fieldOf: (index: number) => string = (index) => `tools[${index}].input_schema`,
): Promise<Map<string, CompiledSchema>> {
  const compiled = new Map<string, CompiledSchema>();
  const turn = new Turn();
  for (const [index, tool] of tools.entries()) {
    // Each is compiled within a bound; others are served in between.
    await turn.next();
    compiled.set(tool.name, compileGivenSchema(tool.inputSchema, { field: fieldOf(index) }));
  }
  return compiled;
}

/** Lets only such tool calls through as fit their tools; asks the model once more about those that do not. */
export class ToolInputs {
  readonly #replies: ReplyReader;

  constructor({ replies }: { replies: ReplyReader }) {
    this.#replies = replies;
  }

  run(request: ToolRequest): EventFlow<ToolEvent> {
    return new EventFlow(this.#steps(request));
  }

  async *#steps({ model, prompt, signal }: ToolRequest): AsyncGenerator<ToolEvent | Through<ToolEvent>, undefined> {
    const tools = await compileTools(prompt.tools ?? []);
    const sent: SentCall[] = [];
    let asked = prompt;
    let hasText = false;
    for (let answers = 1; ; answers++) {
      // A vendor that ignores the choice of no tool must not be believed.
      const answer = new Answer(prompt.toolChoice === 'none' ? null : tools, {
        earlier: [...sent],
        sent,
        only: typeof prompt.toolChoice === 'object' ? prompt.toolChoice.name : null,
        isLong: (text) => this.#replies.isLong(text),
      });
      yield through(model.stream(asked, signal), (event) => answer.take(event, answers === 1));
      for (const { id, name, arguments: text } of answer.later) {
        const workspaceId = prompt.workspaceId ?? '';
        const reading = await this.#replies.readToolCall(name, text, { tools, workspaceId, signal });
        yield* answer.call(id, name, reading);
      }
      const problem = problemOf(answer, prompt, sent);
      if (problem === null) {
        // Instead of a better call the model answered in words: they are the reply.
        if (answers > 1 && sent.length === 0 && answer.text !== '') {
          yield { type: 'text-delta', text: hasText ? `\n\n${answer.text}` : answer.text };
        }
        yield { type: 'finish', usage: null, ...answer.finish, reason: finishReason(answer, sent) };
        return;
      }
      if (answers >= maxAnswers || model.embedded) {
        throw new AppError('tool_inputs_invalid', 'The model called a tool with inputs that do not fit its schema.', {
          details: problem.slice(0, 2000),
          ...(answer.isCut && { fields: { reason: 'length' } }),
        });
      }
      hasText = answer.text !== '';
      asked = answer.askAgain(answer.isCut ? withRoom(prompt, answer) : prompt, problem);
    }
  }
}

/** Output tokens that a reply gets at least when its first try was cut. */
const leastRoom = 8_192;

/** The caller's own limit stands; where there is none the vendor's default was too small. */
function withRoom(prompt: Prompt, { finish }: Answer): Prompt {
  if (prompt.maxTokens !== undefined) return prompt;
  return { ...prompt, maxTokens: Math.max(leastRoom, 2 * (finish?.usage?.outputTokens ?? 0)) };
}

function problemOf(answer: Answer, prompt: Prompt, sent: readonly SentCall[]): string | null {
  const broken = answer.calls.flatMap(({ reading }) => (reading.isValid ? [] : reading.errors));
  const cut = answer.isCut ? ['the reply reached its output limit before the call was whole'] : [];
  if (broken.length > 0) return [...cut, ...broken].slice(0, 10).join('; ');
  const mustCall = prompt.toolChoice === 'required' || typeof prompt.toolChoice === 'object';
  return mustCall && sent.length === 0 ? 'a tool had to be called and none was' : null;
}

function finishReason(answer: Answer, sent: readonly SentCall[]) {
  const reason = answer.finish?.reason ?? 'other';
  if (sent.length > 0) return reason === 'stop' ? 'tool-calls' : reason;
  return reason === 'tool-calls' ? 'stop' : reason;
}

type CallEvent = Extract<ModelEvent, { type: 'tool-call' }>;

interface SeenCall {
  id: string;
  name: string;
  reading: ToolCallReading;
}

interface SentCall {
  name: string;
  input: JsonObject;
}

interface AnswerRules {
  /** Calls that left with an earlier answer, which this one may repeat. */
  earlier: readonly SentCall[];
  /** All that left. */
  sent: SentCall[];
  /** The one tool that may be called; null where the choice is the model's. */
  only: string | null;
  isLong: (text: string) => boolean;
}

/** One answer of the model as it comes in. */
class Answer {
  readonly calls: SeenCall[] = [];
  /** Calls with long inputs, which are read once the stream has ended, and those behind them. */
  readonly later: CallEvent[] = [];
  finish: Extract<ModelEvent, { type: 'finish' }> | null = null;
  text = '';
  readonly #reasoning: AssistantPart[] = [];
  readonly #tools: Map<string, CompiledSchema> | null;
  readonly #rules: AnswerRules;

  constructor(tools: Map<string, CompiledSchema> | null, rules: AnswerRules) {
    this.#tools = tools;
    this.#rules = rules;
  }

  /** It reached its output limit. */
  get isCut(): boolean {
    return this.finish?.reason === 'length';
  }

  take(event: ModelEvent, isShown: boolean): readonly ToolEvent[] {
    switch (event.type) {
      case 'tool-call':
        return this.#take(event);
      case 'finish':
        this.finish = event;
        return [];
      case 'usage':
      case 'tool-call-delta':
      // Said again by `#call`, once it is certain that the call leaves.
      case 'tool-call-start':
        return [];
      case 'text-delta':
        this.text += event.text;
        return isShown ? [event] : [];
      case 'reasoning-delta':
      case 'reasoning-signature':
        keepReasoning(this.#reasoning, event);
        return isShown ? [event] : [];
      case 'refusal':
        this.text += event.text;
        return isShown ? [event] : [];
      case 'sources':
        return [event];
      case 'logprobs':
      case 'vendor-block':
      case 'vendor-citation':
        return isShown ? [event] : [];
    }
  }

  #take(event: CallEvent): readonly ToolEvent[] {
    if (this.#tools === null) return [];
    const { id, name, arguments: text } = event;
    if (text.length > mostArguments)
      throw new AppError(
        'upstream_invalid',
        'The model called a tool with inputs that are longer than any tool takes.',
        {
          details: `${text.length} characters of at most ${mostArguments}`,
        },
      );
    if (this.later.length === 0 && !this.#rules.isLong(text))
      return this.call(id, name, readToolCall(name, text, this.#tools));
    this.later.push(event);
    return [];
  }

  /** What leaves of a call that was read. */
  call(id: string, given: string, read: ToolCallReading): readonly ToolEvent[] {
    const { only, earlier, sent } = this.#rules;
    const isOther = read.isValid && only !== null && read.name !== only;
    const reading: ToolCallReading = isOther
      ? { isValid: false, errors: [`only ${only} may be called, not ${read.name}`], parsed: read.input }
      : read;
    this.calls.push({ id, name: reading.isValid ? reading.name : given, reading });
    if (!reading.isValid) return [];
    const { name, input, text } = reading;
    if (earlier.some((call) => call.name === name && isDeepStrictEqual(call.input, input))) return [];
    sent.push({ name, input });
    return [
      { type: 'tool-call-start', id, name },
      { type: 'tool-call', id, name, arguments: text ?? JSON.stringify(input), input },
    ];
  }

  /** The conversation with this answer in it, and for each of its calls what became of it. */
  askAgain(prompt: Prompt, problem: string): Prompt {
    const parts: AssistantPart[] = [...this.#reasoning];
    if (this.text.trim() !== '') parts.push({ type: 'text', text: this.text });
    const results: ToolResultPart[] = [];
    for (const { id, name, reading } of this.calls) {
      const input: JsonValue = reading.isValid ? reading.input : (reading.parsed ?? {});
      parts.push({ type: 'tool-call', id, name, input });
      results.push({
        toolCallId: id,
        toolName: name,
        result: reading.isValid ? 'This call was accepted. Do not repeat it.' : complaint(reading.errors),
        ...(!reading.isValid && { isError: true }),
      });
    }
    const messages = [...prompt.messages];
    if (parts.length > 0) messages.push({ role: 'assistant', parts });
    if (results.length > 0) messages.push({ role: 'tool', results });
    else messages.push({ role: 'user', parts: [{ type: 'text', text: `Call one of the tools: ${problem}.` }] });
    return { ...prompt, messages };
  }
}

function complaint(errors: string[]): string {
  return `This call was not run. ${errors.slice(0, 10).join('; ')}. Call the tool again with corrected inputs.`;
}
