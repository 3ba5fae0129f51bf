/** What came of the calls of the last while, and whether it is bad. */
export interface CallWindow {
  count(call: { calls: number; failures: number; caller: string }): void;
  clear(): void;
  readonly isBad: boolean;
  /** There were calls, and most of them went well. */
  readonly isGood: boolean;
}

export interface WindowSettings {
  /** Calls of this time are judged, in milliseconds. */
  windowMs: number;
  /** Fewer calls say nothing. */
  minCalls: number;
  /** Above 0, at most 1. */
  failureShare: number;
}

interface Tally {
  calls: number;
  failures: number;
}

const slicesOfWindow = 10;
/** Of more callers in a slice of the window nothing is noted: so many are enough to judge. */
const mostCallers = 200;

/** Judges the calls of a window, all alike. */
export class AllCalls implements CallWindow {
  readonly #slices: Slices<Tally>;
  readonly #settings: WindowSettings;

  constructor(now: () => number, settings: WindowSettings) {
    this.#settings = settings;
    this.#slices = new Slices(now, settings.windowMs, () => ({ calls: 0, failures: 0 }));
  }

  count({ calls, failures }: Tally): void {
    add(this.#slices.current, { calls, failures });
  }

  clear(): void {
    this.#slices.clear();
  }

  get isBad(): boolean {
    const all = this.#sum();
    return all.calls >= this.#settings.minCalls && all.failures >= all.calls * this.#settings.failureShare;
  }

  get isGood(): boolean {
    const all = this.#sum();
    return all.calls > 0 && all.failures < all.calls * this.#settings.failureShare;
  }

  #sum(): Tally {
    const sum = { calls: 0, failures: 0 };
    for (const slice of this.#slices.all) add(sum, slice);
    return sum;
  }
}

/**
 * Judges by callers: each counts as one that fares well or badly, with at most half of the least number of calls, so that however
 * often one of them fails, it takes another to say that the fault is not its own.
 */
export class CallsOfCallers implements CallWindow {
  readonly #slices: Slices<Map<string, Tally>>;
  readonly #settings: WindowSettings;

  constructor(now: () => number, settings: WindowSettings) {
    this.#settings = settings;
    this.#slices = new Slices(now, settings.windowMs, () => new Map());
  }

  count({ calls, failures, caller }: Tally & { caller: string }): void {
    const slice = this.#slices.current;
    const known = slice.get(caller);
    if (known !== undefined) add(known, { calls, failures });
    else if (slice.size < mostCallers) slice.set(caller, { calls, failures });
  }

  clear(): void {
    this.#slices.clear();
  }

  get isBad(): boolean {
    const { minCalls, failureShare } = this.#settings;
    const voices = this.#voices();
    const failing = voices.filter(({ calls, failures }) => failures >= calls * failureShare);
    const weigh = (some: Tally[]) => some.reduce((sum, { calls }) => sum + Math.min(calls, minCalls / 2), 0);
    const all = weigh(voices);
    return failing.length >= 2 && all >= minCalls && weigh(failing) >= all * failureShare;
  }

  get isGood(): boolean {
    return !this.isBad && this.#slices.all.length > 0;
  }

  #voices(): Tally[] {
    const voices = new Map<string, Tally>();
    for (const slice of this.#slices.all) {
      for (const [caller, tally] of slice) {
        const voice = voices.get(caller);
        if (voice === undefined) voices.set(caller, { ...tally });
        else add(voice, tally);
      }
    }
    return [...voices.values()];
  }
}

function add(sum: Tally, { calls, failures }: Tally): void {
  sum.calls += calls;
  sum.failures += failures;
}

/** A time in slices; those that are over are forgotten. */
class Slices<Content> {
  readonly #now: () => number;
  readonly #sliceMs: number;
  readonly #empty: () => Content;
  /** Never more than the window has. */
  #slices: { index: number; content: Content }[] = [];

  constructor(now: () => number, windowMs: number, empty: () => Content) {
    this.#now = now;
    this.#sliceMs = windowMs / slicesOfWindow;
    this.#empty = empty;
  }

  get current(): Content {
    const index = this.#forget();
    let last = this.#slices.at(-1);
    if (last?.index !== index) {
      last = { index, content: this.#empty() };
      this.#slices.push(last);
    }
    return last.content;
  }

  get all(): Content[] {
    this.#forget();
    return this.#slices.map(({ content }) => content);
  }

  clear(): void {
    this.#slices = [];
  }

  #forget(): number {
    const index = Math.floor(this.#now() / this.#sliceMs);
    this.#slices = this.#slices.filter((slice) => slice.index > index - slicesOfWindow);
    return index;
  }
}
