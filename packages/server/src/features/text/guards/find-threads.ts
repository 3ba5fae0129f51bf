import { ThreadPool } from '../../../lib/thread-pool.ts';
import type { PlacesCheck } from './compile-guard.ts';
import type { FindTask } from './find-thread.ts';
import type { Finding } from './finding.ts';

/** Characters that are looked through where they arrive: personal data takes about 2 µs a character. */
const mostHere = 8_000;
const threads = 2;
/** Guards look at two million characters of a call at most, which takes 4 s; the machine may have much else to do, which comes first. */
const timeoutMs = 180_000;
const memoryBytes = 512_000_000;

/** Looks through texts for what guards find: long ones in a thread, so that nobody else waits for them. */
export class FindThreads {
  readonly #pool = new ThreadPool({
    entry: new URL('./find-thread.ts', import.meta.url),
    size: threads,
    timeoutMs,
    memoryBytes,
  });

  /** The same whether in a thread or not. Throws `TaskError` for what takes too long or too much memory, and the reason of the signal. */
  find(
    check: PlacesCheck,
    text: string,
    { workspaceId, signal }: { workspaceId: string; signal: AbortSignal },
  ): Promise<Finding[]> {
    if (text.length <= mostHere) return check.find(text);
    const task: FindTask = { check: check.given, text };
    return this.#pool.run<Finding[]>('find', task, { turn: workspaceId, signal });
  }

  /** Ends the threads, also in the middle of their work. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
