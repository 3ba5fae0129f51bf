import type { Clock } from '../../../ports/clock.ts';

export interface ProgressWriterParts<Progress> {
  clock: Clock;
  everyMs?: number | undefined;
  write(progress: Progress): Promise<void>;
}

/** Between two looks of a reader there is no need to store more. */
const defaultMs = 500;

/** Stores how far work is: one write at a time, no more often than readers look, and at the end the last of all. */
export class ProgressWriter<Progress> {
  readonly #parts: ProgressWriterParts<Progress>;
  #last: { progress: Progress } | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: ProgressWriterParts<Progress>) {
    this.#parts = parts;
  }

  tell(progress: Progress): Promise<void> {
    const { clock, everyMs = defaultMs } = this.#parts;
    this.#last = { progress };
    return clock.now() - this.#writtenAt < everyMs ? Promise.resolve() : this.flush();
  }

  flush(): Promise<void> {
    const last = this.#last;
    if (!last) return this.#writing;
    this.#last = null;
    this.#writtenAt = this.#parts.clock.now();
    // Progress that is not stored is no failure of the work.
    this.#writing = this.#writing.then(() => this.#parts.write(last.progress)).catch(() => {});
    return this.#writing;
  }
}
