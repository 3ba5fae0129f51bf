import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { type Transferable, Worker } from 'node:worker_threads';
import type { ThreadMessage, ThreadTask } from './serve-thread-tasks.ts';
import { TaskError } from './task-error.ts';
import { TurnQueue } from './turn-queue.ts';

// long because a task, its thread and its turn have one life, and parted they would share all their state.

export { TaskError } from './task-error.ts';

export interface ThreadPoolOptions {
  /** The module that calls `serveThreadTasks`. */
  entry: URL;
  /** Threads at once. With more than one, no turn has all of them. */
  size: number;
  /** Limit of one task, in milliseconds, from when it is given to a thread that has started. */
  timeoutMs: number;
  /** Memory of one thread, in bytes; it is ended above that. */
  memoryBytes: number;
  /** A thread with nothing to do ends after so long. Default 30 s. */
  idleMs?: number;
  /** Tasks waiting for a thread before further ones are refused; one turn may have half of them. Default 1,000. */
  queueLimit?: number;
  /** A task that waits longer than this for a thread is refused as `busy`. Default 30 s. */
  waitMs?: number;
  /**
   * The longest from the call to its end, however the time is shared between waiting, the start of a thread and work; beyond it the
   * call ends as `busy`, since alone it would have had its `timeoutMs`. Default: no more than what those may take.
   */
  callMs?: number;
}

export interface ThreadTaskOptions {
  /** Whose task it is, usually the id of a workspace: waiting tasks are taken in turns. */
  turn: string;
  timeoutMs?: number;
  /** Ends the work; the call rejects with its reason at once. */
  signal?: AbortSignal;
  /** Buffers that move to the thread in place of being copied. */
  transfer?: readonly Transferable[];
}

interface Task extends ThreadTask {
  readonly turn: string;
  timeoutMs: number;
  transfer: readonly Transferable[];
  /** Settles the call and lets go of its timer and signal; further calls do nothing. */
  settle(outcome: { value: unknown } | { error: unknown }): void;
}

interface Thread {
  worker: Worker;
  task: Task | null;
  tasksDone: number;
  isReady: boolean;
  timer: NodeJS.Timeout | undefined;
  /** When its task began. */
  busySince: number;
  /** It was asked how much memory it uses and has not answered. */
  isAsked: boolean;
  /** A task took long enough that its heap may have grown. */
  mayHaveGrown: boolean;
}

const fresh = {
  task: null,
  tasksDone: 0,
  isReady: false,
  timer: undefined,
  busySince: 0,
  isAsked: false,
  mayHaveGrown: false,
};
/** A busy machine takes long to start a thread: that is not the fault of the task that it is started for. */
const mostStartMs = 30_000;
/** Work that nobody waits for any more may end by itself for so long: cheaper than another thread. */
const leftMs = 50;
const memoryCheckMs = 100;
/**
 * V8's own limit, as a multiple of ours. It is the last resort: a single allocation that goes beyond it (the table of a large Map,
 * a long array) ends the whole process and not the thread, so it lies far above the limit that is watched from here.
 */
const heapAboveLimit = 8;
/** A thread whose heap has grown beyond this is ended after a moment without work: V8 gives little of it back by itself. */
const grownBytes = 128_000_000;
const restMs = 2_000;
/** Heap for what has just been made, in MB; V8's own choice for a thread would grow to 48. */
const youngMb = 32;

/**
 * Runs tasks in threads of this process. A task that takes too long, or whose caller has left, is ended with its thread:
 * V8 interrupts loops and regular expressions alike. Threads do not keep the process alive.
 */
