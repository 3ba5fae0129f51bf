import type { Confirmation, JsonObject, JsonValue } from '@parley/contract';
import { EventFlow, type Through, through } from '../../../lib/event-flow.ts';
import { inSpan } from '../../../lib/spans.ts';
import { traced } from '../../../lib/traced.ts';
import type { Call } from '../../../ports/call.ts';
import type { AssistantPart, Prompt, PromptTool, TokenUsage, ToolResultPart } from '../../../ports/language-model.ts';
import { addUsage, noUsage } from '../../money/billing/cost.ts';
import type { GenerationEvent, GenerationResult } from './generation-event.ts';
import type { GenerationRequest } from './generation-request.ts';
import type { GenerationService } from './generation-service.ts';
import { keepReasoning } from './keep-reasoning.ts';

/** Tools that the service itself can run. */
export interface RunnableTools {
  readonly tools: PromptTool[];
  /** Runs a call. Never throws for what the tool or its third party did: that is a result, too. */
  run(call: { name: string; input: JsonObject }, context: Call): Promise<ToolRun>;
}

export interface ToolRun {
  /** What the model gets to read. */
  result: JsonValue;
  isError: boolean;
  /** For the caller alone: what waits for a word of its user. */
  confirmation?: Confirmation;
}

/** One call that was run, between the model's turns. */
export interface ToolRunEvent extends ToolRun {
  type: 'tool-run';
  id: string;
  name: string;
  input: JsonObject;
}

export type LoopEvent = GenerationEvent | ToolRunEvent;

type ToolCallEvent = Extract<GenerationEvent, { type: 'tool-call' }>;

/** Rounds of calls that are run; then the model has to answer with what it has. */
export const maxSteps = 8;

/**
 * Lets a model call tools and runs those that are ours, until it answers or calls tools of the caller, which are handed out. A turn
 * that calls both has ours run first; the model then calls the caller's knowing what ours said. Should it call both again, the
 * caller's are handed out with that. Ends with exactly one `result`.
 */
export function runToolLoop(
  generation: GenerationService,
  request: GenerationRequest,
  runnable: RunnableTools,
  call: Call,
): EventFlow<LoopEvent> {
  return new EventFlow(stepsOf(generation, request, runnable, call));
}

async function* stepsOf(
  generation: GenerationService,
  request: GenerationRequest,
  runnable: RunnableTools,
  call: Call,
): AsyncGenerator<LoopEvent | Through<LoopEvent>, undefined> {
  const ours = new Set(runnable.tools.map((tool) => tool.name));
  let prompt: Prompt = request.prompt;
  let spent: TokenUsage = noUsage;
  let hasText = false;
  let preferred = request.preferred;
  let wasMixed = false;
  for (let step = 0; ; step++) {
    const turn = new Turn(hasText);
    yield through(generation.stream({ ...request, prompt, preferred }, call), turn.take);
    const { result, calls } = turn;
    if (!result) throw new Error('the generation ended without a result');
    spent = addUsage(spent, result.tokens);
    hasText ||= turn.text !== '';
    const runnableCalls = step < maxSteps ? calls.filter(({ name }) => ours.has(name)) : [];
    if (runnableCalls.length === 0) {
      yield* calls;
      const reason = step >= maxSteps && result.reason === 'stop' ? 'max-steps' : result.reason;
      yield { ...result, reason, tokens: spent };
      return;
    }
    preferred = result.engineId;
    const results: ToolResultPart[] = [];
    for (const { id, name, input } of runnableCalls) {
      const run = await runTraced(runnable, { id, name, input }, call);
      yield { type: 'tool-run', id, name, input, ...run };
      const { result: answer, isError } = run;
      results.push({ toolCallId: id, toolName: name, result: answer, ...(isError && { isError }) });
    }
    const isMixed = runnableCalls.length < calls.length;
    if (isMixed && wasMixed) {
      yield* calls.filter(({ name }) => !ours.has(name));
      yield { ...result, tokens: spent };
      return;
    }
    wasMixed = isMixed;
    prompt = {
      ...prompt,
      messages: [
        ...prompt.messages,
        { role: 'assistant', parts: turn.parts(runnableCalls) },
        { role: 'tool', results },
      ],
      toolChoice: step + 1 < maxSteps ? 'auto' : 'none',
    };
  }
}

function runTraced(
  runnable: RunnableTools,
  { id, name, input }: { id: string; name: string; input: JsonObject },
  call: Call,
): Promise<ToolRun> {
  const facts = () => ({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': id,
  });
  return inSpan(`execute_tool ${name}`, { facts }, async (span) => {
    const work = () => runnable.run({ name, input }, call);
    const run = await traced(call.meter.trace, { kind: 'tool', name }, work, ({ isError }) =>
      isError ? { error: 'tool_error' } : {},
    );
    if (run.isError) span?.fail('tool_error');
    return run;
  });
}

const nothing: readonly GenerationEvent[] = [];

/** One turn of the model: what goes on to the caller at once, and what is kept until it is known what to do with it. */
class Turn {
  text = '';
  readonly calls: ToolCallEvent[] = [];
  result: GenerationResult | null = null;
  readonly #reasoning: AssistantPart[] = [];
  readonly #hasTextBefore: boolean;

  /** `hasTextBefore`: turns before this one said something. */
  constructor(hasTextBefore: boolean) {
    this.#hasTextBefore = hasTextBefore;
  }

  /** What goes out now. */
  readonly take = (event: GenerationEvent): readonly GenerationEvent[] => {
    if (event.type !== 'text-delta') return this.#note(event) ? [event] : nothing;
    // What the model said before a call and what it says after it are two paragraphs.
    const isNextParagraph = this.text === '' && this.#hasTextBefore;
    this.text += event.text;
    return isNextParagraph ? [{ type: 'text-delta', text: '\n\n' }, event] : [event];
  };

  #note(event: Exclude<GenerationEvent, { type: 'text-delta' }>): boolean {
    switch (event.type) {
      case 'reasoning-delta':
      case 'reasoning-signature':
        keepReasoning(this.#reasoning, event);
        return true;
      case 'refusal':
        this.text += event.text;
        return true;
      case 'logprobs':
      case 'vendor-block':
      case 'vendor-citation':
        return true;
      case 'retry':
        this.text = '';
        return true;
      case 'tool-call-start':
        return false;
      case 'tool-call':
        this.calls.push(event);
        return false;
      case 'result':
        this.result = event;
        return false;
    }
  }

  /** The turn as it goes back to the model, with those of its calls that have results. */
  parts(calls: readonly ToolCallEvent[]): AssistantPart[] {
    return [
      ...this.#reasoning,
      ...(this.text === '' ? [] : [{ type: 'text' as const, text: this.text }]),
      ...calls.map(({ id, name, input }) => ({ type: 'tool-call' as const, id, name, input })),
    ];
  }
}
