import type { PageReading, ReadingTask } from '@parley/documents';
import { AppError } from '../../../lib/app-error.ts';
import type { Processes } from '../../../lib/open-processes.ts';
import { TaskError } from '../../../lib/process-pool.ts';

/**
 * How the processes are run so that they stay small: page buffers that were freed go back to the system instead of
 * staying with the allocator (the engine that would suffer by it, ONNX, keeps its own), and new objects of JavaScript
 * get little room. Costs some 3 % of the time and saves a third of the memory. Native allocators never give back all that a
 * large page took: fresh processes keep the sum bounded.
 */
export const readingProcess = {
  env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' },
  nodeOptions: ['--max-semi-space-size=1'],
  memoryBytes: 900_000_000,
  idleMs: 120_000,
  tasksPerProcess: 60,
};

/** Reads pages with the engines of this machine, each page in a worker process that can be killed. */
export class LocalReader {
  readonly #pool: Processes;
  readonly #languages: readonly string[];
  readonly #dataFolder: string;

  constructor(parts: { pool: Processes; languages: readonly string[]; dataFolder: string }) {
    this.#pool = parts.pool;
    this.#languages = parts.languages;
    this.#dataFolder = parts.dataFolder;
  }

  /** Throws `invalid_image`, `image_too_large`, `ocr_timeout`, `ocr_unavailable` or `service_unavailable`. */
  async read(
    image: Uint8Array,
    options: { withImage: boolean; signal: AbortSignal | undefined; page?: number },
  ): Promise<PageReading> {
    const { withImage, signal, page = 0 } = options;
    const task: ReadingTask = { image, page, withImage, languages: this.#languages, dataFolder: this.#dataFolder };
    const run = () => this.#pool.run<PageReading>('read', task, { ...(signal && { signal }) });
    try {
      // A process that grew or fell over may have done so by the pages before: a fresh one gets a second try. When
      // there were none, the second would end as the first did.
      return await run().catch((error: unknown) => {
        const isKilled = error instanceof TaskError && (error.reason === 'memory' || error.reason === 'crash');
        if (isKilled && error.tasksBefore > 0) return run();
        throw error;
      });
    } catch (error) {
      throw error instanceof TaskError ? toAppError(error) : error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function toAppError(error: TaskError): AppError {
  switch (error.reason) {
    case 'task':
      if (error.code === 'invalid_image' || error.code === 'image_too_large') {
        return new AppError(error.code, error.message, { cause: error });
      }
      return new AppError('ocr_unavailable', 'The page could not be read; the log says why.', { cause: error });
    case 'timeout':
      return new AppError('ocr_timeout', 'The page took too long to read. Send it smaller.', { cause: error });
    case 'memory':
      return new AppError('ocr_unavailable', 'Reading the page takes more memory than a process may use.', {
        cause: error,
      });
    case 'crash':
      return new AppError('invalid_image', 'Reading the image ended abruptly; it is most likely broken.', {
        cause: error,
      });
    case 'busy':
    case 'closed':
      return new AppError('service_unavailable', 'Too many pages are being read. Try again in a moment.', {
        cause: error,
        retryAfterMs: 5000,
      });
    default: {
      const unknown: never = error.reason;
      return new AppError('internal_error', `The page could not be read (${String(unknown)}).`, { cause: error });
    }
  }
}
