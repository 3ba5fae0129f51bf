/** Takes an event at once. A promise asks the source to wait for it before it hands over more; what is thrown ends the source. */
export type Sink<T> = (event: T) => Promise<void> | undefined;

/** A source that can hand its events over by itself: without a promise for each of them, which is most of what an event costs. */
export interface Handing<T> {
  /** Resolves when the source has ended; throws what it failed with, or what the sink threw. */
  each(sink: Sink<T>): Promise<void>;
}

type Source<T> = AsyncIterable<T, unknown> | AsyncIterator<T, unknown>;

/**
 * Hands the events of a source, or what is left of one that is being read, to a sink, to the end: in the way that costs least of
 * those that the source has. Throws what the source failed with, or what the sink threw.
 */
export function each<T>(source: Source<T>, sink: Sink<T>): Promise<void> {
  return isHanding(source) ? source.each(sink) : iterate(source, sink);
}

async function iterate<T>(source: Source<T>, sink: Sink<T>): Promise<void> {
  for await (const event of Symbol.asyncIterator in source ? source : { [Symbol.asyncIterator]: () => source }) {
    const wait = sink(event);
    if (wait !== undefined) await wait;
  }
}

/** Hands over one event that was read by itself; a sink that throws ends the source. */
export async function handOne<T>(source: AsyncIterator<T, unknown>, event: T, sink: Sink<T>): Promise<void> {
  try {
    await sink(event);
  } catch (error) {
    await source.return?.();
    throw error;
  }
}

/** Acts at once, or when there is nothing left to wait for: what a sink asked to wait with keeps its place. */
export function afterwards(
  wait: Promise<void> | undefined,
  act: () => Promise<void> | undefined,
): Promise<void> | undefined {
  return wait === undefined ? act() : wait.then(act);
}

/** What a step of an `EventFlow` says instead of an event: here come the events of another source, each as what `take` makes of it. */
export class Through<T> {
  readonly each: (sink: Sink<T>) => Promise<void>;
  readonly read: () => AsyncGenerator<T, undefined>;

  constructor(each: (sink: Sink<T>) => Promise<void>, read: () => AsyncGenerator<T, undefined>) {
    this.each = each;
    this.read = read;
  }
}

/** A failure of the source, and of `take`, is thrown where the generator yielded this; the sink's is the reader's, who leaves. */
export function through<S, T>(source: AsyncIterable<S, unknown>, take: (event: S) => readonly T[]): Through<T> {
  return new Through<T>(
    (sink) => each(source, (event) => handAll(take(event), sink)),
    async function* (): AsyncGenerator<T, undefined> {
      for await (const event of source) yield* take(event);
    },
  );
}

/**
 * A stream of events out of a generator that says what comes one after the other: events, and whole sources (`through`). It can
 * be iterated like the generator, and hand its events over; then those of its sources come by without a step of the generator.
 */
export class EventFlow<T> implements AsyncIterableIterator<T, undefined>, Handing<T> {
  readonly #steps: AsyncGenerator<T | Through<T>, unknown>;
  #reading: AsyncGenerator<T, undefined> | null = null;

  constructor(steps: AsyncGenerator<T | Through<T>, unknown>) {
    this.#steps = steps;
  }

  async each(sink: Sink<T>): Promise<void> {
    if (this.#reading !== null) return each(this.#reading, sink);
    const steps = this.#steps;
    const reader = new Reader(sink);
    let step = await steps.next();
    while (step.done !== true) {
      try {
        if (step.value instanceof Through) await step.value.each(reader.take);
        else await reader.take(step.value);
      } catch (error) {
        if (reader.hasLeft) {
          await steps.return(undefined);
          throw error;
        }
        step = await steps.throw(error);
        continue;
      }
      step = await steps.next();
    }
  }

  next(): Promise<IteratorResult<T, undefined>> {
    this.#reading ??= read(this.#steps);
    return this.#reading.next();
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#reading ??= read(this.#steps);
    await this.#reading.return(undefined);
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Knows whether an error is that of the sink. */
class Reader<T> {
  hasLeft = false;
  readonly #sink: Sink<T>;

  constructor(sink: Sink<T>) {
    this.#sink = sink;
  }

  readonly take = (event: T): Promise<void> | undefined => {
    try {
      return this.#sink(event)?.catch(this.#leave);
    } catch (error) {
      return this.#leave(error);
    }
  };

  readonly #leave = (error: unknown): never => {
    this.hasLeft = true;
    throw error;
  };
}

function handAll<T>(events: readonly T[], sink: Sink<T>): Promise<void> | undefined {
  let wait: Promise<void> | undefined;
  for (const event of events) wait = afterwards(wait, () => sink(event));
  return wait;
}

async function* read<T>(steps: AsyncGenerator<T | Through<T>, unknown>): AsyncGenerator<T, undefined> {
  try {
    let step = await steps.next();
    while (step.done !== true) {
      let failure: { error: unknown } | null = null;
      if (!(step.value instanceof Through)) yield step.value;
      else {
        try {
          yield* step.value.read();
        } catch (error) {
          failure = { error };
        }
      }
      step = failure === null ? await steps.next() : await steps.throw(failure.error);
    }
  } finally {
    await steps.return(undefined);
  }
}

function isHanding<T>(source: Source<T>): source is Source<T> & Handing<T> {
  return typeof Reflect.get(source, 'each') === 'function';
}
