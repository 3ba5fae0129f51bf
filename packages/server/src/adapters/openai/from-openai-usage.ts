import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { TokenUsage } from '../../ports/language-model.ts';

/** Reads `usage` as OpenAI, DeepSeek, xAI, OpenRouter and the others fill it. */
export function fromOpenAIUsage(usage: JsonObject): TokenUsage {
  const input = count(usage.prompt_tokens);
  const output = count(usage.completion_tokens);
  const inputDetails = isJsonObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const outputDetails = isJsonObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  const reasoning = count(outputDetails.reasoning_tokens);
  // Some (xAI) leave reasoning out of `completion_tokens`; only their total shows it.
  const isOutside = reasoning > 0 && count(usage.total_tokens) === input + output + reasoning;
  return {
    inputTokens: input,
    cachedTokens: Math.min(input, count(inputDetails.cached_tokens ?? usage.prompt_cache_hit_tokens)),
    outputTokens: isOutside ? output + reasoning : output,
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
  };
}

/** What the call cost, where the server says it (OpenRouter as a number, Perplexity as an object). */
export function fromOpenAICost(usage: JsonObject): number | undefined {
  const cost = isJsonObject(usage.cost) ? usage.cost.total_cost : usage.cost;
  return typeof cost === 'number' && cost >= 0 ? cost : undefined;
}

function count(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
