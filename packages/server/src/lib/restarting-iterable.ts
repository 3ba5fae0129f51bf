import { each, type Handing, handOne, type Sink } from './event-flow.ts';

/**
 * Iterates a source, and while nothing has come out of it yet, answers its failure with another one.
 *
 * `recover` gives the next source or throws what the reader shall see. Once the first value was read nothing can be
 * tried again, because the reader has used it; a failure then goes to the reader.
 */
export class RestartingIterable<T> implements AsyncIterableIterator<T, undefined>, Handing<T> {
  readonly #recover: (error: unknown) => Promise<AsyncIterable<T>> | AsyncIterable<T>;
  #source: AsyncIterator<T, undefined>;
  #hasBegun = false;

  constructor(options: {
    first: AsyncIterable<T>;
    recover: (error: unknown) => Promise<AsyncIterable<T>> | AsyncIterable<T>;
  }) {
    this.#source = options.first[Symbol.asyncIterator]();
    this.#recover = options.recover;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    return this.#hasBegun ? this.#source.next() : this.#begin();
  }

  async each(sink: Sink<T>): Promise<void> {
    if (!this.#hasBegun) {
      const first = await this.#begin();
      if (first.done === true) return;
      await handOne(this.#source, first.value, sink);
    }
    // Not awaited: a function that waits is kept for as long as the stream is open.
    return each(this.#source, sink);
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    await this.#source.return?.();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #begin(): Promise<IteratorResult<T, undefined>> {
    for (;;) {
      try {
        const result = await this.#source.next();
        this.#hasBegun = true;
        return result;
      } catch (error) {
        this.#source = (await this.#recover(error))[Symbol.asyncIterator]();
      }
    }
  }
}
