import type {
  DocumentSource,
  PdfDocument,
  PdfEngine,
  PdfPageImage,
  PdfReadOptions,
  PdfReadResult,
  PdfReadTask,
  PdfRenderOptions,
  PdfRenderTask,
} from '@parley/documents';
import { AppError } from '../../lib/app-error.ts';
import { type OpenProcesses, openProcesses, type Processes } from '../../lib/open-processes.ts';
import { TaskError } from '../../lib/process-pool.ts';

export interface LiteParsePdfEngineOptions {
  /** Worker processes at once. */
  processes: number;
  /** Limit of one document. Default 60 s. */
  timeoutMs?: number;
  /** Memory of one worker process. Default 1 GB. */
  memoryBytes?: number;
  open?: OpenProcesses;
}

const defaultMaxPages = 2000;

/** PDFs through LiteParse, each in a process that can be killed. Processes start when they are first needed. */
export class LiteParsePdfEngine implements PdfEngine {
  readonly #pool: Processes;

  constructor(options: LiteParsePdfEngineOptions) {
    const { open = openProcesses } = options;
    this.#pool = open({
      entry: new URL('./pdf-worker.ts', import.meta.url),
      size: options.processes,
      timeoutMs: options.timeoutMs ?? 60_000,
      memoryBytes: options.memoryBytes ?? 1_000_000_000,
    });
  }

  async read(source: DocumentSource, options: PdfReadOptions = {}): Promise<PdfDocument> {
    const task: PdfReadTask = {
      source,
      password: options.password,
      maxPages: Math.max(1, options.maxPages ?? defaultMaxPages),
      withAttachments: options.withAttachments ?? false,
    };
    return this.#run<PdfReadResult>('read', task, options);
  }

  async render(source: DocumentSource, options: PdfRenderOptions): Promise<PdfPageImage> {
    const { password, page, dpi } = options;
    const isHeld = 'path' in source && this.#pool.isLent(source.path);
    return this.#run<PdfPageImage>('render', { source, password, page, dpi, isHeld }, options);
  }

  hold<Result>(source: DocumentSource, use: (held: DocumentSource) => Promise<Result>): Promise<Result> {
    return this.#pool.lend('path' in source ? source.path : source.bytes, (path) => use({ path }));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #run<Result>(
    name: string,
    task: PdfReadTask | PdfRenderTask,
    options: { signal?: AbortSignal | undefined; timeoutMs?: number | undefined },
  ): Promise<Result> {
    if ('path' in task.source && !this.#pool.isLent(task.source.path)) {
      return this.#pool.lend(task.source.path, (path) => this.#inProcess(name, { ...task, source: { path } }, options));
    }
    return this.#inProcess(name, task, options);
  }

  async #inProcess<Result>(
    name: string,
    task: PdfReadTask | PdfRenderTask,
    options: { signal?: AbortSignal | undefined; timeoutMs?: number | undefined },
  ): Promise<Result> {
    try {
      return await this.#pool.run<Result>(name, task, {
        ...(options.signal && { signal: options.signal }),
        ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      });
    } catch (error) {
      throw error instanceof TaskError ? toAppError(error) : error;
    }
  }
}

function toAppError(error: TaskError): AppError {
  switch (error.reason) {
    case 'task':
      if (error.code === 'pdf_password_required')
        return new AppError('pdf_password_required', error.message, { cause: error });
      return new AppError('invalid_pdf', error.message, { cause: error });
    case 'timeout':
      return new AppError('file_timeout', 'The PDF took too long to read. Split it into smaller files.', {
        cause: error,
      });
    case 'memory':
      return new AppError('file_failed', 'The PDF needs more memory than is allowed. Split it into smaller files.', {
        cause: error,
      });
    case 'crash':
      return new AppError('invalid_pdf', 'The PDF is broken: reading it ended abruptly. Print it to PDF again.', {
        cause: error,
      });
    case 'busy':
    case 'closed':
      return new AppError('service_unavailable', 'Too many documents are being read. Try again in a moment.', {
        cause: error,
        retryAfterMs: 5000,
      });
    default: {
      const unknown: never = error.reason;
      return new AppError('internal_error', `The PDF could not be read (${String(unknown)}).`, { cause: error });
    }
  }
}