export class ThreadPool {
  readonly #options: Required<Omit<ThreadPoolOptions, 'callMs'>> & Pick<ThreadPoolOptions, 'callMs'>;
  readonly #threads = new Set<Thread>();
  /** Threads that were asked to end and have not ended yet. */
  readonly #ending = new Set<Promise<unknown>>();
  readonly #queue = new TurnQueue<Task>();
  #isClosed = false;
  /** Before a stop: how long a task may take at most. */
  #mostMs = Number.POSITIVE_INFINITY;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: ThreadPoolOptions) {
    this.#options = { idleMs: 30_000, queueLimit: 1000, waitMs: 30_000, ...options };
  }

  /** Threads alive now. */
  get threads(): number {
    return this.#threads.size;
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Runs the task `name` that the entry module serves. The payload is copied as `structuredClone` does. */
  async run<Result>(name: string, payload: unknown, options: ThreadTaskOptions): Promise<Result> {
    const { turn, signal, timeoutMs = this.#options.timeoutMs, transfer = [] } = options;
    if (this.#isClosed) throw new TaskError('closed', 'the pool is closed');
    signal?.throwIfAborted();
    const isFull = this.#queue.size >= this.#options.queueLimit;
    if (isFull || 2 * this.#queue.sizeOf(turn) >= this.#options.queueLimit) {
      throw new TaskError('busy', `${this.#queue.size} tasks are waiting already`);
    }
    return await new Promise<Result>((resolve, reject) => {
      const task: Task = { name, payload, turn, timeoutMs, transfer, settle: () => {} };
      const waited = unrefTimer(this.#options.waitMs, () => {
        // Given to a thread in the meantime, it has a limit of its own.
        if (this.#queue.delete(task)) {
          task.settle({ error: new TaskError('busy', `no thread was free within ${this.#options.waitMs} ms`) });
        }
      });
      const { callMs } = this.#options;
      const late = callMs === undefined ? undefined : unrefTimer(callMs, () => this.#giveUp(task, callMs));
      const onAbort = () => {
        task.settle({ error: signal?.reason });
        if (!this.#queue.delete(task)) this.#leave(task);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      task.settle = (outcome) => {
        task.settle = () => {};
        clearTimeout(waited);
        clearTimeout(late);
        signal?.removeEventListener('abort', onAbort);
        if ('error' in outcome) reject(outcome.error);
        // The caller names the type that the entry's task returns.
        else resolve(outcome.value as Result);
      };
      this.#queue.push(task);
      this.#next();
      if (this.#mostMs < Number.POSITIVE_INFINITY && this.#queue.delete(task)) task.settle({ error: stopping() });
    });
  }

  /**
   * Before a stop: no task waits any more, and each has at most `leftMs` from now on, so that calls end long before the grace does. What
   * is ended so rejects as `closed`.
   */
  windDown(leftMs: number): void {
    this.#mostMs = leftMs;
    for (const task of this.#queue.clear()) task.settle({ error: stopping() });
    for (const thread of this.#threads) if (thread.task && thread.isReady) this.#limit(thread, thread.task);
  }

  /** Ends every thread, whatever it is doing; calls that are open reject. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const error = new TaskError('closed', 'the pool is closed');
    for (const task of this.#queue.clear()) task.settle({ error });
    for (const thread of [...this.#threads]) this.#end(thread, error);
    await Promise.all(this.#ending);
  }

  #next(): void {
    while (this.#queue.size > 0 && !this.#isClosed) {
      const idle = this.#idleThread();
      // A thread that does not end is never without bound: as many again may stand beside those that are ending.
      const isFull = this.#threads.size >= this.#options.size || this.#ending.size >= this.#options.size;
      if (!idle && isFull) return;
      const task = this.#queue.take((turn) => this.#mayRun(turn));
      if (!task) return;
      this.#give(idle ?? this.#start(), task);
    }
  }

  #idleThread(): Thread | undefined {
    for (const thread of this.#threads) if (thread.task === null) return thread;
    return undefined;
  }

  /** One thread is always left for others. */
  #mayRun(turn: string): boolean {
    if (this.#options.size === 1) return true;
    let running = 0;
    for (const { task } of this.#threads) if (task?.turn === turn) running++;
    return running < this.#options.size - 1;
  }

  #give(thread: Thread, task: Task): void {
    clearTimeout(thread.timer);
    thread.task = task;
    thread.busySince = performance.now();
    if (thread.isReady) this.#limit(thread, task);
    else {
      thread.timer = unrefTimer(mostStartMs, () =>
        this.#end(thread, new TaskError('timeout', `the start of a thread for ${task.name} took too long`)),
      );
    }
    try {
      const { name, payload, transfer } = task;
      thread.worker.postMessage({ name, payload } satisfies ThreadTask, transfer);
    } catch (error) {
      // What cannot be copied has not reached the thread.
      this.#finish(thread, { error });
    }
  }

  #limit(thread: Thread, task: Task): void {
    clearTimeout(thread.timer);
    const leftMs = task.timeoutMs - (performance.now() - thread.busySince);
    thread.timer =
      this.#mostMs < leftMs
        ? unrefTimer(this.#mostMs, () => this.#end(thread, stopping()))
        : unrefTimer(leftMs, () =>
            this.#end(thread, new TaskError('timeout', `${task.name} took longer than ${task.timeoutMs} ms`)),
          );
  }

  /** Waiting, or at work for less than its time because it had waited. */
  #giveUp(task: Task, callMs: number): void {
    const error = new TaskError('busy', `${task.name} had to wait, and was not done ${callMs} ms after its call`);
    task.settle({ error });
    if (this.#queue.delete(task)) return;
    for (const thread of this.#threads) if (thread.task === task) this.#end(thread, error);
  }

  /** The caller of a running task has left. */
  #leave(task: Task): void {
    for (const thread of this.#threads) {
      if (thread.task !== task) continue;
      clearTimeout(thread.timer);
      thread.timer = unrefTimer(leftMs, () => this.#end(thread, new TaskError('timeout', 'the caller has left')));
    }
  }

  #finish(thread: Thread, outcome: { value: unknown } | { error: unknown }): void {
    const { task } = thread;
    clearTimeout(thread.timer);
    thread.task = null;
    thread.mayHaveGrown ||= performance.now() - thread.busySince > memoryCheckMs;
    thread.timer = thread.mayHaveGrown ? unrefTimer(restMs, () => void this.#rest(thread)) : this.#endWhenIdle(thread);
    if (task && 'error' in outcome && outcome.error instanceof TaskError) outcome.error.tasksBefore = thread.tasksDone;
    thread.tasksDone++;
    task?.settle(outcome);
    this.#next();
  }

  #endWhenIdle(thread: Thread): NodeJS.Timeout {
    return unrefTimer(this.#options.idleMs, () => this.#end(thread, null));
  }

  /** Ends a thread that has nothing to do and holds more memory than a fresh one would. */
  async #rest(thread: Thread): Promise<void> {
    const heap = await thread.worker.getHeapStatistics().catch(() => null);
    if (heap === null || thread.task !== null) return;
    if (heap.total_heap_size > grownBytes) return this.#end(thread, null);
    thread.mayHaveGrown = false;
    clearTimeout(thread.timer);
    thread.timer = this.#endWhenIdle(thread);
  }

  /** Ends a thread and, with `error`, the task that it is at. */
  #end(thread: Thread, error: TaskError | null): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    if (this.#threads.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
    const ended = thread.worker.terminate().finally(() => {
      this.#ending.delete(ended);
      this.#next();
    });
    this.#ending.add(ended);
    if (error) {
      error.tasksBefore = thread.tasksDone;
      thread.task?.settle({ error });
    }
    this.#next();
  }

  #start(): Thread {
    const compileCache = getCompileCacheDir();
    const worker = new Worker(this.#options.entry, {
      // Nothing of the environment, and no option of the main thread that is not meant for it. Code that was compiled before is
      // half of what a start costs.
      env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCache) },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: {
        maxOldGenerationSizeMb: Math.floor((heapAboveLimit * this.#options.memoryBytes) / 1e6),
        maxYoungGenerationSizeMb: youngMb,
      },
    });
    const thread: Thread = { ...fresh, worker };
    this.#threads.add(thread);
    this.#watch ??= setInterval(() => this.#inspect(), memoryCheckMs).unref();
    worker.on('message', (message: ThreadMessage) => {
      if (!this.#threads.has(thread)) return;
      if (message.type === 'ready') {
        thread.isReady = true;
        thread.busySince = performance.now();
        if (thread.task) this.#limit(thread, thread.task);
      } else if (message.type === 'failed') {
        this.#finish(thread, { error: new TaskError('task', message.message, message.code) });
      } else {
        this.#finish(thread, { value: message.value });
      }
    });
    worker.on('messageerror', (error) =>
      this.#finish(thread, { error: new TaskError('crash', `the result could not be read: ${error.message}`) }),
    );
    worker.on('error', (error) => this.#end(thread, this.#causeOf(error)));
    worker.on('exit', (code) => this.#end(thread, new TaskError('crash', `the thread ended with code ${code}`)));
    worker.unref();
    return thread;
  }

  #inspect(): void {
    const startedBefore = performance.now() - memoryCheckMs;
    for (const thread of this.#threads) {
      if (thread.task && !thread.isAsked && thread.busySince < startedBefore) void this.#weigh(thread);
    }
  }

  /** Ends a thread that uses too much. It answers in the middle of a loop. */
  async #weigh(thread: Thread): Promise<void> {
    thread.isAsked = true;
    try {
      const { used_heap_size, external_memory } = await thread.worker.getHeapStatistics();
      if (used_heap_size + external_memory > this.#options.memoryBytes) this.#end(thread, this.#tooMuch());
    } catch {
      // It has ended meanwhile.
    } finally {
      thread.isAsked = false;
    }
  }

  #tooMuch(): TaskError {
    return new TaskError('memory', `the task used more than ${Math.round(this.#options.memoryBytes / 1e6)} MB`);
  }

  #causeOf(error: unknown): TaskError {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return this.#tooMuch();
    return new TaskError('crash', `the thread failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const stopping = (): TaskError => new TaskError('closed', 'the pool is about to close');

function unrefTimer(ms: number, act: () => void): NodeJS.Timeout {
  return setTimeout(act, ms).unref();
}
