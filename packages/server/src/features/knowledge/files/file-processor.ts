import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type ErrorCode, errorCatalogue } from '@parley/contract';
import type { DocumentReading, ReadDocument } from '@parley/documents';
import { AppError, isAppError, isOfFamily } from '../../../lib/app-error.ts';
import { isDiskFull } from '../../../lib/disk-full.ts';
import { temporaryFile } from '../../../lib/temporary.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Job, JobKind, JobQueue } from '../../../ports/job-queue.ts';
import type { BlobDiscards } from './blob-discards.ts';
import type { FileChildren } from './file-children.ts';
import { FileContent } from './file-content.ts';
import type { FileHearing } from './file-hearing.ts';
import { type FileJob, hearFileKind, hearJobId, processFileKind, queueMs } from './file-job.ts';
import type { FileRemover } from './file-remover.ts';
import type { FileRepository, FileRow } from './file-repository.ts';
import type { FileWatch } from './file-watch.ts';
import { warningsOf } from './to-file.ts';

/** Makes the parts of a search index out of a text, outside this process when it is long. */
interface TextIndexing {
  build(text: string, signal: AbortSignal): Promise<Uint8Array[]>;
}

export interface FileProcessorParts {
  files: FileRepository;
  blobs: BlobStore;
  discards: BlobDiscards;
  content: FileContent;
  documents: DocumentReading;
  hearing: FileHearing;
  jobs: JobQueue;
  indexing: TextIndexing;
  children: FileChildren;
  remover: FileRemover;
  watch: FileWatch;
  clock: Clock;
}

export interface FileProcessorOptions {
  /** Files at once. */
  concurrency: number;
  /** From confirmation to `ready` or `failed`. */
  deadlineMs: number;
}

/** Sound that vendors hear at the same time, for this process. */
const heardAtOnce = 4;
/** Of the time for a file: what the last pages that were begun and all that follows them may take. */
const reservedShare = 0.2;
const tooLate = 'The file could not be processed in time. Split it or upload it again.';

/** Reads confirmed files: text, structure, rows and index, then the row becomes `ready`; or `failed` with a reason. */
export class FileProcessor {
  readonly #parts: FileProcessorParts;
  readonly #options: FileProcessorOptions;

  constructor(parts: FileProcessorParts, options: FileProcessorOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Safe to run again at any point: everything is written anew, and the row moves last and once. */
  jobKinds(): JobKind<FileJob>[] {
    const { concurrency } = this.#options;
    return [
      this.#kind(processFileKind, concurrency, async (job) => {
        if (!(await this.#handOver(job))) await this.#run(job, (row, signal) => this.#read(row, signal));
      }),
      this.#kind(hearFileKind, heardAtOnce, (job) => this.#run(job, (row, signal) => this.#hear(row, signal))),
    ];
  }

  #kind(name: string, concurrency: number, run: (job: Job<FileJob>) => Promise<void>): JobKind<FileJob> {
    const { deadlineMs } = this.#options;
    return {
      name,
      concurrency,
      maxAttempts: 3,
      backoffMs: 1000,
      deadlineMs: queueMs + deadlineMs,
      run,
      onFailed: ({ payload }, error) => this.fail({ workspaceId: payload.workspace_id, id: payload.file_id }, error),
    };
  }

  /** Marks a file as failed in words for its owner. */
  async fail(file: { workspaceId: string; id: string }, error: unknown): Promise<void> {
    const [row] = await this.#parts.files.find(file.workspaceId, [file.id]);
    if (!row) return;
    await this.#parts.files.fail(file, reasonOf(error, row, this.#parts.clock.now()), this.#parts.clock.now());
    await this.#parts.content.forgetPages(file);
    this.#parts.watch.notify(file.id);
  }

