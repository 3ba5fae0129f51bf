import type { LanguageModel, ModelEvent } from '../src/ports/language-model.ts';
import { finish } from './scripted-language-model.ts';

/** A model that says the next word when it is told to, and goes on to its end when it is let go. */
export class SteppedModel implements LanguageModel {
  readonly id = 'stepped/model';
  readonly embedded = false;
  readonly words: readonly string[];
  calls = 0;
  /** Why each call was ended from outside. */
  readonly ended: unknown[] = [];
  #allowed = 0;
  #waiting: (() => void)[] = [];

  constructor(words: readonly string[]) {
    this.words = words;
  }

  /** So many words may be said, of each call. */
  allow(count: number): void {
    this.#allowed = count;
    for (const go of this.#waiting.splice(0)) go();
  }

  letGo(): void {
    this.allow(Number.POSITIVE_INFINITY);
  }

  async *stream(_prompt: unknown, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.calls++;
    for (const [index, text] of this.words.entries()) {
      while (index >= this.#allowed) await this.#step(signal);
      yield { type: 'text-delta', text };
    }
    yield finish();
  }

  #step(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(resolve);
      const end = () => {
        this.ended.push(signal.reason);
        reject(signal.reason);
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }
}
