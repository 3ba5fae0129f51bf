import { type ModelCounts, ModelGaveUp } from './research-model.ts';

/** Questions in a row without a usable answer, after which no further one is paid for. */
const mostInRow = 2;

/**
 * Counts a model's usable answers. Until it has given one, questions go one at a time, so that a model that refuses is
 * noticed after two calls and not after a whole batch.
 */
export class ModelPatience {
  #calls = 0;
  #failed = 0;
  #inRow = 0;
  #hasAnswered = false;
  #reason = '';
  #turn: Promise<void> = Promise.resolve();

  get counts(): ModelCounts {
    return { calls: this.#calls, failed: this.#failed, reason: this.#reason };
  }

  /** Throws `ModelGaveUp` instead of asking when the model has failed too often, and after the failure that makes it so. */
  async ask<Answer>(question: () => Promise<Answer | null>, reason: string): Promise<Answer | null> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!this.#hasAnswered) this.#turn = promise;
    try {
      if (!this.#hasAnswered) await before;
      this.#requireHope();
      this.#calls++;
      const answer = await question();
      if (answer === null) {
        this.#failed++;
        this.#inRow++;
        this.#reason = reason;
        this.#requireHope();
      } else {
        this.#inRow = 0;
        this.#hasAnswered = true;
      }
      return answer;
    } finally {
      resolve();
    }
  }

  #requireHope(): void {
    if (this.#inRow >= mostInRow) throw new ModelGaveUp(this.counts);
  }
}
