import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, link, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exited, lowerPriority, residentBytes } from './child-process.ts';
import { networkCut } from './cut-network.ts';
import { forkWorker } from './fork-worker.ts';
import { TaskError } from './task-error.ts';
import { limitTask } from './task-limit.ts';
import { temporaryFolder } from './temporary.ts';
import { endWithUs, tiedToParent } from './tie-to-parent.ts';
import type { WorkerPermissions } from './worker-permissions.ts';

export { TaskError } from './task-error.ts';

export interface ProcessPoolOptions {
  /** The module that calls `serveTasks`. */
  entry: URL;
  /** Processes at once. */
  size: number;
  /** Limit of one task, in milliseconds in which its process has the processor or needs none; it is killed at the limit. */
  timeoutMs: number;
  /** Resident memory of one process, in bytes; it is killed above that. */
  memoryBytes: number;
  /** Tasks waiting for a process before further ones are refused. Default 1,000. */
  queueLimit?: number;
  /** A process with nothing to do ends after so long. Default 30 s. */
  idleMs?: number;
  /** A process is replaced after so many tasks, so that leaks of native libraries cannot add up. Default 200. */
  tasksPerProcess?: number;
  /** Further environment of the processes; they inherit only PATH, HOME, TMPDIR and LANG. */
  env?: Record<string, string>;
  /** Further options of Node for the processes, for example `--max-semi-space-size=4`. */
  nodeOptions?: readonly string[];
  /** What the processes may do besides computing: by default nothing but read the product's own code. */
  permissions?: WorkerPermissions;
}

interface Waiting {
  name: string;
  payload: unknown;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  onProgress: ((value: unknown) => void) | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Worker {
  process: ChildProcess;
  task: Waiting | null;
  tasksDone: number;
  lastUsed: number;
  isReady: boolean;
  /** Is called once, when the process has started. */
  onReady(): void;
  finish(error: unknown, value?: unknown): void;
}

const memoryCheckMs = 200;
/** A busy machine takes long to start a process: that is not the fault of the task that it is started for. */
const mostStartMs = 30_000;

/** Runs tasks in killable child processes. A process that dies takes its task with it and nothing else. */
export class ProcessPool {
  readonly #options: Required<ProcessPoolOptions>;
  #inbox: string | null = null;
  /** What goes before Node's own command; found out with the first process. */
  #prefix: string[] | null = null;
  readonly #workers = new Set<Worker>();
  readonly #queue: Waiting[] = [];
  #closed = false;
  #watch: NodeJS.Timeout | null = null;

  constructor(options: ProcessPoolOptions) {
    this.#options = {
      queueLimit: 1000,
      idleMs: 30_000,
      tasksPerProcess: 200,
      env: {},
      nodeOptions: [],
      permissions: {},
      ...options,
    };
  }

