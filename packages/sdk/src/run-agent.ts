import { ParleyError } from './errors.ts';
import type { AgentMessage, AgentReply, AgentRequest, ToolCall, ToolDefinition, Usage } from './generated/types.ts';
import type { RequestOptions } from './http-client.ts';
import type { TextStreamEvent } from './streams/text-fold.ts';
import { type AnySchema, isStandard, type OutputOf, toJsonSchema, validate } from './structured.ts';

export interface ToolContext {
  call: ToolCall;
  /** Aborted when the run is. */
  signal: AbortSignal | undefined;
}

/** A function that the agent may call. What it returns goes back as JSON; the agent reads what it throws. */
export type ToolFunction = { run(inputs: Record<string, unknown>, context: ToolContext): unknown }['run'];

export interface Tool {
  /** What it does, when to use it, what it returns. Default: its name in words. */
  description?: string | undefined;
  /** Shape of the inputs: zod, valibot or JSON Schema. Default: any object. */
  input?: AnySchema | undefined;
  run: ToolFunction;
}

/** Gives `run` the type of its inputs. */
export function tool<Schema extends AnySchema>(definition: {
  description?: string;
  input: Schema;
  run(inputs: OutputOf<Schema>, context: ToolContext): unknown;
}): Tool {
  // The schema has read the inputs by the time `run` gets them.
  return definition as unknown as Tool;
}

export interface RunRequest extends Omit<AgentRequest, 'messages' | 'prompt' | 'tools' | 'stream'> {
  /** The task, in place of `messages`. */
  prompt?: string | undefined;
  /** A prompt that the service keeps, which every call of the run begins with: `prompt` of the API. */
  keptPrompt?: AgentRequest['prompt'];
  messages?: AgentMessage[] | undefined;
  /** By name: a function, or a tool with a description and the shape of its inputs. */
  tools: Record<string, Tool | ToolFunction>;
}

/** One round: what the agent said, and what its calls gave. */
export interface AgentStep {
  reply: AgentReply;
  results: Array<{ call: ToolCall; result: unknown; isError: boolean }>;
}

export interface RunOptions extends RequestOptions {
  /** Calls to the service at most. Default: 10. */
  maxRounds?: number | undefined;
  /** Sees every event as it comes; the calls are then streamed. */
  onEvent?: ((event: TextStreamEvent<AgentReply>) => void) | undefined;
  /** Sees each round when its tools have run. */
  onStep?: ((step: AgentStep) => void) | undefined;
}

/** The last reply, with the whole way to it. */
export interface AgentRun extends AgentReply {
  steps: AgentStep[];
  /** The conversation so far: go on with it in another run. */
  messages: AgentMessage[];
}

const defaultRounds = 10;

/**
 * Calls the agent, runs the tools it asks for, side by side, and sends their results back until it answers. When the rounds are
 * used up, the run ends with `finish_reason` `max_steps` and the calls that were not run.
 */
export async function runAgent(
  { prompt, keptPrompt, messages: given = [], tools, ...rest }: RunRequest,
  send: (request: AgentRequest) => Promise<AgentReply>,
  options: RunOptions = {},
): Promise<AgentRun> {
  const messages: AgentMessage[] = [
    ...given,
    ...(prompt === undefined ? [] : [{ role: 'user' as const, content: prompt }]),
  ];
  const known = new Map(
    Object.entries(tools).map(([name, one]) => [name, typeof one === 'function' ? { run: one } : one]),
  );
  const definitions = [...known].map(([name, one]) => definitionOf(name, one));
  const steps: AgentStep[] = [];
  const usage: Usage = { input_tokens: 0, output_tokens: 0 };
  const maxRounds = options.maxRounds ?? defaultRounds;
  for (let round = 1; ; round++) {
    options.signal?.throwIfAborted();
    const reply = await send({
      ...rest,
      ...(keptPrompt && { prompt: keptPrompt }),
      messages,
      ...(definitions.length > 0 && { tools: definitions }),
    });
    usage.input_tokens += reply.usage.input_tokens;
    usage.output_tokens += reply.usage.output_tokens;
    const calls = reply.tool_calls ?? [];
    if (calls.length === 0) {
      messages.push({ role: 'assistant', content: reply.response });
      steps.push({ reply, results: [] });
      return { ...reply, usage, steps, messages };
    }
    if (round >= maxRounds) return { ...reply, finish_reason: 'max_steps', usage, steps, messages };
    const results = await Promise.all(calls.map((call) => runTool(known.get(call.name), call, options.signal)));
    const step = { reply, results };
    steps.push(step);
    options.onStep?.(step);
    messages.push(
      { role: 'assistant', content: reply.response, tool_calls: calls },
      { role: 'tool', tool_call_results: results.map(({ call, result }) => ({ tool_call_id: call.id, result })) },
    );
  }
}

function definitionOf(name: string, { description, input }: Tool): ToolDefinition {
  const schema = input === undefined ? { type: 'object' } : toJsonSchema(input);
  return { name, description: description ?? name.replaceAll(/[_.-]+/g, ' '), input_schema: schema };
}

async function runTool(
  found: Tool | undefined,
  call: ToolCall,
  signal: AbortSignal | undefined,
): Promise<AgentStep['results'][number]> {
  try {
    if (!found) throw new ParleyError('unknown_tool', `There is no tool ${call.name} here`);
    const { input } = found;
    const inputs = input !== undefined && isStandard(input) ? await validate(input, call.inputs) : call.inputs;
    // A schema of an object gives an object.
    const result = await found.run(inputs as Record<string, unknown>, { call, signal });
    return { call, result: result ?? null, isError: false };
  } catch (error) {
    signal?.throwIfAborted();
    return { call, result: { error: error instanceof Error ? error.message : String(error) }, isError: true };
  }
}
