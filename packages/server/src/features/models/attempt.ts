import { type AppError, isAppError } from '../../lib/app-error.ts';
import { afterwards, each, type Handing, handOne, type Sink } from '../../lib/event-flow.ts';
import { vendorWords } from '../../lib/vendor-words.ts';
import { timeoutError } from '../../outbound/model-http/upstream-errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FinishReason, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { Bill, ReplyCount } from '../money/billing/bill.ts';
import type { Caller } from './engine-circuits.ts';
import { RoundSpan } from './round-span.ts';
import type { Candidate, UpstreamTarget } from './upstream-target.ts';
import { leftOut, requireTaken } from './vendor-fields.ts';

type Step = IteratorResult<ModelEvent, undefined>;

export interface AttemptOptions {
  candidate: Candidate;
  prompt: Prompt;
  caller: Caller;
  /** Of the caller. */
  signal: AbortSignal;
  bill: Bill;
  /** False for a reply that costs the workspace nothing, whatever else the model costs. */
  isCharged: boolean;
  /** The longest wait for the first event, in milliseconds; null for none. */
  firstTokenMs: number | null;
  /** It may be given up while it runs. */
  isRace: boolean;
  clock: Clock;
  /** False when a failure of this engine has been held against it in this call already. */
  isCounted: () => boolean;
  /** A reply that holds nothing because it was withheld; an error instead of it sends the call on. */
  onWithheld: (reason: FinishReason) => AppError | null;
}

/** One call to one engine: counts it, tells its engine how it went, and keeps back what is only for counting. */
export class Attempt implements AsyncIterableIterator<ModelEvent, undefined>, Handing<ModelEvent> {
  readonly target: UpstreamTarget;
  readonly candidate: Candidate;
  readonly count: ReplyCount;
  /** What this reply said when it was passed over. */
  withheld: ModelEvent[] = [];
  readonly #options: AttemptOptions;
  readonly #own: AbortController | null;
  readonly #source: AsyncIterator<ModelEvent>;
  readonly #span: RoundSpan;
  /** Events that are next, before the source's. */
  #pending: ModelEvent[] = [];
  #hasBegun = false;
  #isOver = false;

