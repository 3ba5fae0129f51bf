import { setImmediate } from 'node:timers/promises';

const usualSliceMs = 20;

/** Long work in pieces: between two of them others are served, once the work has had the event loop for a while. */
export class Turn {
  readonly #sliceMs: number;
  #since = performance.now();

  constructor(sliceMs = usualSliceMs) {
    this.#sliceMs = sliceMs;
  }

  /** Resolves when the next piece may begin: at once within the first 20 ms, or what was given. */
  async next(): Promise<void> {
    if (performance.now() - this.#since < this.#sliceMs) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
