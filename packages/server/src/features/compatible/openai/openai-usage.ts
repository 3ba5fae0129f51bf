import type { OpenAIUsage } from '@parley/contract';
import type { TokenUsage } from '../../../ports/language-model.ts';
import type { GenerationEnd, GenerationResult, ReplyFields } from '../../text/generation/generation-event.ts';

export function toOpenAIUsage(tokens: TokenUsage): OpenAIUsage {
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens = 0 } = tokens;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}

/** What a reply in OpenAI's shape says besides. */
export function ownFields({
  reply: { sources, warnings, engine, code },
}: GenerationResult): Pick<ReplyFields, 'sources' | 'warnings' | 'engine' | 'code'> {
  return {
    ...(sources && { sources }),
    ...(warnings && { warnings }),
    ...(engine !== undefined && { engine }),
    ...(code && { code }),
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
    case 'pause':
    case 'max-steps':
    case 'stop-sequence':
    case 'other':
      return hasCalls ? 'tool_calls' : 'stop';
  }
}
