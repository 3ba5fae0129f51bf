import type { Handing, Sink } from './event-flow.ts';
import { atTurnEnd } from './turn-end.ts';

/** Above this many unread events the source is asked to pause, below the lower mark to go on. */
const highMark = 1024;
const lowMark = 256;
const keptPlaces = 4;

interface Waiting<T> {
  resolve(result: IteratorResult<T, undefined>): void;
  reject(error: unknown): void;
}

export interface EventQueueOptions<T> {
  /** Makes one event of two neighbours that nobody has read yet, or null when they must stay apart. */
  join?: (earlier: T, later: T) => T | null;
  /** The reader left before the end. */
  onLeave?: () => void;
  /** Enough was read to go on after `push` returned false. */
  onDrain?: () => void;
}

/** A receiver of events as they come. */
interface Reader<T> {
  sink: Sink<T>;
  resolve(): void;
  reject(error: unknown): void;
  /** The sink asked for a pause. */
  isPaused: boolean;
  isDue: boolean;
}

/**
 * Hands events from callbacks to one reader: a `for await` loop, or a sink, which costs a fraction of it. By hand instead of an
 * async generator: a generator costs three times as much as the loop, and a model's reply has hundreds of events.
 */
export class EventQueue<T> implements AsyncIterableIterator<T, undefined>, Handing<T> {
  readonly #options: EventQueueOptions<T>;
  /** What is unread stands from `#head` up to `#tail`; a place that was read is undefined. */
  #events: (T | undefined)[] = [];
  #head = 0;
  #tail = 0;
  #waiting: Waiting<T> | null = null;
  #reader: Reader<T> | null = null;
  #isOver = false;
  #failure: { error: unknown } | null = null;
  #isFull = false;

  constructor(options: EventQueueOptions<T> = {}) {
    this.#options = options;
  }

  /** False when the source should pause. */
  push(event: T): boolean {
    if (this.#isOver) return true;
    const waiting = this.#waiting;
    if (waiting !== null) {
      this.#waiting = null;
      waiting.resolve({ value: event, done: false });
      return true;
    }
    const earlier = this.#tail === this.#head ? undefined : this.#events[this.#tail - 1];
    const joined = earlier === undefined ? null : (this.#options.join?.(earlier, event) ?? null);
    if (joined !== null) this.#events[this.#tail - 1] = joined;
    else this.#events[this.#tail++] = event;
    this.#wake();
    if (this.#tail - this.#head >= highMark) this.#isFull = true;
    return !this.#isFull;
  }

  /** What was pushed can still be read. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting?.resolve({ value: undefined, done: true });
    this.#waiting = null;
    this.#wake();
  }

  /** What was pushed can still be read, then the error is thrown. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#waiting === null) this.#failure = { error };
    this.#waiting?.reject(error);
    this.#waiting = null;
    this.#wake();
  }

  /** As `fail`, but what was pushed is thrown away. */
  abandon(error: unknown): void {
    if (this.#isOver) return;
    this.#clear();
    this.fail(error);
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const event = this.#events[this.#head];
    if (event !== undefined) return Promise.resolve({ value: this.#take(event), done: false });
    if (this.#failure !== null) {
      const { error } = this.#failure;
      this.#failure = null;
      return Promise.reject(error);
    }
    if (this.#isOver) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.#leave();
    return Promise.resolve({ value: undefined, done: true });
  }

  /**
   * Hands over what is there, and from then on what comes, at the end of each turn of the event loop: what was read in one turn
   * is handed over together, and neighbours are joined until then. Throws the failure, or what the sink threw, as whoever leaves.
   */
  each(sink: Sink<T>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#reader = { sink, resolve, reject, isPaused: false, isDue: false };
      this.#pour();
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #leave(): void {
    const wasOver = this.#isOver;
    this.#clear();
    this.#failure = null;
    this.end();
    if (!wasOver) this.#options.onLeave?.();
  }

  #clear(): void {
    // Few places are used again: mostly events come one by one.
    if (this.#tail > keptPlaces || this.#tail > this.#head) this.#events = [];
    this.#head = 0;
    this.#tail = 0;
  }

  #wake(): void {
    const reader = this.#reader;
    if (reader === null || reader.isDue || reader.isPaused) return;
    reader.isDue = true;
    atTurnEnd(this.#pour);
  }

  readonly #pour = (): void => {
    const reader = this.#reader;
    if (reader === null) return;
    reader.isDue = false;
    if (reader.isPaused) return;
    try {
      for (let event = this.#events[this.#head]; event !== undefined; event = this.#events[this.#head]) {
        const wait = reader.sink(this.#take(event));
        if (wait === undefined) continue;
        reader.isPaused = true;
        wait.then(() => this.#resume(reader), this.#forsake);
        return;
      }
    } catch (error) {
      this.#forsake(error);
      return;
    }
    if (!this.#isOver) return;
    this.#reader = null;
    if (this.#failure === null) reader.resolve();
    else reader.reject(this.#failure.error);
    this.#failure = null;
  };

  #resume(reader: Reader<T>): void {
    reader.isPaused = false;
    this.#pour();
  }

  readonly #forsake = (error: unknown): void => {
    const reader = this.#reader;
    this.#reader = null;
    this.#leave();
    reader?.reject(error);
  };

  #take(event: T): T {
    this.#events[this.#head++] = undefined;
    const unread = this.#tail - this.#head;
    if (unread === 0) this.#clear();
    if (this.#isFull && unread <= lowMark) {
      this.#isFull = false;
      this.#options.onDrain?.();
    }
    return event;
  }
}
