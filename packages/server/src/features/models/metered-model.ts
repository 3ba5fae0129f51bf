import { AppError } from '../../lib/app-error.ts';
import type { Call } from '../../ports/call.ts';
import type { LanguageModel, ModelEvent, Prompt, TokenUsage } from '../../ports/language-model.ts';
import type { Meter } from '../../ports/meter.ts';
import { Bill } from '../money/billing/bill.ts';
import { costOf } from '../money/billing/cost.ts';
import { estimatePromptTokens } from '../money/billing/estimate-tokens.ts';
import type { ResolvedModel } from './model-router.ts';
import type { Asking, PromptFit } from './prompt-fit.ts';

/** Output tokens that are held where nobody sets a limit. */
const usualOutputTokens = 4_096;

/**
 * A model for one piece of work of one caller: holds what a prompt may cost before it is sent, counts every call to a
 * vendor (retries, further questions and replies that are cut included) and hands the sum to the meter.
 */
export class MeteredModel implements LanguageModel {
  readonly id: string;
  readonly embedded: boolean;
  readonly #model: ResolvedModel;
  readonly #meter: Meter;
  readonly #bill: Bill;
  #held = { tokens: 0, costUsd: 0 };
  #hasReserved = false;
  #calls = 0;

  readonly #preferred: string | undefined;
  readonly #workspaceId: string;
  readonly #keyId: string | undefined;

  /** `preferred`: the engine to begin with, `provider/model`, where the choice is free. */
  constructor(
    model: ResolvedModel,
    { meter, workspaceId, keyId }: Pick<Call, 'meter' | 'workspaceId'> & Partial<Pick<Call, 'keyId'>>,
    { preferred }: { preferred?: string | undefined } = {},
  ) {
    this.#preferred = preferred;
    this.#workspaceId = workspaceId;
    this.#keyId = keyId;
    this.id = model.id;
    this.embedded = model.embedded;
    this.#model = model;
    this.#meter = meter;
    this.#bill = new Bill({ charged: model.charged, trace: meter.trace });
  }

  /** Used so far. */
  get usage(): TokenUsage {
    return this.#bill.usage;
  }

  /** The engine that answered last, as `provider/model`. */
  get engineId(): string | undefined {
    return this.#bill.engine;
  }

  /** The provider that answered last: `reader`, `openai` and so on. */
  get engine(): string | undefined {
    return this.#bill.engine?.split(/[/:]/, 1)[0];
  }

  /**
   * Holds what the prompt may cost, as far as it is not held yet. Throws `budget_exceeded`, `rate_limit_exceeded`, or
   * `context_length_exceeded` for what an engine of our own does not read; vendors know their own limits.
   */
  async reserve(prompt: Prompt): Promise<void> {
    const estimate = estimateCall(this.#model, prompt);
    if (this.embedded) requireContext(this.#model, estimate.inputTokens);
    const used = this.#hasReserved ? this.#bill : null;
    const tokens = estimate.inputTokens + (used?.usage.inputTokens ?? 0) - this.#held.tokens;
    const costUsd = estimate.costUsd + (used?.costUsd ?? 0) - this.#held.costUsd;
    if (this.#hasReserved && tokens <= 0 && costUsd <= 0) return;
    const more = { tokens: Math.max(0, tokens), costUsd: Math.max(0, costUsd) };
    await this.#meter.reserve(more);
    this.#hasReserved = true;
    this.#held = { tokens: this.#held.tokens + more.tokens, costUsd: this.#held.costUsd + more.costUsd };
  }

  /** What is sent without a reservation, or once more, is reserved first. */
  stream(prompt: Prompt, signal: AbortSignal, fit?: PromptFit): AsyncIterable<ModelEvent> {
    // Whoever has begun with this work is asked again, so that its thoughts and its cache are of use.
    const asking: Asking = { fit, preferred: this.#bill.engine ?? this.#preferred, key: this.#keyId };
    const owned = { ...prompt, workspaceId: this.#workspaceId };
    return this.#calls++ === 0 && this.#hasReserved
      ? this.#model.stream(owned, signal, this.#bill, asking)
      : this.#reserved(owned, signal, asking);
  }

  /** Hands what was used to the meter; called once, when the work has ended in whatever way. */
  charge(): void {
    const { usage, costUsd, upstreamCostUsd } = this.#bill;
    this.#meter.add({ model: this.id, usage, costUsd, upstreamCostUsd });
  }

  async *#reserved(prompt: Prompt, signal: AbortSignal, asking: Asking): AsyncGenerator<ModelEvent> {
    await this.reserve(prompt);
    yield* this.#model.stream(prompt, signal, this.#bill, asking);
  }
}

/** Before anything is held or read: the estimate costs the same however long the texts are. */
function requireContext({ id, contextLength }: ResolvedModel, tokens: number): void {
  if (tokens <= contextLength) return;
  throw new AppError(
    'context_length_exceeded',
    `The request has about ${tokens} tokens, and ${id} reads ${contextLength}. Send less text at once, or upload long texts as ` +
      'files and name them.',
  );
}

/** What a call may use and cost at most, in tokens and US dollars. */
export function estimateCall(model: ResolvedModel, prompt: Prompt): { inputTokens: number; costUsd: number } {
  const inputTokens = estimatePromptTokens(prompt, model.imageRule);
  const outputTokens = prompt.maxTokens ?? model.defaultMaxTokens ?? usualOutputTokens;
  const usage = { inputTokens, cachedTokens: 0, outputTokens };
  return { inputTokens, costUsd: costOf(model.prices, usage) };
}
