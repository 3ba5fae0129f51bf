import type { finishReasons as replyEnds, TextEnd, Usage } from '@parley/contract';
import type { TokenUsage } from '../../../ports/language-model.ts';
import type { GenerationEnd, GenerationResult } from './generation-event.ts';

/** What a reply says besides its text, as it goes out. */
export type Reply = Omit<TextEnd, 'done'>;

/** What every text reply says about how it came about. */
export type Origin = Pick<Reply, 'engine' | 'finish_reason' | 'code' | 'warnings'>;

const finishReasons = {
  stop: 'stop',
  'stop-sequence': 'stop',
  pause: 'stop',
  other: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  refusal: 'refusal',
  'max-steps': 'max_steps',
} as const satisfies Record<GenerationEnd, (typeof replyEnds)[number]>;

/** The one way of a result to the wire: terminal events and unstreamed replies have these fields and no others. */
export function toReply({ reply, reason, tokens, documents }: GenerationResult): Reply {
  const usage = { ...toUsage(tokens), ...(documents && { documents }) };
  return { ...reply, usage, finish_reason: finishReasons[reason] };
}

/** Of a reply, for endpoints of another shape: who answered, why it ended, and what it could not do. */
export function originOf(result: GenerationResult): Origin {
  const { engine, finish_reason, code, warnings } = toReply(result);
  return {
    ...(engine !== undefined && { engine }),
    ...(finish_reason && { finish_reason }),
    ...(code && { code }),
    ...(warnings && { warnings }),
  };
}

/** Said of a reply that ends because a budget does. */
export const cutByBudget =
  'The budget allows no more of this reply: it ends before its end. Raise the budget or wait for the next period.';

/** What a reply says instead of nothing when it was withheld; null for any other end. */
export function withheldSentence(reason: GenerationEnd): string | null {
  if (reason === 'content-filter') return "The vendor's content filter withheld this reply.";
  return reason === 'refusal' ? 'The model declined to answer this request.' : null;
}

/** Token counts as callers see them: what came from a vendor's cache or went into it stands beside the sums. */
export function toUsage(tokens: TokenUsage): Usage {
  const { inputTokens, cachedTokens, cacheWriteTokens = 0, outputTokens, reasoningTokens = 0 } = tokens;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    ...(cachedTokens > 0 && { cached_tokens: cachedTokens }),
    ...(cacheWriteTokens > 0 && { cache_write_tokens: cacheWriteTokens }),
    ...(reasoningTokens > 0 && { reasoning_tokens: reasoningTokens }),
  };
}