  /** Sound is heard by a job of its own. False for what is none. */
  async #handOver({ payload }: Job<FileJob>): Promise<boolean> {
    const { files, blobs, hearing, jobs } = this.#parts;
    const { workspace_id: workspaceId, file_id: id } = payload;
    const [row] = await files.find(workspaceId, [id]);
    if (row?.status !== 'processing') return true;
    const found = await blobs.get(FileContent.original(row));
    if (!found || !(await hearing.isSound(found.body))) return false;
    await jobs.enqueue(hearFileKind, payload, { id: hearJobId(id) });
    return true;
  }

  async #run(job: Job<FileJob>, read: (row: FileRow, signal: AbortSignal) => Promise<ReadDocument>): Promise<void> {
    const { files, clock, watch, content, indexing } = this.#parts;
    const file = { workspaceId: job.payload.workspace_id, id: job.payload.file_id };
    const [found] = await files.find(file.workspaceId, [file.id]);
    if (found?.status !== 'processing') return;
    // What is read now could not be kept. The sweep begins it again.
    if (!(await this.#parts.blobs.hasRoom())) return this.#postpone(file);
    const row = await this.#timed(found);
    const late = new AbortController();
    const left = Math.max(0, (row.deadline_at ?? Number.POSITIVE_INFINITY) - clock.now());
    const end = setTimeout(() => late.abort(new AppError('file_timeout', tooLate)), left);
    const signal = AbortSignal.any([job.signal, late.signal]);
    try {
      const document = await read(row, signal);
      const index = await indexing.build(document.text, signal);
      await content.write(file, document, index, signal);
      const { extracted_text: _text, ...metadata } = document.metadata;
      const inside = await this.#parts.children.create(row, document.members ?? []);
      const reading = {
        kind: document.kind,
        mediaType: document.mediaType,
        pages: document.pages,
        metadata: inside.children.length === 0 ? metadata : { ...metadata, files: inside.children },
        processingSummary: document.processingSummary,
        warnings: [...warningsOf(row), ...document.warnings, ...inside.warnings],
      };
      await files.finish(file, reading, clock.now());
      await content.forgetPages(file);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      await this.#postpone(file);
    } finally {
      clearTimeout(end);
      // Deleted meanwhile: nothing may stay behind that was written after the deletion.
      const [left] = await files.find(file.workspaceId, [file.id]);
      if (!left) {
        await this.#parts.discards.discard(FileContent.path(file, ''));
        await this.#parts.remover.removeChildren(file);
      }
      watch.notify(file.id);
    }
  }

  /** An accepted file waits for room however long that takes. */
  async #postpone(file: { workspaceId: string; id: string }): Promise<void> {
    const { files, clock } = this.#parts;
    await files.postpone(file, clock.now() + queueMs);
  }

  /** The time for a file begins with its first try, and does not begin anew with those that follow. */
  async #timed(row: FileRow): Promise<FileRow> {
    const { files, clock } = this.#parts;
    const deadlineAt = clock.now() + this.#options.deadlineMs;
    if (row.deadline_at !== null && row.deadline_at <= deadlineAt) return row;
    await files.postpone({ workspaceId: row.workspace_id, id: row.id }, deadlineAt);
    return { ...row, deadline_at: deadlineAt };
  }

  #hear(row: FileRow, signal: AbortSignal): Promise<ReadDocument> {
    return this.#withBytes(row, signal, (path) => this.#parts.hearing.read(row, path, signal));
  }

  #read(row: FileRow, signal: AbortSignal): Promise<ReadDocument> {
    const { clock, content, documents } = this.#parts;
    const reserve = this.#options.deadlineMs * reservedShare;
    return this.#withBytes(row, signal, (path) =>
      documents.read({
        source: { path },
        filename: row.filename,
        declaredType: row.media_type ?? undefined,
        signal,
        pageMemory: content.pageMemory({ workspaceId: row.workspace_id, id: row.id }),
        isTimeUp: () => row.deadline_at !== null && clock.now() > row.deadline_at - reserve,
      }),
    );
  }

  /** Lends the path of a file's bytes: of the blob itself, or of a copy where the store is elsewhere. */
  async #withBytes<Result>(
    row: FileRow,
    signal: AbortSignal,
    read: (path: string) => Promise<Result>,
  ): Promise<Result> {
    const { blobs } = this.#parts;
    const key = FileContent.original(row);
    const local = blobs.localPath(key);
    if (local !== null) return read(local);
    const found = await blobs.get(key);
    if (!found) throw new AppError('file_not_in_storage', 'The bytes of the file are no longer in the storage.');
    const path = temporaryFile('file');
    try {
      await pipeline(found.body, createWriteStream(path, { mode: 0o600 }), { signal });
      return await read(path);
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** What the owner of a file can act on; nothing of the inside. */
function reasonOf(error: unknown, row: FileRow, now: number): { code: ErrorCode; message: string } {
  if (row.deadline_at !== null && now >= row.deadline_at - 1000) {
    return { code: 'file_timeout', message: tooLate };
  }
  // What a vendor or the caller's own limit said is for the caller, too, when no further attempt is left.
  const isTold =
    isOfFamily(error, 'upstream') || (isAppError(error) && (!errorCatalogue[error.code].retryable || isLimit(error)));
  if (isTold) return { code: error.code, message: error.message };
  return {
    code: 'file_failed',
    message:
      'The file could not be processed, although it was tried several times. Save it again and upload the new file.',
  };
}

const isLimit = ({ code }: AppError): boolean => code === 'rate_limit_exceeded';
