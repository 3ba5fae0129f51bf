import type { OpenAIUsage } from '@parley/contract';
import type { TokenUsage } from '../../ports/language-model.ts';
import type { GenerationEnd } from '../generation/reply-origin.ts';

export function toOpenAIUsage({ inputTokens, cachedTokens, outputTokens }: TokenUsage): OpenAIUsage {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}

export function toFinishReason(
  reason: GenerationEnd,
  hasCalls: boolean,
): 'stop' | 'length' | 'tool_calls' | 'content_filter' {
  switch (reason) {
    case 'length':
      return 'length';
    case 'content-filter':
    case 'refusal':
      return 'content_filter';
    case 'tool-calls':
      return 'tool_calls';
    case 'stop':
    case 'max-steps':
    case 'stop-sequence':
    case 'other':
      return hasCalls ? 'tool_calls' : 'stop';
  }
}
