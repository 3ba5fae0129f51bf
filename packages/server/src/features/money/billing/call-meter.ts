import type { CallLabels, GuardDecision } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Counters } from '../../../ports/counters.ts';
import type { BudgetNotice, Consumption, Estimate, Meter, ModelRound, Outcome } from '../../../ports/meter.ts';
import type { BudgetBook } from './budget-book.ts';
import type { BudgetGuard, BudgetOwner } from './budget-guard.ts';
import { CallBudgets } from './call-budgets.ts';
import { CallTrace } from './call-trace.ts';
import type { EngineFigures } from './engine-figures.ts';
import type { EngineSightings } from './engine-sightings.ts';
import { toStoredExplanation } from './stored-explanation.ts';
import { toStoredLabels } from './stored-labels.ts';
import { toStoredRounds } from './stored-rounds.ts';
import type { Counted } from './usage-row.ts';
import type { UsageWriter } from './usage-writer.ts';

/** Whom a call belongs to and what bounds it. */
export interface MeteredCall {
  requestId: string;
  /** Of the record, for work that can be taken up again: its record is stored once. Default: a new one. */
  recordId?: string;
  endpoint: string;
  workspaceId: string;
  keyId: string;
  /** The key whose budget it shares; null for none. */
  sharesWith: string | null;
  /** Null for no limit. */
  tokensPerMinute: number | null;
  /** Of its key and workspace. */
  budgets: BudgetOwner[];
  /** Of the workspace's other budgets; 0 where it never had one. Default: 0. */
  budgetsVersion?: number;
  /** Of its key: every call of it carries them. Default: none. */
  tags?: readonly string[];
  /** Somebody looks, in the dashboard: no record where nothing was used. Default: false. */
  isLook?: boolean;
  /** The most it may cost, in US dollars; null for no limit. */
  maxUsd: number | null;
}

export interface MeterParts {
  budgets: BudgetGuard;
  /** Default: there are only those of keys and workspaces. */
  book?: BudgetBook;
  /** Told of the budgets that counted a call. */
  onCounted?: (owners: readonly BudgetOwner[], at: number) => void;
  counters: Counters;
  writer: Pick<UsageWriter, 'write'>;
  clock: Clock;
  /** Told of the engine that each call asked. */
  sightings?: EngineSightings;
  /** Told of each call to an engine. */
  figures?: EngineFigures;
  /** Whether an engine runs at somebody else's and nobody knows what it costs. Default: none does. */
  isUnpriced?: (engine: string) => boolean;
  /** Told of what went wrong after the work was done. */
  onError: (error: unknown) => void;
}

/** Of a call that takes more, the first are stored. */
const mostRounds = 100;
const mostDecisions = 100;
const minuteMs = 60_000;

