import type { Prompt, ReasoningEffort } from '../../../ports/language-model.ts';

const defaultThinkingTokens = 4096;

interface SamplingFields {
  stream?: boolean | undefined;
  max_tokens?: number | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  top_k?: number | undefined;
  /** Another name of `stop_sequences`, as text or list. */
  stop?: string | string[] | undefined;
  stop_sequences?: string[] | undefined;
  seed?: number | undefined;
  frequency_penalty?: number | undefined;
  presence_penalty?: number | undefined;
  reasoning_effort?: ReasoningEffort | undefined;
  parallel_tool_calls?: boolean | undefined;
}

/** The sampling fields that were given, as the port calls them. A `stream` of false says that the reply is read whole. */
export function samplingOf(request: SamplingFields): Partial<Prompt> {
  const { max_tokens, temperature, top_p, top_k, stop = [], stop_sequences = [] } = request;
  const { seed, frequency_penalty, presence_penalty, reasoning_effort, parallel_tool_calls } = request;
  const stops = [...new Set([...stop_sequences, ...[stop].flat()])];
  return {
    ...(request.stream === false && { isStreamed: false }),
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(top_k !== undefined && { topK: top_k }),
    ...(stops.length > 0 && { stopSequences: stops }),
    ...(seed !== undefined && { seed }),
    ...(frequency_penalty !== undefined && { frequencyPenalty: frequency_penalty }),
    ...(presence_penalty !== undefined && { presencePenalty: presence_penalty }),
    ...(reasoning_effort !== undefined && { reasoningEffort: reasoning_effort }),
    ...(parallel_tool_calls !== undefined && { parallelToolCalls: parallel_tool_calls }),
  };
}

/** Whether and how long a reasoning model is asked to think. */
export function thinkingOf(thinking: { type: string; budget_tokens?: number } | undefined): Pick<Prompt, 'thinking'> {
  if (thinking === undefined || thinking.type === 'disabled') return {};
  return { thinking: { budgetTokens: thinking.budget_tokens ?? defaultThinkingTokens } };
}
