/**
 * Iterates a source, and while nothing has come out of it yet, answers its failure with another one.
 *
 * `recover` gives the next source or throws what the reader shall see. Once the first value was read nothing can be
 * tried again, because the reader has used it; a failure then goes to the reader.
 */
export class RestartingIterable<T> implements AsyncIterableIterator<T, undefined> {
  readonly #recover: (error: unknown) => Promise<AsyncIterable<T>> | AsyncIterable<T>;
  readonly #observe: ((value: T) => boolean) | undefined;
  readonly #fail: ((error: unknown) => void) | undefined;
  readonly #leave: (() => void) | undefined;
  readonly #end: (() => void) | undefined;
  #source: AsyncIterator<T>;
  #hasBegun = false;

  constructor(options: {
    first: AsyncIterable<T>;
    recover: (error: unknown) => Promise<AsyncIterable<T>> | AsyncIterable<T>;
    /** Sees every value on its way out; false keeps it back, and one kept back does not count as read. */
    observe?: (value: T) => boolean;
    /** Sees a failure after the first value. */
    onLateFailure?: (error: unknown) => void;
    /** The reader stopped reading. */
    onLeave?: () => void;
    /** The source is at its end; may throw what the reader shall see instead. */
    onEnd?: () => void;
  }) {
    this.#source = options.first[Symbol.asyncIterator]();
    this.#recover = options.recover;
    this.#observe = options.observe;
    this.#fail = options.onLateFailure;
    this.#leave = options.onLeave;
    this.#end = options.onEnd;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    return this.#hasBegun ? this.#source.next().then(this.#pass, this.#failLate) : this.#begin();
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#leave?.();
    await this.#source.return?.();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #begin(): Promise<IteratorResult<T, undefined>> {
    for (;;) {
      let result: IteratorResult<T>;
      try {
        result = await this.#source.next();
      } catch (error) {
        this.#source = (await this.#recover(error))[Symbol.asyncIterator]();
        continue;
      }
      if (result.done !== true && this.#observe?.(result.value) === false) continue;
      this.#hasBegun = true;
      return result.done === true ? this.#finish() : result;
    }
  }

  readonly #pass = (
    result: IteratorResult<T>,
  ): IteratorResult<T, undefined> | Promise<IteratorResult<T, undefined>> => {
    if (result.done === true) return this.#finish();
    return this.#observe?.(result.value) === false ? this.next() : result;
  };

  #finish(): IteratorResult<T, undefined> {
    this.#end?.();
    return { value: undefined, done: true };
  }

  readonly #failLate = (error: unknown): never => {
    this.#fail?.(error);
    throw error;
  };
}
