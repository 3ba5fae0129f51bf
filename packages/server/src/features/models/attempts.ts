import { AppError, isAppError } from '../../lib/app-error.ts';
import { each, type Sink } from '../../lib/event-flow.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FinishReason, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { Bill } from '../money/billing/bill.ts';
import { Attempt } from './attempt.ts';
import { type Caller, callerOf } from './engine-circuits.ts';
import { type FailureClass, failureClassOf, withheldClass } from './failure-class.ts';
import type { Asking } from './prompt-fit.ts';
import { Race } from './race.ts';
import type { Candidate, UpstreamTarget } from './upstream-target.ts';

/** When a call goes on to another engine, and how long it waits for one. */
export interface FallbackRules {
  on: ReadonlySet<FailureClass>;
  /** What comes next after a fault of one kind, instead of what would else. */
  by?: ReadonlyMap<FailureClass, readonly Candidate[]>;
  /** The longest wait for the first word where there is another engine to ask, in milliseconds; null for none. */
  firstTokenMs: number | null;
  /** After this long without a word a second engine is asked as well; null for never. */
  hedgeAfterMs: number | null;
}

export interface AttemptsOptions {
  id: string;
  /** Only engines of this process stand behind the name. */
  embedded: boolean;
  isListed: boolean;
  rules: FallbackRules;
  clock: Clock;
  random: () => number;
  /** What may be asked since the operator changed it; null while nothing changed. */
  renew?: () => Candidate[] | null;
}

/** After the first try of every target. */
const maxRounds = 2;
const firstPauseMs = 200;
/** Where a vendor asks for a longer pause, the caller gets the error at once. */
const longestPauseMs = 5_000;
const retryable = new Set<FailureClass | null>(['rate', 'overload', 'error']);
const finalCodes = new Set([
  'upstream_invalid',
  'upstream_unauthorized',
  'insufficient_quota',
  'model_not_found',
  'model_not_configured',
]);

/** What was tried for one call, and what comes next. */
export class Attempts {
  #order: readonly Candidate[];
  readonly #caller: Caller;
  readonly #call: { prompt: Prompt; signal: AbortSignal; bill: Bill; asking: Asking };
  readonly #options: AttemptsOptions;
  #next = 0;
  #round = 0;
  #current: Attempt | null = null;
  #error: unknown;
  /** Left alone so far because they mostly fail; tried when no other is left. */
  #avoided: Candidate[] = [];
  /** Kinds of fault whose own chain was taken. */
  readonly #taken = new Set<FailureClass>();
  /** Against which this call has counted as a failure. */
  readonly #blamed = new Set<UpstreamTarget>();

  constructor(
    order: readonly Candidate[],
    call: { prompt: Prompt; signal: AbortSignal; bill: Bill; asking: Asking },
    options: AttemptsOptions,
  ) {
    this.#order = order;
    this.#call = call;
    this.#caller = callerOf(call.prompt, call.asking);
    this.#options = options;
  }

