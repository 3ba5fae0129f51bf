import { type Queued, TurnQueue } from '../../../lib/turn-queue.ts';

interface Waiting extends Queued {
  go(): void;
}

/** How many calls of work in the background are open at once in this process, shared in turns by workspaces. */
export class LineSlots {
  readonly #waiting = new TurnQueue<Waiting>();
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /** Resolves when it is the turn of this workspace, with what ends it; rejects with the signal's reason. */
  async take(workspaceId: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(workspaceId, signal);
    return () => {
      const next = this.#waiting.take(() => true);
      if (next) next.go();
      else this.#free += 1;
    };
  }

  #wait(turn: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.#waiting.delete(waiting)) reject(signal.reason);
      };
      const waiting: Waiting = {
        turn,
        go: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }
}
