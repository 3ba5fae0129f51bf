import { ProcessPool, type ProcessPoolOptions } from './process-pool.ts';

/** What those who have tasks run in processes see of a pool. */
export type Processes = Pick<ProcessPool, 'run' | 'lend' | 'isLent' | 'close'>;

export type OpenProcesses = (options: ProcessPoolOptions) => Processes;

/** A pool with processes of its own. */
export const openProcesses: OpenProcesses = (options) => new ProcessPool(options);
