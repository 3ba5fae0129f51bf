import { Worker } from 'node:worker_threads';

const beatMs = 100;
const stallMs = 200;

/** Of a process that cannot be killed; by sysexits.h an internal error of the software. */
const stalledExitCode = 70;

interface LoopWatchOptions {
  /** A loop that stands still for so long ends the process; 0 for never. */
  limitMs: number;
  /** Told after the loop stood still for more than 200 ms. */
  onStall(stalledMs: number): void;
}

/**
 * Watches the event loop. While it stands still nothing in its thread can act, not even a handler of signals; so another thread looks
 * whether the beat goes on, and ends the process when it has not for too long, for whoever supervises it to start it anew. Nor can that
 * thread hear of a signal: Node gives signals to the main thread alone, and what the kernel knows of them ends with libuv's handler.
 */
export class LoopWatch {
  readonly #beat: NodeJS.Timeout;
  /** The beats, and how many milliseconds are left to a process that is stopping (0: it is not). */
  readonly #shared = new Int32Array(new SharedArrayBuffer(8));
  #thread: Worker | null = null;

  constructor({ limitMs, onStall }: LoopWatchOptions) {
    let last = performance.now();
    this.#beat = setInterval(() => {
      Atomics.add(this.#shared, 0, 1);
      const now = performance.now();
      const late = now - last - beatMs;
      last = now;
      if (late > stallMs) onStall(Math.round(late));
    }, beatMs).unref();
    if (limitMs > 0) this.#thread = this.#watch(limitMs);
  }

  /** Ends the process after so long whatever it does: it was told to stop, and a loop that stands still keeps no time. */
  endWithin(ms: number): void {
    Atomics.store(this.#shared, 1, ms);
    this.#thread ??= this.#watch(Number.POSITIVE_INFINITY);
  }

  #watch(limitMs: number): Worker {
    const thread = new Worker(`(${watchBeats})()`, {
      eval: true,
      workerData: { shared: this.#shared, limitMs, exitCode: stalledExitCode },
      resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 8, stackSizeMb: 1 },
    });
    thread.unref();
    // Without it the service goes on; only the end of a stall is missing.
    thread.on('error', (error) => process.stderr.write(`The watch on the event loop ended: ${error.message}\n`));
    return thread;
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    await this.#thread?.terminate();
  }
}

/**
 * Runs in the thread, where nothing of this file is there but its text. Its own pauses count as one look: a machine that slept, or a
 * process that was stopped, did not stall.
 */
function watchBeats(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads');
  const { writeSync } = process.getBuiltinModule('node:fs');
  const { shared, limitMs, exitCode }: { shared: Int32Array; limitMs: number; exitCode: number } = workerData;
  const lookMs = Math.min(500, limitMs / 4);
  let seen = -1;
  let stalledMs = 0;
  let stoppingMs = 0;
  let lookedAt = performance.now();
  const look = setInterval(() => {
    const now = performance.now();
    const passed = Math.min(now - lookedAt, 2 * lookMs);
    lookedAt = now;
    const beat = Atomics.load(shared, 0);
    stalledMs = beat === seen ? stalledMs + passed : 0;
    seen = beat;
    const stopWithinMs = Atomics.load(shared, 1);
    if (stopWithinMs > 0) stoppingMs += passed;
    const isLate = stopWithinMs > 0 && stoppingMs >= stopWithinMs;
    if (stalledMs < limitMs && !isLate) return;
    clearInterval(look);
    const text = isLate
      ? `The stop took longer than ${Math.round(stoppingMs / 1000)} s; the process ends.`
      : `The event loop stood still for ${Math.round(stalledMs / 1000)} s; the process ends so that it is started again.`;
    writeSync(
      2,
      `${JSON.stringify({ level: 60, time: new Date().toISOString(), stalled_ms: Math.round(stalledMs), msg: text })}\n`,
    );
    if (process.pid !== 1) process.kill(process.pid, 'SIGKILL');
    // The first process of a container cannot be killed from within; an inspector gets a word in while code runs.
    const { Session } = process.getBuiltinModule('node:inspector');
    const session = new Session();
    session.connectToMainThread();
    session.post('Runtime.evaluate', { expression: `process.reallyExit(${exitCode})` });
    // The exit waits for that.
    setTimeout(() => session.disconnect(), 500);
  }, lookMs);
}
