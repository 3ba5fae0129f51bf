import { AppError } from '../../lib/app-error.ts';
import type { Prompt, ReasoningEffort } from '../../ports/language-model.ts';

/** How the settings are called on the wire, for messages to callers. */
const wireNames = {
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  parallelToolCalls: 'parallel_tool_calls',
} as const;

/** Throws `invalid_request` for a setting that the vendor does not have and whose lack would change the reply. */
export function refuseUnknownSettings(
  prompt: Prompt,
  vendor: string,
  names: readonly (keyof typeof wireNames)[],
): void {
  for (const name of names) {
    const value = prompt[name];
    // Zero asks for what happens anyway.
    if (value === undefined || value === 0) continue;
    throw new AppError('invalid_request', `${wireNames[name]} is not a setting of ${vendor}'s models: leave it out.`);
  }
}

type Effort = Exclude<ReasoningEffort, 'none'>;

/** Thinking budgets, in tokens, of vendors that take no words for it. */
const effortTokens: Record<Effort, number> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
};

/** The most of the output limit that an effort may think away; the rest is for the answer. */
const effortShares: Record<Effort, number> = { minimal: 0.1, low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.85, max: 0.9 };

/** The budget that stands for an effort within an output limit; undefined for `none` and where nothing was asked for. */
export function thinkingFor(
  effort: ReasoningEffort | undefined,
  maxTokens = Number.POSITIVE_INFINITY,
): Prompt['thinking'] {
  if (effort === undefined || effort === 'none') return undefined;
  return { budgetTokens: Math.min(effortTokens[effort], Math.floor(maxTokens * effortShares[effort])) };
}
