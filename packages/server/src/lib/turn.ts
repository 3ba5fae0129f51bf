import { setImmediate } from 'node:timers/promises';

const sliceMs = 20;

/** Long work in pieces: between two of them others are served, once the work has had the event loop for a while. */
export class Turn {
  #since = performance.now();

  /** Resolves when the next piece may begin: at once within the first 20 ms. */
  async next(): Promise<void> {
    if (performance.now() - this.#since < sliceMs) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