  /** The stream of the next target that may be called; one that fails at once when there is none. */
  open(): AsyncIterable<ModelEvent> {
    const next = this.#nextTarget();
    if (next !== null) return this.#openTarget(next);
    const last = this.#avoided.shift();
    this.#current = null;
    if (last === undefined) return failing(this.#error ?? takenOut(this.#options.id));
    // It asked to be left alone, and there is no other to go to.
    if (last.target.coolingMs > 0) return failing(this.#error ?? cooling(last.target.coolingMs));
    return this.#openTarget(last);
  }

  async recover(error: unknown): Promise<AsyncIterable<ModelEvent>> {
    const { signal, asking } = this.#call;
    const attempt = this.#current;
    if (signal.aborted || !isAppError(error)) throw error;
    if (attempt !== null && this.#mayStill(attempt) && (await asking.fit?.refit?.(attempt.target, error)))
      return this.#openTarget(attempt.candidate);
    const withheld = attempt?.withheld ?? [];
    const kind = withheld.length > 0 ? withheldKind(withheld) : failureClassOf(error);
    this.#keep(error);
    const mayMove = kind !== null && this.#options.rules.on.has(kind);
    if (kind !== null) this.#takeChainOf(kind);
    if (mayMove && (this.#next < this.#order.length || this.#avoided.length > 0)) return this.open();
    if (attempt !== null && withheld.length > 0) {
      this.#answer(attempt);
      return replay(withheld);
    }
    const final = this.#error instanceof AppError ? this.#error : error;
    const pauseMs = this.#pauseAfter(final);
    if (pauseMs === null) throw this.#forCaller(final);
    await this.#options.clock.sleep(pauseMs, signal);
    this.#round++;
    if (!mayMove && attempt !== null && this.#mayStill(attempt)) return this.#openTarget(attempt.candidate);
    this.#next = 0;
    return this.open();
  }

  /** The operator may have said otherwise since: what was taken out is asked no more. */
  #renew(): void {
    const renewed = this.#options.renew?.();
    if (renewed === undefined || renewed === null) return;
    // Those that failed come last.
    const isFresh = ({ target }: Candidate) => !this.#blamed.has(target);
    this.#order = [...renewed.filter(isFresh), ...renewed.filter((one) => !isFresh(one))];
    this.#next = 0;
    this.#avoided = [];
  }

  #mayStill({ target }: Attempt): boolean {
    this.#renew();
    return this.#order.some((one) => one.target === target);
  }

  #takeChainOf(kind: FailureClass): void {
    const chain = this.#options.rules.by?.get(kind);
    if (chain === undefined || this.#taken.has(kind)) return;
    this.#taken.add(kind);
    this.#order = chain;
    this.#next = 0;
    this.#avoided = [];
  }

  /** The next one that may be called; those that may not are kept for the end. */
  #nextTarget(): Candidate | null {
    this.#renew();
    for (;;) {
      const next = this.#order[this.#next++];
      if (next === undefined) return null;
      if (next.target.tryEnter(this.#caller)) return next;
      this.#avoided.push(next);
    }
  }

  #openTarget(candidate: Candidate): AsyncIterable<ModelEvent> {
    const { hedgeAfterMs } = this.#options.rules;
    const hasOther = this.#next < this.#order.length;
    const attempt = this.#attempt(candidate, hedgeAfterMs !== null && hasOther);
    if (hedgeAfterMs === null || !hasOther) return this.#announced(attempt);
    return this.#announced(
      new Race({
        first: attempt,
        afterMs: hedgeAfterMs,
        clock: this.#options.clock,
        openSecond: () => {
          const other = this.#nextTarget();
          return other === null ? null : this.#attempt(other, true);
        },
        onWin: (winner) => {
          this.#current = winner;
        },
      }),
    );
  }

  #attempt(candidate: Candidate, isRace: boolean): Attempt {
    const { target, extraBody } = candidate;
    const { signal, bill, asking } = this.#call;
    const prompt = extraBody === undefined ? this.#call.prompt : { ...this.#call.prompt, extraBody };
    const { embedded, rules, clock } = this.#options;
    const firstTokenMs = target.firstTokenMs ?? (this.#order.length > 1 ? rules.firstTokenMs : null);
    const fitted = withinOutput(asking.fit?.fit(prompt, target) ?? prompt, target.limits().maxOutputTokens);
    // A deadline for the first word needs words that come one by one.
    const isWatched = (isRace || firstTokenMs !== null) && fitted.isStreamed === false && !target.embedded;
    const attempt = new Attempt({
      candidate,
      prompt: isWatched ? { ...fitted, isStreamed: true } : fitted,
      signal,
      caller: this.#caller,
      bill,
      isCharged: embedded || !target.embedded,
      firstTokenMs: target.embedded ? null : firstTokenMs,
      isRace,
      clock,
      isCounted: () => {
        const isFirst = !this.#blamed.has(target);
        this.#blamed.add(target);
        return isFirst;
      },
      onWithheld: (reason) => this.#passOver(reason),
    });
    this.#current = attempt;
    return attempt;
  }

  /** Says whose reply it is before its first event goes out. */
  #announced(source: AsyncIterableIterator<ModelEvent, undefined>): AsyncIterable<ModelEvent> {
    let isKnown = false;
    const next = () =>
      isKnown
        ? source.next()
        : source.next().then((step) => {
            isKnown = true;
            if (this.#current !== null) this.#answer(this.#current);
            return step;
          });
    const iterator = {
      next,
      // Asked for once the first event has been read.
      each: (sink: Sink<ModelEvent>) => each(source, sink),
      return: async () => (await source.return?.()) ?? { value: undefined, done: true as const },
    };
    return { [Symbol.asyncIterator]: () => iterator };
  }

  #answer(attempt: Attempt): void {
    this.#call.bill.answeredBy(attempt.target.id, attempt.leftOut, attempt.candidate.model);
    this.#call.asking.fit?.answers?.(attempt.target);
  }

  #passOver(reason: FinishReason): AppError | null {
    const kind = withheldClass(reason);
    if (kind === null || !this.#options.rules.on.has(kind)) return null;
    if (this.#next >= this.#order.length && this.#avoided.length === 0) return null;
    return new AppError('upstream_rejected', 'The model provider withheld its reply.');
  }

  /** A setting that only one of several engines does not have is not what the caller needs to hear about first. */
  #keep(error: AppError): void {
    if (this.#error === undefined || error.code !== 'invalid_request') this.#error = error;
  }

  /** Null when another round would not help. Full jitter, so that callers do not come back all at once. */
  #pauseAfter(error: AppError): number | null {
    if (this.#round >= maxRounds || !retryable.has(failureClassOf(error)) || finalCodes.has(error.code)) return null;
    // Where everything mostly fails, one try is enough.
    if (this.#order.every(({ target }) => !target.circuits.of(this.#caller).isClosed)) return null;
    if (error.retryAfterMs !== undefined && error.retryAfterMs > longestPauseMs) return null;
    const jitterMs = this.#options.random() * firstPauseMs * 2 ** this.#round;
    return (error.retryAfterMs ?? 0) + jitterMs;
  }

  #forCaller(error: AppError): AppError {
    const waitMs = Math.min(...this.#order.map(({ target }) => target.waitMs(this.#caller)));
    if (waitMs > 0 && retryable.has(failureClassOf(error)) && error.retryAfterMs === undefined) {
      const { code, message, details, fields } = error;
      return new AppError(code, message, {
        ...(details === undefined ? {} : { details }),
        ...(fields === undefined ? {} : { fields }),
        retryAfterMs: Math.ceil(waitMs / 1_000) * 1_000,
        cause: error,
      });
    }
    if (error.code !== 'model_not_found' || !this.#options.isListed) return error;
    return new AppError('upstream_rejected', `The engine behind ${this.#options.id} does not know its model.`, {
      cause: error,
    });
  }
}

/** More than a model can write is refused by its vendor. */
function withinOutput(prompt: Prompt, most: number | undefined): Prompt {
  if (prompt.maxTokens === undefined || most === undefined || prompt.maxTokens <= most) return prompt;
  return { ...prompt, maxTokens: most };
}

const takenOut = (id: string): AppError =>
  new AppError('model_not_configured', `The engines behind ${id} were taken out while the call was under way.`);

function cooling(waitMs: number): AppError {
  return new AppError('upstream_rate_limited', 'The model provider limits the rate of requests. Try again later.', {
    retryAfterMs: Math.ceil(waitMs / 1_000) * 1_000,
  });
}

function withheldKind(events: ModelEvent[]): FailureClass | null {
  const last = events.at(-1);
  return last?.type === 'finish' ? withheldClass(last.reason) : null;
}

async function* replay(events: ModelEvent[]): AsyncGenerator<ModelEvent> {
  yield* events;
}

// biome-ignore lint/correctness/useYield: it ends with its error before it could yield
async function* failing(error: unknown): AsyncGenerator<ModelEvent> {
  throw error;
}