  constructor(options: AttemptOptions) {
    const { candidate, prompt, signal, bill, isCharged } = options;
    const { target, charged } = candidate;
    this.candidate = candidate;
    this.target = target;
    this.#options = options;
    bill.asks(target.id);
    this.count = bill.open(prompt, target.prices, { engine: target.id, isCharged, charged });
    const canEnd = options.isRace || options.firstTokenMs !== null;
    this.#own = canEnd ? new AbortController() : null;
    const bound = this.#own === null ? signal : AbortSignal.any([signal, this.#own.signal]);
    this.#span = new RoundSpan(target.id, prompt);
    this.#source = this.#span.within(() =>
      open(() => {
        requireTaken(target.model, prompt);
        return target.model.stream(prompt, bound);
      }),
    );
  }

  /** A sentence for each field of the caller that was left out. */
  get leftOut(): string[] {
    return leftOut(this.target.model, this.#options.prompt);
  }

  /** Something of the reply has been read. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  next(): Promise<Step> {
    const pending = this.#pending.shift();
    if (pending !== undefined) return Promise.resolve({ value: pending, done: false });
    if (!this.#hasBegun && this.#options.firstTokenMs !== null) return this.#firstInTime(this.#options.firstTokenMs);
    return this.#step();
  }

  async each(sink: Sink<ModelEvent>): Promise<void> {
    // The first by itself: it may have only so much time.
    while (!this.#hasBegun || this.#pending.length > 0) {
      const step = await this.next();
      if (step.done === true) return;
      await handOne(this, step.value, sink);
    }
    // Not awaited: a function that waits is kept for as long as the stream is open.
    return each(this.#source, (event) => this.#handOn(event, sink)).catch(this.#fail);
  }

  async return(): Promise<Step> {
    this.abandon();
    await this.#source.return?.();
    return { value: undefined, done: true };
  }

  /** Ends the call; nothing of it is held against its engine. What came is counted. */
  abandon(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.count.fail('abandoned');
    if (!this.#hasBegun) this.count.abandon();
    this.#span.end(this.count, null);
    this.target.leave(this.#options.caller);
    this.#own?.abort(new Error('another engine answered'));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #step(): Promise<Step> {
    return this.#source.next().then(this.#pass, this.#fail);
  }

  async #firstInTime(limitMs: number): Promise<Step> {
    const timer = new AbortController();
    const late = this.#options.clock.sleep(limitMs, timer.signal).then(() => 'late' as const);
    late.catch(() => {});
    const first = this.#step();
    first.catch(() => {});
    try {
      const step = await Promise.race([first, late]);
      if (step !== 'late') return step;
    } finally {
      timer.abort(new Error('it came'));
    }
    const error = timeoutError(new Error(`no first word within ${limitMs} ms`));
    // The vendor has read the prompt all the same.
    this.count.abandon();
    this.#end(error);
    this.#own?.abort(error);
    throw error;
  }

  readonly #pass = (result: IteratorResult<ModelEvent>): Step | Promise<Step> => {
    if (result.done === true) return { value: undefined, done: true };
    const event = this.#read(result.value);
    return event === null ? this.#step() : { value: event, done: false };
  };

  /** Null for what is only for counting. */
  #read(event: ModelEvent): ModelEvent | null {
    this.count.take(event);
    this.#span.take(event);
    if (event.type === 'usage' || event.type === 'tool-call-delta') return null;
    this.target.observe(event, this.#options.caller);
    if (event.type === 'finish') {
      this.#isOver = true;
      this.target.pace.note(this.count);
      this.#span.end(this.count, event.reason);
      if (event.refusal !== undefined || !this.#hasBegun) return this.#finish(event);
    }
    this.#hasBegun = true;
    return event;
  }

  #handOn(event: ModelEvent, sink: Sink<ModelEvent>): Promise<void> | undefined {
    const read = this.#read(event);
    if (read === null) return undefined;
    let wait = this.#hand(read, sink);
    for (let one = this.#pending.shift(); one !== undefined; one = this.#pending.shift()) {
      const event = one;
      wait = afterwards(wait, () => this.#hand(event, sink));
    }
    return wait;
  }

  /** A sink that throws is a reader who leaves: nothing is held against the engine. */
  #hand(event: ModelEvent, sink: Sink<ModelEvent>): Promise<void> | undefined {
    try {
      return sink(event)?.catch(this.#leave);
    } catch (error) {
      return this.#leave(error);
    }
  }

  readonly #leave = (error: unknown): never => {
    this.abandon();
    throw error;
  };

  /** A reply that ends before it says anything, or with a refusal in words. */
  #finish(event: Extract<ModelEvent, { type: 'finish' }>): ModelEvent {
    const instead = this.#hasBegun ? null : this.#options.onWithheld(event.reason);
    const { refusal, ...finish } = event;
    const said: ModelEvent[] = refusal === undefined || refusal === '' ? [] : [{ type: 'refusal', text: refusal }];
    for (const one of said) this.count.take(one);
    const [first, ...rest] = [...said, finish];
    if (instead !== null) {
      this.withheld = [...said, finish];
      throw instead;
    }
    this.#hasBegun = true;
    this.#pending = rest;
    return first ?? finish;
  }

  readonly #fail = (error: unknown): never => {
    this.#end(error);
    throw error;
  };

  #end(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#options.signal.aborted) this.count.fail('abandoned');
    else this.count.fail(isAppError(error) ? error.code : 'internal_error', vendorWords(error));
    if (this.#options.signal.aborted && !this.#hasBegun) this.count.abandon();
    this.#span.end(this.count, null);
    if (this.#options.signal.aborted) {
      this.target.leave(this.#options.caller);
    } else
      this.target.fail(error, this.#options.caller, { hasBegun: this.#hasBegun, isCounted: this.#options.isCounted() });
  }
}

/** An adapter may refuse a prompt before there is a stream. */
function open(stream: () => AsyncIterable<ModelEvent>): AsyncIterator<ModelEvent> {
  try {
    return stream()[Symbol.asyncIterator]();
  } catch (error) {
    return { next: () => Promise.reject(error) };
  }
}
