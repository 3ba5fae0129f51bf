import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@parley/contract';
import { type ErrorCode, errorCatalogue } from '@parley/contract';
import type {
  DocumentPicture,
  DocumentReading,
  PageRecognizer,
  PdfEngine,
  ReadDocument,
  ReadRequest,
  RecognizedPage,
  SheetAnswer,
  SheetAnswering,
  SheetQuestion,
  SheetSource,
} from '@parley/documents';
import { insertPictureTexts, joinPages, layoutOf, readPdf, recognizePages } from '@parley/documents';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { type OpenProcesses, openProcesses, type Processes } from '../../lib/open-processes.ts';
import { TaskError } from '../../lib/process-pool.ts';
import type { SheetAsking, SheetFigure, SheetQuestionInWords } from '../../ports/sheet-asking.ts';
import type { AskTask, ReadTask, ReadTaskResult } from './document-worker.ts';

export interface DocumentReaderOptions {
  pdf: PdfEngine;
  /** Null when there is no OCR: pictures and scans then have no text. */
  recognizer: PageRecognizer | null;
  /** Worker processes at once. */
  processes: number;
  /** Limit of one parse. Default 60 s. */
  timeoutMs?: number;
  /** Memory of one worker process. Default 1 GB. */
  memoryBytes?: number;
  /** A question in words is read and answered in this time, or not at all. Default 10 s. */
  askMs?: number;
  open?: OpenProcesses;
}

/** Reads files of every kind and answers questions about their rows, each in a worker process that can be killed. */
export class DocumentReader implements DocumentReading, SheetAnswering, SheetAsking {
  readonly #pool: Processes;
  readonly #pdf: PdfEngine;
  readonly #recognizer: PageRecognizer | null;
  readonly #askMs: number;

