import type { OpenProcesses, Processes } from '../src/lib/open-processes.ts';
import type { OpenThreads, Threads } from '../src/lib/open-threads.ts';
import { ProcessPool, type ProcessPoolOptions, TaskError } from '../src/lib/process-pool.ts';
import { ThreadPool } from '../src/lib/thread-pool.ts';

/** By their options; they last as long as the process of the tests, which takes its children with it. */
const pools = new Map<string, ProcessPool>();
const threadPools = new Map<string, ThreadPool>();

/**
 * Lends the services of a process of tests, one after the other, the same worker processes: to start them takes longer than most of
 * their tasks. Those that may write have a folder of their service, and stay its own.
 */
export const lendProcesses: OpenProcesses = (options) => {
  if (options.permissions?.write) return new ProcessPool(options);
  const key = JSON.stringify(options);
  const pool = pools.get(key) ?? new ProcessPool(options);
  pools.set(key, pool);
  return lease(pool, options);
};

/** The same for threads: what the embedded reader has loaded is there for the next service, too. */
export const lendThreads: OpenThreads = (options) => {
  const key = JSON.stringify(options);
  const pool = threadPools.get(key) ?? new ThreadPool(options);
  threadPools.set(key, pool);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const end = () => closing.abort(new TaskError('closed', 'the pool is closed'));
  const run: Threads['run'] = (name, payload, given) => {
    const signal = given.signal ? AbortSignal.any([given.signal, closing.signal]) : closing.signal;
    const task = pool.run<never>(name, payload, { ...given, signal }).finally(() => running.delete(task));
    running.add(task);
    return task;
  };
  return {
    run,
    windDown: (leftMs) => void setTimeout(end, leftMs).unref(),
    async close() {
      end();
      await Promise.allSettled(running);
    },
  };
};

/** Closed, it ends its own tasks and takes no more. */
function lease(pool: ProcessPool, { queueLimit = 1000 }: ProcessPoolOptions): Processes {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const run: Processes['run'] = (name, payload, options = {}) => {
    if (running.size >= queueLimit) return Promise.reject(new TaskError('busy', 'too many tasks are waiting already'));
    const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
    const task = pool.run<never>(name, payload, { ...options, signal }).finally(() => running.delete(task));
    running.add(task);
    return task;
  };
  return {
    run,
    lend: (file, use) => pool.lend(file, use),
    isLent: (path) => pool.isLent(path),
    async close() {
      closing.abort(new TaskError('closed', 'the pool is closed'));
      await Promise.allSettled(running);
    },
  };
}
