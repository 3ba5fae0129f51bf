import { type OpenProcesses, openProcesses, type Processes } from '../../../lib/open-processes.ts';
import type { JudgeAnswers } from '../../../ports/judge-answers.ts';
import type { Findings, FindingTask, Located, LocateTask } from './find-findings.ts';

const taskMs = 20_000;
const memoryBytes = 600 * 1024 * 1024;

/** Reads sources for sentences and quotes, outside this process. */
export class SourceWork {
  readonly #pool: Processes;
  readonly #judge: JudgeAnswers | undefined;

  /** `judge`: says how likely passages answer, where there is an encoder. */
  constructor({
    workers,
    open = openProcesses,
    judge,
  }: { workers: number; open?: OpenProcesses; judge?: JudgeAnswers }) {
    this.#judge = judge;
    this.#pool = open({
      entry: new URL('./research-worker.ts', import.meta.url),
      size: workers,
      timeoutMs: taskMs,
      memoryBytes,
    });
  }

  /** The sentences that speak to the questions, and how well the source fits them. */
  async find(task: FindingTask, signal: AbortSignal): Promise<Findings> {
    const first = await this.#pool.run<Findings>('find', task, { signal });
    const { unjudged = [] } = first;
    const odds = unjudged.length > 0 ? await this.#judge?.(unjudged, signal) : null;
    if (!odds) return first;
    const judged = unjudged.flatMap((pair, at) => (odds[at] === undefined ? [] : [{ ...pair, odds: odds[at] }]));
    // What was found is not lost where there is no time to look once more.
    const second = await this.#pool.run<Findings>('find', { ...task, judged }, { signal }).catch(() => first);
    signal.throwIfAborted();
    return second;
  }

  /** Where each quote stands in the text, or null. */
  locate(task: LocateTask, signal: AbortSignal): Promise<(Located | null)[]> {
    return this.#pool.run<(Located | null)[]>('locate', task, { signal });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
