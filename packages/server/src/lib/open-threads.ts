import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

/** What those who have tasks run in threads see of a pool. */
export type Threads = Pick<ThreadPool, 'run' | 'windDown' | 'close'>;

export type OpenThreads = (options: ThreadPoolOptions) => Threads;

/** A pool with threads of its own. */
export const openThreads: OpenThreads = (options) => new ThreadPool(options);
