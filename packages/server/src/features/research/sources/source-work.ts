import { type OpenProcesses, openProcesses, type Processes } from '../../../lib/open-processes.ts';
import type { Findings, FindingTask, Located, LocateTask } from './find-findings.ts';

const taskMs = 20_000;
const memoryBytes = 600 * 1024 * 1024;

/** Reads sources for sentences and quotes, outside this process. */
export class SourceWork {
  readonly #pool: Processes;

  constructor({ workers, open = openProcesses }: { workers: number; open?: OpenProcesses }) {
    this.#pool = open({
      entry: new URL('./research-worker.ts', import.meta.url),
      size: workers,
      timeoutMs: taskMs,
      memoryBytes,
    });
  }

  /** The sentences that speak to the questions, and how well the source fits them. */
  find(task: FindingTask, signal: AbortSignal): Promise<Findings> {
    return this.#pool.run<Findings>('find', task, { signal });
  }

  /** Where each quote stands in the text, or null. */
  locate(task: LocateTask, signal: AbortSignal): Promise<(Located | null)[]> {
    return this.#pool.run<(Located | null)[]>('locate', task, { signal });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