  /** Runs the task `name` that the entry module serves. Buffers travel as they are. */
  run<Result>(
    name: string,
    payload: unknown,
    options: { timeoutMs?: number; signal?: AbortSignal; onProgress?: (value: unknown) => void } = {},
  ): Promise<Result> {
    if (this.#closed) return Promise.reject(new TaskError('closed', 'the pool is closed'));
    if (this.#queue.length >= this.#options.queueLimit) {
      return Promise.reject(new TaskError('busy', `${this.#queue.length} tasks are waiting already`));
    }
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    return new Promise<Result>((resolve, reject) => {
      const waiting: Waiting = {
        name,
        payload,
        timeoutMs: options.timeoutMs ?? this.#options.timeoutMs,
        signal: options.signal,
        onProgress: options.onProgress,
        // The caller names the type that the entry's task returns.
        resolve: (value) => resolve(value as Result),
        reject,
      };
      this.#queue.push(waiting);
      options.signal?.addEventListener(
        'abort',
        () => {
          const index = this.#queue.indexOf(waiting);
          if (index >= 0) {
            this.#queue.splice(index, 1);
            reject(options.signal?.reason);
          }
        },
        { once: true },
      );
      this.#next();
    });
  }

  /** Lets the processes read a file, or bytes, while `use` runs: in a folder that is all they can read, as a link if possible. */
  async lend<Result>(file: string | Uint8Array, use: (path: string) => Promise<Result>): Promise<Result> {
    const lent = join(this.#inboxFolder(), randomUUID());
    try {
      if (typeof file === 'string') await link(file, lent).catch(() => copyFile(file, lent));
      else await writeFile(lent, file, { mode: 0o600 });
      return await use(lent);
    } finally {
      await rm(lent, { force: true });
    }
  }

  /** Whether a path is one that `lend` gave. */
  isLent(path: string): boolean {
    return this.#inbox !== null && dirname(path) === this.#inbox;
  }

  #inboxFolder(): string {
    this.#inbox ??= temporaryFolder('inbox');
    return this.#inbox;
  }

  /** Processes alive now. */
  get processes(): number {
    return this.#workers.size;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0)) waiting.reject(new TaskError('closed', 'the pool is closed'));
    const workers = [...this.#workers];
    for (const worker of workers) {
      worker.finish(new TaskError('closed', 'the pool is closed'));
      // Idle ones do not keep this process alive; a stop still waits for their end.
      worker.process.ref();
      worker.process.kill('SIGKILL');
    }
    await Promise.all(workers.map((worker) => exited(worker.process)));
    if (this.#watch) clearInterval(this.#watch);
    if (this.#inbox !== null) await rm(this.#inbox, { recursive: true, force: true });
    this.#inbox = null;
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#workers].find((worker) => worker.task === null);
      if (!idle && this.#workers.size >= this.#options.size) return;
      const waiting = this.#queue.shift();
      if (!waiting) return;
      this.#give(idle ?? this.#spawn(), waiting);
    }
  }

  #give(worker: Worker, waiting: Waiting): void {
    worker.task = waiting;
    const endAfter = (ms: number, doing: string) =>
      limitTask({ pid: worker.process.pid, ms }, () => {
        worker.finish(new TaskError('timeout', `${doing} took longer than ${ms} ms`));
        this.#kill(worker);
      });
    let stopLimit = worker.isReady
      ? endAfter(waiting.timeoutMs, waiting.name)
      : endAfter(mostStartMs, `the start of a process for ${waiting.name}`);
    worker.onReady = () => {
      stopLimit();
      stopLimit = endAfter(waiting.timeoutMs, waiting.name);
    };
    const onAbort = () => {
      worker.finish(waiting.signal?.reason);
      this.#kill(worker);
    };
    waiting.signal?.addEventListener('abort', onAbort, { once: true });
    worker.finish = (error, value) => {
      worker.finish = () => {};
      worker.onReady = () => {};
      stopLimit();
      waiting.signal?.removeEventListener('abort', onAbort);
      if (error instanceof TaskError) error.tasksBefore = worker.tasksDone;
      worker.task = null;
      worker.tasksDone++;
      worker.lastUsed = Date.now();
      if (error === undefined) waiting.resolve(value);
      else waiting.reject(error);
    };
    worker.process.send({ name: waiting.name, payload: waiting.payload }, (error) => {
      if (!error) return;
      worker.finish(new TaskError('crash', `the worker process could not be reached: ${error.message}`));
      this.#kill(worker);
    });
  }

  #spawn(): Worker {
    this.#prefix ??= [
      ...networkCut(this.#options.entry, this.#options.permissions, this.#inboxFolder()),
      ...tiedToParent(),
    ];
    const child = forkWorker(this.#options, { prefix: this.#prefix, inbox: this.#inboxFolder() });
    const worker: Worker = {
      process: child,
      task: null,
      tasksDone: 0,
      lastUsed: Date.now(),
      isReady: false,
      onReady: () => {},
      finish: () => {},
    };
    this.#workers.add(worker);
    endWithUs(child);
    // Requests come first: heavy work must not take the processor from the event loop that answers them.
    if (child.pid) lowerPriority(child.pid);
    child.on(
      'message',
      (message: {
        value?: unknown;
        error?: { message: string; code?: string };
        progress?: unknown;
        isReady?: boolean;
      }) => {
        if (message.isReady) {
          worker.isReady = true;
          worker.onReady();
          return;
        }
        if ('progress' in message) {
          worker.task?.onProgress?.(message.progress);
          return;
        }
        if (message.error) worker.finish(new TaskError('task', message.error.message, message.error.code));
        else worker.finish(undefined, message.value);
        if (worker.tasksDone >= this.#options.tasksPerProcess) this.#kill(worker);
        this.#next();
      },
    );
    child.on('error', () => this.#kill(worker));
    child.on('exit', (code, signal) => {
      worker.finish(new TaskError('crash', `the worker process ended with ${signal ?? `code ${code}`}`));
      this.#workers.delete(worker);
      this.#next();
    });
    if (!this.#watch) {
      this.#watch = setInterval(() => void this.#inspect(), memoryCheckMs);
      this.#watch.unref();
    }
    child.unref();
    child.channel?.unref();
    return worker;
  }

  #kill(worker: Worker): void {
    this.#workers.delete(worker);
    worker.process.kill('SIGKILL');
    this.#next();
  }

  async #inspect(): Promise<void> {
    const now = Date.now();
    for (const worker of [...this.#workers]) {
      if (!worker.task && now - worker.lastUsed > this.#options.idleMs) {
        this.#kill(worker);
      } else if (
        worker.task &&
        worker.process.pid &&
        (await residentBytes(worker.process.pid)) > this.#options.memoryBytes
      ) {
        worker.finish(
          new TaskError('memory', `the task used more than ${Math.round(this.#options.memoryBytes / 1e6)} MB`),
        );
        this.#kill(worker);
      }
    }
    if (this.#workers.size === 0 && this.#watch) {
      clearInterval(this.#watch);
      this.#watch = null;
    }
  }
}