  constructor(options: DocumentReaderOptions) {
    this.#pdf = options.pdf;
    this.#recognizer = options.recognizer;
    this.#askMs = options.askMs ?? 10_000;
    const { open = openProcesses } = options;
    this.#pool = open({
      entry: new URL('./document-worker.ts', import.meta.url),
      size: options.processes,
      timeoutMs: options.timeoutMs ?? 60_000,
      memoryBytes: options.memoryBytes ?? 1_000_000_000,
    });
  }

  async read(request: ReadRequest): Promise<ReadDocument> {
    const { filename, declaredType = '', signal } = request;
    const parse = (source: ReadTask['source']) =>
      this.#run<ReadTaskResult>('read', { source, filename, declaredType } satisfies ReadTask, signal);
    const result =
      'path' in request.source
        ? await this.#pool.lend(request.source.path, (path) => parse({ path }))
        : await parse(request.source);
    if (result.format === 'pdf') return readPdf(request, this.#pdf, this.#recognizer);
    const metadata: JsonObject = JSON.parse(result.metadata);
    const { content } = result;
    const document: ReadDocument = {
      kind: content.kind,
      mediaType: content.mediaType,
      text: content.text,
      pageStarts: content.pageStarts ?? [],
      pages: content.pages ?? null,
      metadata,
      processingSummary: content.processingSummary,
      outline: content.outline ?? [],
      tables: content.tables ?? [],
      sheets: content.sheets ?? [],
      warnings: content.warnings ?? [],
      ...(content.members && { members: content.members }),
    };
    if (content.pictures) return this.#withPictures(document, content.pictures, request);
    return document.kind === 'image' ? this.#withText(document, request) : document;
  }

  answer(sheet: SheetSource, question: SheetQuestion, signal?: AbortSignal): Promise<SheetAnswer> {
    const { join } = question;
    if (!join) return this.#lend(sheet, (lent) => this.#run('answer', { sheet: lent, question }, signal));
    return this.#lend(sheet, (first) =>
      this.#lend(join.sheet, (second) =>
        this.#run('answer', { sheet: first, question: { ...question, join: { ...join, sheet: second } } }, signal),
      ),
    );
  }

  async ask(sheet: SheetSource, { signal, ...asked }: SheetQuestionInWords): Promise<SheetFigure | null> {
    const late = AbortSignal.timeout(this.#askMs);
    const task = (lent: SheetSource): AskTask => ({ ...asked, sheet: lent });
    try {
      return await this.#lend(sheet, (lent) => this.#run('ask', task(lent), AbortSignal.any([signal, late])));
    } catch (error) {
      if (late.aborted && !signal.aborted) return null;
      throw error;
    }
  }

  /** A sheet as a worker may read it. */
  #lend<Result>(sheet: SheetSource, use: (lent: SheetSource) => Promise<Result>): Promise<Result> {
    const { packed } = sheet;
    if (!('path' in packed)) return use(sheet);
    return this.#pool.lend(packed.path, (path) => use({ ...sheet, packed: { path } }));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Adds what OCR reads in a picture. */
  async #withText(document: ReadDocument, request: ReadRequest): Promise<ReadDocument> {
    const { source, signal } = request;
    if (!this.#recognizer) {
      return {
        ...document,
        warnings: [...document.warnings, 'OCR is not available, so the text of the image was not read.'],
      };
    }
    const recognizer = this.#recognizer;
    const bytes = 'bytes' in source ? source.bytes : await readFile(source.path);
    if (document.pages !== null)
      return this.#withPages(document, request, (page) => recognizer.recognize(bytes, { signal, page }));
    const recognized = await recognizer.recognize(bytes, { signal }).catch((error: unknown) => {
      if (signal?.aborted || !isAppError(error)) throw error;
      return error;
    });
    if (isAppError(recognized)) {
      // The picture itself was read: what is missing is said, and the file is of use all the same.
      return {
        ...document,
        warnings: [...document.warnings, `The text could not be read by OCR: ${recognized.message}`],
      };
    }
    const { layout } = layoutOf(recognized);
    if (layout) await request.pageMemory?.keepLayout?.(1, layout);
    const text = recognized.markdown.trim();
    const metadata: JsonObject = {
      ...document.metadata,
      extracted_text: text,
      ...(text !== '' && { method: recognizer.method, confidence: recognized.confidence }),
    };
    return { ...document, text, metadata };
  }

  /** Adds what OCR reads in the pictures of a document, where they stand. One that cannot be read does not cost the others. */
  async #withPictures(
    document: ReadDocument,
    pictures: DocumentPicture[],
    request: ReadRequest,
  ): Promise<ReadDocument> {
    const recognizer = this.#recognizer;
    const warnings = [...document.warnings];
    if (!recognizer) {
      return { ...document, warnings: [...warnings, 'OCR is not available, so the text of pictures was not read.'] };
    }
    const toRecognize = {
      numbers: [...pictures.keys()].map((index) => index + 1),
      total: pictures.length,
      atOnce: recognizer.pagesAtOnce ?? 1,
      unit: 'Picture' as const,
      recognize: async (number: number) => {
        const bytes = pictures[number - 1]?.bytes ?? new Uint8Array();
        const { markdown } = await recognizer.recognize(bytes, { signal: request.signal });
        return { markdown: markdown.trim(), method: recognizer.method };
      },
    };
    const texts = await recognizePages(request, toRecognize, warnings);
    const placed = pictures.map(({ at }, index) => ({ at, markdown: texts.get(index + 1)?.markdown ?? '' }));
    return { ...insertPictureTexts(document, placed), warnings };
  }

  /** A picture of several pages: a scan as TIFF. */
  async #withPages(
    document: ReadDocument,
    request: ReadRequest,
    recognize: (page: number) => Promise<RecognizedPage>,
  ): Promise<ReadDocument> {
    const { pagesAtOnce = 1, method } = this.#recognizer ?? {};
    const total = document.pages ?? 1;
    const warnings = [...document.warnings];
    const toRecognize = {
      numbers: Array.from({ length: total }, (_, i) => i + 1),
      total,
      atOnce: pagesAtOnce,
      recognize: async (number: number) => {
        const page = await recognize(number - 1);
        const { markdown, confidence } = page;
        return markdown.trim() === ''
          ? null
          : { markdown, method: method ?? '', ...(confidence !== null && { confidence }), ...layoutOf(page) };
      },
    };
    const texts = await recognizePages(request, toRecognize, warnings);
    const { text, pageStarts } = joinPages(toRecognize.numbers.map((number) => texts.get(number) ?? { markdown: '' }));
    const metadata: JsonObject = {
      ...document.metadata,
      extracted_text: text,
      ...(text !== '' && method && { method }),
    };
    return { ...document, text, pageStarts, metadata, warnings };
  }

  async #run<Result>(name: string, task: unknown, signal: AbortSignal | undefined): Promise<Result> {
    try {
      return await this.#pool.run<Result>(name, task, signal ? { signal } : {});
    } catch (error) {
      throw error instanceof TaskError ? toAppError(error) : error;
    }
  }
}

function toAppError(error: TaskError): AppError {
  switch (error.reason) {
    case 'task':
      if (error.code === 'too_many_groups') return new AppError('invalid_request', error.message, { cause: error });
      if (isErrorCode(error.code)) return new AppError(error.code, error.message, { cause: error });
      return new AppError(
        'file_failed',
        'The file is broken or of a kind that cannot be read. Save it again and upload the new file.',
        { cause: error },
      );
    case 'timeout':
      return new AppError('file_timeout', 'The file took too long to read. Split it into smaller files.', {
        cause: error,
      });
    case 'memory':
      return new AppError('file_failed', 'The file needs more memory than is allowed. Split it into smaller files.', {
        cause: error,
      });
    case 'crash':
      return new AppError(
        'file_failed',
        'The file could not be read: its reader ended abruptly. Save it again or split it.',
        { cause: error },
      );
    case 'busy':
    case 'closed':
      return new AppError('service_unavailable', 'Too many files are being read. Try again in a moment.', {
        cause: error,
        retryAfterMs: 5000,
      });
    default: {
      const unknown: never = error.reason;
      return new AppError('internal_error', `The file could not be read (${String(unknown)}).`, { cause: error });
    }
  }
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorCatalogue, code);
}
