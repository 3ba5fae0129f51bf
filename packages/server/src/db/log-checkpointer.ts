import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

const lookEveryMs = 1_000;
/** As much as SQLite itself lets gather, so that a power cut takes no more than it did. */
const defaultThresholdBytes = 4 * 1024 * 1024;
/**
 * A thread takes 15 MB and 40 ms of processor time to start, so it is kept while there is work for it, and ended after so long. Less than the time
 * between two cuts: a service at rest, which writes something now and then, has none most of the time.
 */
const idleMs = 15_000;
/** The log is cut so long after the last cut, when something was written: what was deleted stands in it until then. */
const defaultCutEveryMs = 60_000;

export interface LogCheckpointerParts {
  /** The database's file. */
  path: string;
  /** What the log may hold before it is written back. Default: 4 MB. */
  thresholdBytes?: number;
  /** After how long the log is cut, in milliseconds. Default: a minute. */
  cutEveryMs?: number;
}

/**
 * Has a thread write SQLite's write-ahead log back into the database. Left to itself SQLite does it within a commit, and waits for
 * the disk with the event loop. Where the thread fails, the limit on the log (`PRAGMA wal_autocheckpoint`) still does it that way.
 */
export class LogCheckpointer {
  readonly #path: string;
  readonly #thresholdBytes: number;
  readonly #cutEveryMs: number;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #thread: Worker | null = null;
  #isWorking = false;
  #usedAt = 0;
  /** When the log that was written back last had been changed. */
  #doneAtMs = 0;
  #cutAt = Date.now();

  constructor({ path, thresholdBytes = defaultThresholdBytes, cutEveryMs = defaultCutEveryMs }: LogCheckpointerParts) {
    this.#path = path;
    this.#thresholdBytes = thresholdBytes;
    this.#cutEveryMs = cutEveryMs;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null;
      });
    }, lookEveryMs).unref();
  }

  /** Nothing of it holds the database when it resolves. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#looking;
    await this.#endThread();
  }

  async #look(): Promise<void> {
    if (this.#isWorking) return;
    // The file keeps its size when it is written from its beginning again, so its size alone says nothing.
    const { size, mtimeMs } = await stat(`${this.#path}-wal`).catch(() => ({ size: 0, mtimeMs: 0 }));
    if (this.#timer === null) return;
    if (size > 0 && Date.now() - this.#cutAt >= this.#cutEveryMs) {
      this.#cutAt = Date.now();
      this.#work('cut');
    } else if (size >= this.#thresholdBytes && mtimeMs !== this.#doneAtMs) {
      this.#doneAtMs = mtimeMs;
      this.#work('checkpoint');
    } else if (Date.now() - this.#usedAt >= idleMs) await this.#endThread();
  }

  #work(task: 'checkpoint' | 'cut'): void {
    this.#usedAt = Date.now();
    this.#isWorking = true;
    this.#thread ??= this.#startThread();
    this.#thread.postMessage(task);
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: this.#path,
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    });
    thread.on('message', () => {
      this.#isWorking = false;
    });
    // Tried again at the next look.
    thread.on('error', () => {});
    thread.on('exit', () => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#isWorking = false;
    });
    thread.unref();
    return thread;
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    this.#isWorking = false;
    await thread?.terminate();
  }
}
