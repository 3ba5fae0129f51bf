import type { FinishReason, ModelEvent, TokenUsage } from '../../../ports/language-model.ts';

type Finish = Extract<ModelEvent, { type: 'finish' }>;

/** What several calls of one request used together. */
export class UsageSum {
  #usage: TokenUsage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
  #costUsd: number | undefined;
  #stopSequence: string | undefined;

  get isEmpty(): boolean {
    return this.#usage.inputTokens === 0 && this.#usage.outputTokens === 0;
  }

  get total(): TokenUsage {
    return { ...this.#usage };
  }

  add({ usage, upstreamCostUsd, stopSequence }: Finish): void {
    this.#usage = {
      inputTokens: this.#usage.inputTokens + usage.inputTokens,
      cachedTokens: this.#usage.cachedTokens + usage.cachedTokens,
      outputTokens: this.#usage.outputTokens + usage.outputTokens,
    };
    if (upstreamCostUsd !== undefined) this.#costUsd = (this.#costUsd ?? 0) + upstreamCostUsd;
    this.#stopSequence = stopSequence;
  }

  /** The one `finish` for all of them. */
  finish(reason: FinishReason): Finish {
    return {
      type: 'finish',
      reason,
      usage: this.total,
      ...(this.#stopSequence !== undefined && { stopSequence: this.#stopSequence }),
      ...(this.#costUsd !== undefined && { upstreamCostUsd: this.#costUsd }),
    };
  }
}
