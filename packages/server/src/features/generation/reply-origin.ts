import type { finishReasons as replyEnds, Usage } from '@parley/contract';
import type { FinishReason, TokenUsage } from '../../ports/language-model.ts';

/** Why a generation ended; `max-steps`: the loop of tools reached its bound and the model had to answer with what it had. */
export type GenerationEnd = FinishReason | 'max-steps';

/** What every text reply says about how it came about. */
export interface Origin {
  engine?: string;
  finish_reason?: (typeof replyEnds)[number];
  code?: 'needs_model';
  warnings?: string[];
}

const finishReasons = {
  stop: 'stop',
  'stop-sequence': 'stop',
  other: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  refusal: 'refusal',
  'max-steps': 'max_steps',
} as const;

/** Who answered, why the reply ended, and what it could not do. */
export function originOf(result: {
  engine: string | undefined;
  reason: GenerationEnd;
  code: 'needs_model' | undefined;
  warnings: readonly string[];
}): Origin {
  const { engine, reason, code, warnings } = result;
  return {
    ...(engine !== undefined && { engine }),
    finish_reason: finishReasons[reason],
    ...(code && { code }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}

/** What a reply says instead of nothing when it was withheld; null for any other end. */
export function withheldSentence(reason: GenerationEnd): string | null {
  if (reason === 'content-filter') return "The vendor's content filter withheld this reply.";
  return reason === 'refusal' ? 'The model declined to answer this request.' : null;
}

/** Token counts as callers see them: what came from a vendor's cache or went into it stands beside the sums. */
export function toUsage({ inputTokens, cachedTokens, cacheWriteTokens = 0, outputTokens }: TokenUsage): Usage {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    ...(cachedTokens > 0 && { cached_tokens: cachedTokens }),
    ...(cacheWriteTokens > 0 && { cache_write_tokens: cacheWriteTokens }),
  };
}
