import { setImmediate } from 'node:timers/promises';
import { AppError, isAppError } from '../../lib/app-error.ts';
import type { Call } from '../../ports/call.ts';
import type { FinishReason, LanguageModel, ModelEvent, Prompt, TokenUsage } from '../../ports/language-model.ts';
import type { Meter } from '../../ports/meter.ts';
import { Bill } from '../money/billing/bill.ts';
import { costOf } from '../money/billing/cost.ts';
import { estimatePromptTokens } from '../money/billing/estimate-tokens.ts';
import type { ResolvedModel } from './model-router.ts';
import type { Asking, PromptFit } from './prompt-fit.ts';
import type { PromptMask } from './prompt-mask.ts';
import type { Flight, KeptReply, Likeness, ReplyCache } from './reply-cache.ts';

// long because what is held, counted and given again of one call is read together.

/** Output tokens that are held where nobody sets a limit, and by which more is held while the reply grows. */
const usualOutputTokens = 4_096;
/** A budget that leaves fewer output tokens than this is told to the vendor as the limit of the reply. */
const tightTokens = 32_768;
/** Characters of a reply after which is looked whether enough is held. */
const lookCharacters = 1_500;

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
  #isCut = false;

  readonly #preferred: string | undefined;
  readonly #recordAs: string | undefined;
  readonly #workspaceId: string;
  readonly #keyId: string | undefined;
  readonly #mask: PromptMask | undefined;
  /** Whose call it is besides the key, for canaries. */
  readonly #caller: Pick<Asking, 'user' | 'tags'>;
  readonly #cache: UsedCache | null;
  /** Prompts of this work whose replies were given again: whoever asks once more did not like them. */
  readonly #givenAgain = new Set<string>();

  /**
   * `preferred`: the engine to begin with, `provider/model`, where the choice is free. `mask`: what vendors must not see is taken out of prompts;
   * engines of our own read them as they are. `recordAs`: the model of the record; default: the one that answered.
   */
  constructor(
    model: ResolvedModel,
    {
      meter,
      workspaceId,
      keyId,
      cacheMs = null,
      cacheAlike: policy = null,
      labels,
    }: Pick<Call, 'meter' | 'workspaceId'> & Partial<Pick<Call, 'keyId' | 'cacheMs' | 'cacheAlike' | 'labels'>>,
    {
      preferred,
      replies,
      likeness,
      mask,
      recordAs,
    }: {
      preferred?: string | undefined;
      replies?: ReplyCache | undefined;
      likeness?: Likeness | null;
      mask?: PromptMask | undefined;
      recordAs?: string;
    } = {},
  ) {
    const alike = policy !== null && likeness ? { policy, likeness } : null;
    this.#cache = replies && cacheMs !== null && !model.embedded ? { replies, ttlMs: cacheMs, alike } : null;
    this.#mask = model.embedded ? undefined : mask;
    this.#preferred = preferred;
    this.#recordAs = recordAs;
    this.#workspaceId = workspaceId;
    this.#keyId = keyId;
    this.#caller = labels ? { user: labels.user_id ?? undefined, tags: labels.tags } : {};
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

  /** The name of the list that answered last, where the call may go on to others. */
  get answeredAs(): string {
    return this.#bill.model ?? this.id;
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
    // What was counted is written next.
    if (estimate.inputTokens > longPrompt) await setImmediate();
    const used = this.#hasReserved ? this.#bill : null;
    const tokens = estimate.inputTokens + (used?.usage.inputTokens ?? 0) - this.#held.tokens;
    const costUsd = estimate.costUsd + (used?.costUsd ?? 0) - this.#held.costUsd;
    if (this.#hasReserved && tokens <= 0 && costUsd <= 0) return;
    const more = { tokens: Math.max(0, tokens), costUsd: Math.max(0, costUsd) };
    await this.#meter.reserve({ ...more, model: this.id });
    this.#hasReserved = true;
    this.#held = { tokens: this.#held.tokens + more.tokens, costUsd: this.#held.costUsd + more.costUsd };
  }

  /** What is sent without a reservation, or once more, is reserved first. */
  stream(prompt: Prompt, signal: AbortSignal, fit?: PromptFit): AsyncIterable<ModelEvent> {
    if (this.#cache === null) return this.#ask(prompt, signal, fit);
    const { replies } = this.#cache;
    const key = replies.keyOf(this.#workspaceId, this.#model.cacheName ?? this.id, prompt);
    if (key === null || this.#givenAgain.has(key)) {
      this.#bill.looked('bypass');
      return this.#ask(prompt, signal, fit);
    }
    return this.#keptOrAsked(key, { ...this.#cache, prompt, signal }, () => this.#ask(prompt, signal, fit));
  }

  async *#keptOrAsked(
    key: string,
    { replies, ttlMs, alike, prompt, signal }: UsedCache & { prompt: Prompt; signal: AbortSignal },
    ask: () => AsyncIterable<ModelEvent>,
  ): AsyncGenerator<ModelEvent> {
    const same = await replies.find(key, ttlMs, signal);
    const place = { workspaceId: this.#workspaceId, model: this.#model.cacheName ?? this.id, prompt };
    const question = same === null && alike ? replies.alikeOf(alike.policy, place) : null;
    const like = question && alike ? await replies.findAlike(question, { ttlMs, likeness: alike.likeness }) : null;
    const kept = same ?? like;
    const owner = { workspaceId: this.#workspaceId, keyId: this.#keyId ?? '', model: this.id };
    replies.looked(owner, kept?.costUsd ?? null);
    this.#bill.looked(kept ? 'hit' : 'miss', like !== null);
    this.#givenAgain.add(key);
    if (kept) {
      this.#bill.givesAgain(kept.engine, kept.costUsd);
      yield* structuredClone(kept.events);
    } else yield* this.#keeping(replies.begin(key, owner, question), ask);
  }

  /** Hands over what is said, and keeps it where it came whole. */
  async *#keeping(flight: Flight, ask: () => AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
    const events: ModelEvent[] = [];
    const before = this.#bill.costUsd;
    let kept: KeptReply | null = null;
    try {
      for await (const event of ask()) {
        events.push(event.type === 'finish' ? withoutCosts(event) : event);
        yield event;
      }
      const last = events.at(-1);
      const isWhole = last?.type === 'finish' && wholeReasons.has(last.reason) && !this.#isCut;
      const engine = this.#bill.engine;
      if (isWhole && engine !== undefined) kept = { events, engine, costUsd: this.#bill.costUsd - before };
    } finally {
      flight.land(kept);
    }
  }

  #ask(prompt: Prompt, signal: AbortSignal, fit?: PromptFit): AsyncIterable<ModelEvent> {
    return this.#mask
      ? this.#masked(this.#mask, prompt, (hidden) => this.#send(hidden, signal, fit))
      : this.#send(prompt, signal, fit);
  }

  async *#masked(
    mask: PromptMask,
    prompt: Prompt,
    send: (hidden: Prompt) => AsyncIterable<ModelEvent>,
  ): AsyncGenerator<ModelEvent> {
    const hidden = await mask.hide(prompt);
    for await (const event of send(hidden.prompt)) yield* hidden.restore(event);
  }

  #send(prompt: Prompt, signal: AbortSignal, fit?: PromptFit): AsyncIterable<ModelEvent> {
    // Whoever has begun with this work is asked again, so that its thoughts and its cache are of use.
    const asking: Asking = { fit, preferred: this.#bill.engine ?? this.#preferred, key: this.#keyId, ...this.#caller };
    const owned = { ...prompt, workspaceId: this.#workspaceId };
    const isHeld = this.#calls++ === 0 && this.#hasReserved;
    if (this.#isOpenEnded(prompt)) return this.#withinBudget(owned, { signal, asking, isHeld });
    return isHeld ? this.#model.stream(owned, signal, this.#bill, asking) : this.#reserved(owned, signal, asking);
  }

  /** Whether one of the replies ended because a budget allowed no more of it. */
  get isCutByBudget(): boolean {
    return this.#isCut;
  }

  /** Hands what was used to the meter; called once, when the work has ended in whatever way. */
  charge(): void {
    const { usage, costUsd, upstreamCostUsd, rounds } = this.#bill;
    this.#meter.add({ model: this.#recordAs ?? this.answeredAs, usage, costUsd, upstreamCostUsd, rounds });
  }

  /** A budget bounds the call, and nothing yet the reply: what is held for one with a limit is all that it can cost. */
  #isOpenEnded(prompt: Prompt): boolean {
    const { prices, defaultMaxTokens } = this.#model;
    const isLimited = prompt.maxTokens !== undefined || defaultMaxTokens !== undefined;
    return this.#meter.leftUsd !== undefined && !this.embedded && prices.output > 0 && !isLimited;
  }

  /** Comes as a stream also for callers who wait for the whole, since only a stream can be ended where the budget ends. */
  async *#withinBudget(
    prompt: Prompt,
    { signal, asking, isHeld }: { signal: AbortSignal; asking: Asking; isHeld: boolean },
  ): AsyncGenerator<ModelEvent> {
    if (!isHeld) await this.reserve(prompt);
    const limited = { ...prompt, isStreamed: true, ...(await this.#limitOf(prompt)) };
    let grown = 0;
    let isCut = false;
    for await (const event of this.#model.stream(limited, signal, this.#bill, asking)) {
      yield event;
      if ('text' in event) grown += event.text.length;
      if (grown < lookCharacters) continue;
      grown = 0;
      if (await this.#holdMore()) continue;
      isCut = true;
      break;
    }
    if (!isCut) return;
    this.#isCut = true;
    yield { type: 'finish', reason: 'length', usage: null };
  }

  /** The limit that the vendor is given: what the budget pays for, where that is little. */
  async #limitOf(prompt: Prompt): Promise<{ maxTokens?: number }> {
    const { prices } = this.#model;
    const left = (await this.#meter.leftUsd?.(this.id)) ?? 0;
    const { inputTokens } = estimateCall(this.#model, prompt);
    const input = costOf(prices, { inputTokens, cachedTokens: 0, outputTokens: 0 });
    const tokens = Math.floor((left + this.#held.costUsd - this.#bill.costUsd - input) / prices.output);
    return tokens < tightTokens ? { maxTokens: Math.max(1, tokens) } : {};
  }

  /** Holds the next step before the last one is used up; false once nothing is left of it and the budget allows no more. */
  async #holdMore(): Promise<boolean> {
    const step = this.#model.prices.output * usualOutputTokens;
    const used = this.#bill.costUsd;
    if (used + step / 2 <= this.#held.costUsd) return true;
    try {
      await this.#meter.reserve({ costUsd: step, tokens: 0, model: this.id });
      this.#held.costUsd += step;
      return true;
    } catch (error) {
      if (!isAppError(error, 'budget_exceeded')) throw error;
      return used < this.#held.costUsd;
    }
  }

  async *#reserved(prompt: Prompt, signal: AbortSignal, asking: Asking): AsyncGenerator<ModelEvent> {
    await this.reserve(prompt);
    yield* this.#model.stream(prompt, signal, this.#bill, asking);
  }
}

interface UsedCache {
  replies: ReplyCache;
  ttlMs: number;
  /** Where the last question may be put in other words. */
  alike: { policy: string; likeness: Likeness } | null;
}

/** What a reply that is given again may have ended with. */
const wholeReasons: ReadonlySet<FinishReason> = new Set(['stop', 'tool-calls', 'stop-sequence']);

/** What it cost was paid once. */
function withoutCosts({ type, reason, stopSequence, code }: Extract<ModelEvent, { type: 'finish' }>): ModelEvent {
  return { type, reason, usage: null, ...(stopSequence !== undefined && { stopSequence }), ...(code && { code }) };
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

/** Tokens of a prompt that takes some 20 ms to count, and to write for a vendor. */
const longPrompt = 100_000;

/** What a call may use and cost at most, in tokens and US dollars. */
export function estimateCall(model: ResolvedModel, prompt: Prompt): { inputTokens: number; costUsd: number } {
  const inputTokens = estimatePromptTokens(prompt, model.imageRule);
  const outputTokens = prompt.maxTokens ?? model.defaultMaxTokens ?? usualOutputTokens;
  const usage = { inputTokens, cachedTokens: 0, outputTokens };
  return { inputTokens, costUsd: costOf(model.prices, usage) };
}