/** The meter of one call; see the port. */
export class CallMeter implements Meter {
  readonly #call: MeteredCall;
  readonly #parts: MeterParts;
  readonly #startedAt: number;
  readonly #beganAt = performance.now();
  readonly trace: CallTrace;
  readonly #total = {
    model: null as string | null,
    input: 0,
    cached: 0,
    cacheWrite: 0,
    output: 0,
    cost: 0,
    upstreamCost: 0,
  };
  readonly #rounds: ModelRound[] = [];
  readonly #budgets: CallBudgets;
  #labels: CallLabels | null = null;
  readonly #guards: GuardDecision[] = [];
  #prompt: string | null = null;
  #reservedTokens = 0;
  /** Held for what has not been counted yet. */
  #heldNanos = 0;
  #isHandedOver = false;
  #settled: Promise<void> | null = null;

  constructor(call: MeteredCall, parts: MeterParts) {
    this.#call = call;
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    this.trace = new CallTrace(() => parts.clock.now());
    const { keyId, workspaceId, budgets, budgetsVersion = 0, tags = [] } = call;
    const { book, onCounted } = parts;
    const labelled = { keyId, userId: null, tags };
    this.#budgets = new CallBudgets(
      { workspaceId, budgets, budgetsVersion, labelled },
      { guard: parts.budgets, book, onCounted },
      this.#startedAt,
    );
    if (tags.length > 0) this.#labels = { user_id: null, tags: [...tags], metadata: {} };
  }

  /** Of the budgets and of the most that the call may cost. */
  get leftUsd(): ((model?: string) => Promise<number>) | undefined {
    const { maxUsd } = this.#call;
    const { mayRefuse } = this.#budgets;
    if (!mayRefuse && maxUsd === null) return undefined;
    return async (model) => {
      const ofCall = maxUsd === null ? Number.POSITIVE_INFINITY : toNanos(maxUsd) - this.#committedNanos;
      const ofBudgets = mayRefuse ? await this.#budgets.left(model) : ofCall;
      return Math.max(0, Math.min(ofCall, ofBudgets)) / 1e9;
    };
  }

  get budgetNotice(): BudgetNotice | undefined {
    return this.#budgets.notice(this.#total.cost, this.#parts.clock.now());
  }

  async reserve({ costUsd, tokens, model }: Estimate): Promise<void> {
    const { keyId, tokensPerMinute, maxUsd } = this.#call;
    const nanos = toNanos(costUsd);
    if (maxUsd !== null && nanos > 0 && this.#committedNanos + nanos > toNanos(maxUsd)) {
      throw new AppError(
        'budget_exceeded',
        `One call of this key may cost at most $${maxUsd}: ` +
          `$${this.#committedNanos / 1e9} of it is spent or held already, and this may need $${costUsd}. Ask for less, or have max_call_usd raised.`,
        { title: 'This call would cost too much' },
      );
    }
    if (tokens > 0 && tokensPerMinute !== null) {
      // One request larger than the whole bucket may run when the bucket is full.
      const cost = Math.min(tokens, tokensPerMinute);
      const step = this.#parts.counters.take({
        key: `tokens:${keyId}`,
        cost,
        limit: tokensPerMinute,
        windowMs: minuteMs,
      });
      // The counters of one process answer at once; only shared ones need waiting for.
      const taken = step instanceof Promise ? await step : step;
      if (!taken.allowed) {
        throw new AppError('rate_limit_exceeded', `This key may use ${tokensPerMinute} tokens a minute`, {
          retryAfterMs: taken.retryAfterMs,
        });
      }
      this.#reservedTokens += cost;
    }
    if (this.#budgets.isAny) await this.#budgets.reserve(nanos, model);
    this.#heldNanos += nanos;
  }

  add({ model, usage, costUsd, upstreamCostUsd, rounds = [] }: Consumption): void {
    this.#rounds.push(...rounds.slice(0, mostRounds - this.#rounds.length));
    const { figures } = this.#parts;
    if (figures && rounds.length > 0) for (const round of rounds) figures.round(round);
    else figures?.round({ engine: model, usage, upstreamCostUsd, error: null });
    const total = this.#total;
    total.model = model;
    this.#heldNanos = 0;
    total.input += usage.inputTokens;
    total.cached += usage.cachedTokens;
    total.cacheWrite += usage.cacheWriteTokens ?? 0;
    total.output += usage.outputTokens;
    total.cost += toNanos(costUsd);
    this.#budgets.used(model, toNanos(costUsd));
    total.upstreamCost += toNanos(upstreamCostUsd);
  }

  label(labels: CallLabels): void {
    const { tags: ofKey = [] } = this.#call;
    const tags = ofKey.length === 0 ? labels.tags : [...new Set([...ofKey, ...labels.tags])];
    this.#labels = { ...labels, tags };
    this.#budgets.label({ userId: labels.user_id, tags });
  }

  get labels(): CallLabels | null {
    return this.#labels;
  }

  prompted(mark: string): void {
    this.#prompt = mark;
  }

  guarded(decisions: readonly GuardDecision[]): void {
    this.#guards.push(...decisions.slice(0, mostDecisions - this.#guards.length));
  }

  get #committedNanos(): number {
    return this.#total.cost + this.#heldNanos;
  }

  handOver(): void {
    this.#isHandedOver = true;
  }

  settle(outcome: Outcome): Promise<void> {
    this.#settled ??= this.#settle(outcome);
    return this.#settled;
  }

  /** Trouble with accounting fails no call: what was answered was paid for. */
  async #settle(outcome: Outcome): Promise<void> {
    const { onError } = this.#parts;
    // Every call comes by here: a waiting function of its own for each step took 2.5 kB a call.
    try {
      const counts = this.#budgets.counts(this.#total.cost);
      await this.#write(outcome, counts instanceof Promise ? await counts : counts);
      if (!this.#isHandedOver) this.#budgets.counted();
    } catch (error) {
      onError(error);
    }
    try {
      const corrected = this.#correctTokens();
      if (corrected instanceof Promise) await corrected;
    } catch (error) {
      onError(error);
    }
    // Given back only now, so that between spending and giving back a budget never looks emptier than it is.
    await this.#budgets.release(onError);
  }

  #write(
    { status, isStreamed, errorCode = null, problem }: Outcome,
    counts: readonly Counted[],
  ): Promise<void> | undefined {
    if (this.#isHandedOver) return undefined;
    const { requestId, endpoint, workspaceId, keyId, sharesWith } = this.#call;
    const { model, input, cached, cacheWrite, output, cost, upstreamCost } = this.#total;
    if (this.#call.isLook && model === null && this.trace.attempts === 0) return undefined;
    const now = this.#parts.clock.now();
    const { engine } = this.trace;
    this.#parts.sightings?.saw({ engine, endpoint, status, created_at: now });
    return this.#parts.writer.write({
      id: this.#call.recordId ?? newId('use'),
      request_id: requestId,
      workspace_id: workspaceId,
      key_id: keyId,
      endpoint,
      model,
      ...toStoredLabels(this.#labels),
      prompt: this.#prompt,
      guards: this.#guards.length === 0 ? null : JSON.stringify(this.#guards),
      input_tokens: input,
      cached_tokens: cached,
      cache_write_tokens: cacheWrite,
      output_tokens: output,
      cost_nanos: cost,
      upstream_cost_nanos: upstreamCost,
      saved_nanos: this.#rounds.reduce((sum, { savedUsd = 0 }) => sum + toNanos(savedUsd), 0),
      is_unpriced: this.#isUnpriced(engine, status) ? 1 : 0,
      error_code: errorCode,
      explanation: toStoredExplanation({ steps: this.trace.steps, problem, beganAt: this.#beganAt }),
      status,
      is_streamed: isStreamed ? 1 : 0,
      engine,
      attempts: this.trace.attempts,
      first_token_ms: this.trace.firstTokenMs,
      rounds: toStoredRounds(this.#rounds, this.#beganAt),
      duration_ms: Math.max(0, Math.round(now - this.#startedAt)),
      created_at: now,
      ...(sharesWith !== null && { shares_with: sharesWith }),
      ...(counts.length > 0 && { counts }),
    });
  }

  /** Something was used, and costs nothing because nobody knows what it costs. */
  #isUnpriced(engine: string | null, status: number): boolean {
    const { input, output, cost, upstreamCost } = this.#total;
    const isUsed = input + output > 0 || status < 400;
    if (engine === null || cost > 0 || upstreamCost > 0 || !isUsed || this.trace.cache === 'hit') return false;
    return this.#parts.isUnpriced?.(engine) === true;
  }

  /** The minute's tokens: what was used instead of what was estimated. */
  #correctTokens(): unknown {
    const { keyId, tokensPerMinute } = this.#call;
    const { input, output } = this.#total;
    const difference = input + output - this.#reservedTokens;
    if (difference === 0 || tokensPerMinute === null) return undefined;
    return this.#parts.counters.take({
      key: `tokens:${keyId}`,
      cost: difference,
      limit: tokensPerMinute,
      windowMs: minuteMs,
      force: true,
    });
  }
}

const toNanos = (usd: number): number => Math.round(usd * 1e9);
