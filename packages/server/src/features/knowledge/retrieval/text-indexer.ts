import { PassageIndex } from '@parley/text';
import { AppError } from '../../../lib/app-error.ts';
import { type OpenProcesses, openProcesses, type Processes } from '../../../lib/open-processes.ts';
import { TaskError } from '../../../lib/process-pool.ts';
import { buildIndex } from './build-index.ts';
import type { BuiltSegment, MergeInput, SegmentInput } from './index-worker.ts';

/** Up to this length a text is indexed in a few milliseconds, less than handing it to another process takes. */
const shortLength = 30_000;

/** Builds search indexes; for long texts in a process of its own. */
export class TextIndexer {
  readonly #pool: Processes;

  constructor(options: { processes: number; timeoutMs?: number; open?: OpenProcesses }) {
    const { open = openProcesses } = options;
    this.#pool = open({
      entry: new URL('./index-worker.ts', import.meta.url),
      size: options.processes,
      timeoutMs: options.timeoutMs ?? 30_000,
      memoryBytes: 1_500_000_000,
    });
  }

  /** Throws `file_timeout` or `file_failed` for a text that cannot be indexed: a second try would end the same way. */
  async build(text: string, signal: AbortSignal): Promise<Uint8Array[]> {
    if (text.length <= shortLength) return buildIndex(text);
    try {
      return await this.#pool.run<Uint8Array[]>('build', { text }, { signal });
    } catch (cause) {
      if (!(cause instanceof TaskError)) throw cause;
      if (cause.reason === 'timeout') {
        throw new AppError('file_timeout', 'The text took too long to index. Split the file.', { cause });
      }
      if (cause.reason === 'busy' || cause.reason === 'closed') throw cause;
      throw new AppError('file_failed', 'The text could not be indexed: it needs too much memory. Split the file.', {
        cause,
      });
    }
  }

  /** The index of a text that is used at once. */
  async index(text: string, signal?: AbortSignal): Promise<PassageIndex[]> {
    const parts = await this.build(text, signal ?? new AbortController().signal);
    return parts.flatMap((part) => PassageIndex.decode(part) ?? []);
  }

  /** One segment of the words of several files, made of the indexes that `build` made of their texts. */
  segment(files: SegmentInput[], signal: AbortSignal): Promise<BuiltSegment> {
    return this.#pool.run<BuiltSegment>('segment', { files }, { signal });
  }

  /** One segment of several, with the files that are kept. */
  merge(segments: MergeInput[], signal: AbortSignal): Promise<BuiltSegment> {
    return this.#pool.run<BuiltSegment>('merge', { segments }, { signal });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
