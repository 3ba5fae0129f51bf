import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  type ConfirmUploadRequest,
  type File,
  type FileAnswer,
  type ListFilesQuery,
  readFileId,
  type UploadUrl,
} from '@parley/contract';
import { isUuid, newUuid } from '../../../lib/ids.ts';
import { type Cursor, cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import { traced } from '../../../lib/traced.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { LegalHolds } from '../../../ports/legal-holds.ts';
import type { AcceptedFile, BeginOptions, BroughtBy } from './accepted-file.ts';
import type { BlobDiscards } from './blob-discards.ts';
import { FileContent } from './file-content.ts';
import { fileFailed, fileNotFound, fileNotInStorage, fileNotReady, fileTooLarge } from './file-errors.ts';
import { fileFilterOf } from './file-filter.ts';
import { fileJobId, processFileKind, queueMs } from './file-job.ts';
import type { FileRemover } from './file-remover.ts';
import type { FileRepository, FileRow } from './file-repository.ts';
import { checkFileType, declaredMediaType } from './file-types.ts';
import type { FileWatch } from './file-watch.ts';
import type { StorageRoom } from './storage-room.ts';
import { showsText, toFile } from './to-file.ts';
import { directUpload, type SignedUpload, type UploadReceipt, UploadReceiver } from './upload-receiver.ts';
import type { UploadTokens } from './upload-token.ts';

// long because each step of a file stands where the steps beside it can be seen.

export interface FileServiceParts {
  files: FileRepository;
  blobs: BlobStore;
  discards: BlobDiscards;
  remover: FileRemover;
  room: StorageRoom;
  content: FileContent;
  tokens: UploadTokens;
  jobs: JobQueue;
  watch: FileWatch;
  /** Without it nothing is held. */
  holds?: LegalHolds;
  clock: Clock;
}

export interface FileServiceOptions {
  maxBytes: number;
}

/** Whose files, and until when it matters. */
type Caller = Pick<Call, 'workspaceId' | 'signal' | 'userId'> &
  Partial<Pick<Call, 'meter' | 'keyId' | 'requestId' | 'labels'>>;

/** Stands in the record of the call, with its time and how it ended. */
const step = <T>({ meter }: Caller, name: 'store' | 'read', work: () => Promise<T>): Promise<T> =>
  meter ? traced(meter.trace, { kind: 'run', name }, work) : work();

const uploadAddressMs = 10 * 60_000;
const defaultWaitMs = 10_000;
const forgottenAtOnce = 200;

/** Files of a workspace: uploaded once, read in the background, used by id. */
export class FileService {
  readonly #parts: FileServiceParts;
  readonly #options: FileServiceOptions;
  readonly #uploads: UploadReceiver;

  constructor(parts: FileServiceParts, options: FileServiceOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#uploads = new UploadReceiver(parts, options);
  }

  /** Reserves a file and gives the address to upload its bytes to. */
  async requestUpload(call: Call, request: { filename: string; expires_in?: number }): Promise<UploadUrl> {
    checkFileType(request.filename);
    const { blobs, clock, tokens } = this.#parts;
    const file = await this.reserve(call, request.filename, null, request.expires_in);
    const expiresAt = clock.now() + uploadAddressMs;
    const path = FileContent.path(file, directUpload);
    const direct = await blobs.uploadUrl(path, {
      expiresInSeconds: uploadAddressMs / 1000,
      maxBytes: this.#options.maxBytes,
    });
    const token = tokens.sign({ ...file, fileId: file.id, expiresAt });
    return {
      success: true,
      file_id: file.id,
      upload_url: direct ?? `${call.origin}/v1/files/${file.id}/upload?token=${token}`,
      storage_path: path,
      expires_at: new Date(expiresAt).toISOString(),
    };
  }

  /** Takes the bytes that come to a signed address. A later upload replaces an earlier one until it is confirmed. */
  receive(upload: SignedUpload, body: Readable, signal: AbortSignal): Promise<UploadReceipt> {
    return this.#uploads.receive(upload, body, signal);
  }

  /** Begins the processing of uploaded bytes and waits a while for its end. */
  async confirm(call: Call, request: ConfirmUploadRequest): Promise<FileAnswer> {
    const row = await this.#find(call, request.file_id);
    const file = { workspaceId: call.workspaceId, id: row.id };
    if (row.status === 'pending') {
      const { original, sizeBytes } = await this.#uploads.settle(row);
      await this.#begin(
        row,
        { original, sizeBytes },
        {
          ...(request.filename !== undefined && { filename: request.filename }),
          ...(request.file_size !== undefined && { statedBytes: request.file_size }),
          ...(request.expires_in !== undefined && { expiresInSeconds: request.expires_in }),
          ...(call.userId && { userId: call.userId }),
          broughtBy: broughtBy(call),
        },
      );
    }
    return this.#outcome(call, file.id, request.wait_ms ?? defaultWaitMs);
  }

  /** Stores bytes that come with the call itself; `mostBytes`: more than so many cannot come. What breaks off leaves nothing behind. */
  async accept(
    call: Caller,
    body: Readable,
    given: { filename: string; mediaType: string | undefined; sizeBytes?: number | undefined; mostBytes?: number },
  ): Promise<AcceptedFile> {
    checkFileType(given.filename);
    const file = await this.reserve(call, given.filename, declaredMediaType(given.mediaType));
    try {
      const { sizeBytes, mostBytes } = given;
      return await step(call, 'store', () => this.fill(file, body, { sizeBytes, mostBytes, signal: call.signal }));
    } catch (error) {
      await this.remove(file);
      throw error;
    }
  }

  /** Stores the bytes of a reserved file. */
  async fill(
    file: { workspaceId: string; id: string },
    body: Readable,
    given: { sizeBytes?: number | undefined; mostBytes?: number | undefined; signal: AbortSignal },
  ): Promise<AcceptedFile> {
    const { blobs, files, room } = this.#parts;
    const { maxBytes } = this.#options;
    const { sizeBytes: stated, mostBytes = maxBytes, signal } = given;
    const place = {
      workspaceId: file.workspaceId,
      statedBytes: stated ?? null,
      mostBytes: Math.min(mostBytes, maxBytes),
    };
    return room.fill(place, async (maxBytes) => {
      const { sizeBytes } = await blobs.put(FileContent.path(file, 'original'), body, { maxBytes, signal });
      const isThere = await files.replaceOriginal(file, { original: 'original', sizeBytes });
      if (!isThere) throw fileNotFound(file.id);
      return { ...file, sizeBytes };
    });
  }

  /** Ends a reserved file whose bytes cannot be had. */
  async refuse(file: { workspaceId: string; id: string }, reason: { code: string; message: string }): Promise<void> {
    await this.#parts.files.refuse(file, reason, this.#parts.clock.now());
    this.#parts.watch.notify(file.id);
  }

  /** Begins the processing of accepted bytes and waits a while for its end. */
  async begin(call: Caller, file: AcceptedFile, options: BeginOptions): Promise<FileAnswer> {
    const row = await this.#find(call, file.id);
    try {
      const given = { ...options, broughtBy: broughtBy(call) };
      await this.#begin(row, { original: 'original', sizeBytes: file.sizeBytes }, given);
    } catch (error) {
      await this.discard(file);
      throw error;
    }
    return this.#outcome(call, file.id, options.waitMs ?? defaultWaitMs);
  }

  /** Removes accepted bytes whose processing cannot begin; once it has begun, the file stays. */
  async discard(file: { workspaceId: string; id: string }): Promise<void> {
    const [row] = await this.#parts.files.find(file.workspaceId, [file.id]);
    if (row?.status === 'pending') await this.remove(file);
  }

  async get(call: Call, fileId: string): Promise<FileAnswer> {
    const row = await this.#find(call, fileId);
    return { success: true, ...(await this.#whole(row)) };
  }

  async list(call: Call, query: ListFilesQuery): Promise<Page<File>> {
    const limit = query.limit ?? 20;
    const after = await this.#placeOf(call, query.after);
    const rows = await this.#parts.files.list(call.workspaceId, { limit, after, filter: fileFilterOf(query) });
    return toPage(
      rows,
      limit,
      (row) => toFile(row),
      (row) => cursorOf(row.created_at, row.id),
    );
  }

  /** Where a list goes on: behind its `next`, or behind a file, as OpenAI's clients say it. */
  async #placeOf(call: Call, after: string | undefined): Promise<Cursor | undefined> {
    const named = after === undefined ? '' : readFileId(after);
    if (!isUuid(named)) return parseCursor(after);
    const { created_at: createdAt, id } = await this.#find(call, named);
    return { createdAt, id };
  }

  /** Has a file that failed read once more; any other stays as it is. Waits a while for its end. */
  async reread(call: Call, fileId: string, waitMs = defaultWaitMs): Promise<FileAnswer> {
    const { files, clock, jobs } = this.#parts;
    const row = await this.#find(call, fileId);
    const file = { workspaceId: row.workspace_id, id: row.id };
    if (row.status === 'pending') throw fileNotReady(row);
    if (row.status === 'failed') {
      // Nothing was ever stored of what could not be fetched.
      if (row.size_bytes === null) throw fileNotInStorage(row.id);
      if (await files.readAgain(file, clock.now() + queueMs)) {
        const payload = { workspace_id: row.workspace_id, file_id: row.id };
        await jobs.enqueue(processFileKind, payload, { id: fileJobId(row.id) });
      }
    }
    return this.#outcome(call, row.id, waitMs);
  }

  /** In the order asked for, without whole texts; unknown ids are left out. */
  async metadata(call: Call, fileIds: readonly string[]): Promise<File[]> {
    const rows = await this.#parts.files.findListed(call.workspaceId, fileIds);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const known = [...new Set(fileIds)].flatMap((id) => byId.get(id) ?? []);
    return known.map((row) => toFile(row));
  }

  /** The bytes as they were uploaded. */
  async content(call: Call, fileId: string): Promise<{ row: FileRow; body: Readable; sizeBytes: number }> {
    const row = await this.#find(call, fileId);
    const found = await this.#parts.blobs.get(FileContent.original(row));
    if (!found) throw fileNotInStorage(row.id);
    return { row, ...found };
  }

  /** The extracted text. Throws `file_not_ready` or `file_failed` when there is none. */
  async text(call: Call, fileId: string): Promise<string> {
    const row = await this.#find(call, fileId);
    if (row.status === 'failed') throw fileFailed(row);
    if (row.status !== 'ready') throw fileNotReady(row);
    return (await this.#parts.content.text({ workspaceId: call.workspaceId, id: row.id })) ?? '';
  }

  /** Bytes, text and index are gone when this resolves. Throws `legal_hold` for what is held. */
  async delete(call: Call, fileId: string): Promise<void> {
    const row = await this.#find(call, fileId);
    await this.#parts.holds?.refuse({ kind: 'file', workspaceId: call.workspaceId, id: row.id });
    if (!(await this.remove({ workspaceId: call.workspaceId, id: row.id }))) throw fileNotFound(fileId);
  }

  /** Deletes a file on behalf of the service itself. False when somebody else was quicker. */
  remove(file: { workspaceId: string; id: string }): Promise<boolean> {
    return this.#parts.remover.remove(file);
  }

  /** Deletes what one of the workspace's own users has uploaded. */
  async forgetUser(user: { workspaceId: string; userId: string }): Promise<void> {
    for (;;) {
      const found = await this.#parts.files.ofUser(user, forgottenAtOnce);
      for (const { id } of found) await this.remove({ workspaceId: user.workspaceId, id });
      if (found.length < forgottenAtOnce) return;
    }
  }

  async removeWorkspace(workspaceId: string): Promise<void> {
    await this.#parts.files.deleteWorkspace(workspaceId);
    await this.#parts.discards.discard(`files/${workspaceId}/`);
  }

  /** A file that waits for its bytes. */
  async reserve(
    call: Pick<Call, 'workspaceId' | 'userId'>,
    filename: string,
    mediaType: string | null,
    expiresInSeconds?: number,
  ): Promise<{ workspaceId: string; id: string }> {
    const id = newUuid();
    const createdAt = this.#parts.clock.now();
    const expiresAt = expiresInSeconds === undefined ? null : createdAt + expiresInSeconds * 1000;
    const { workspaceId, userId = null } = call;
    await this.#parts.files.insert({ id, workspaceId, userId, filename, mediaType, createdAt, expiresAt });
    return { workspaceId: call.workspaceId, id };
  }

  async #begin(
    row: FileRow,
    { original, sizeBytes }: { original: string; sizeBytes: number },
    given: Omit<BeginOptions, 'waitMs'> & { statedBytes?: number; broughtBy: BroughtBy | null },
  ): Promise<void> {
    const { files, blobs, clock, jobs } = this.#parts;
    const { maxBytes } = this.#options;
    const file = { workspaceId: row.workspace_id, id: row.id };
    if (sizeBytes > maxBytes) {
      await blobs.delete(FileContent.path(file, original));
      throw fileTooLarge(row.id, sizeBytes, maxBytes);
    }
    const filename = given.filename ?? row.filename;
    checkFileType(filename);
    const now = clock.now();
    const differs = given.statedBytes !== undefined && given.statedBytes !== sizeBytes;
    const hasBegun = await files.beginProcessing(file, {
      filename,
      sizeBytes,
      original,
      warnings: differs ? [`file_size was given as ${given.statedBytes}, but ${sizeBytes} bytes are stored.`] : [],
      deadlineAt: now + queueMs,
      expiresAt: given.expiresInSeconds === undefined ? row.expires_at : now + given.expiresInSeconds * 1000,
      userId: given.userId ?? row.user_id,
      broughtBy: given.broughtBy,
    });
    if (!hasBegun) {
      // Another call was quicker: its bytes are the file's, and these are nobody's.
      const [now] = await files.find(file.workspaceId, [file.id]);
      if (now && now.original !== original) await blobs.delete(FileContent.path(file, original));
      if (!now) await this.remove(file);
      return;
    }
    // If the process dies between these two, the sweep enqueues what is `processing` without a job.
    const payload = { workspace_id: row.workspace_id, file_id: row.id };
    await jobs.enqueue(processFileKind, payload, { id: fileJobId(row.id) });
  }

  async #outcome(call: Caller, fileId: string, waitMs: number): Promise<FileAnswer> {
    const file = { workspaceId: call.workspaceId, id: fileId };
    const row = await step(call, 'read', async () => {
      const row = await this.#parts.watch.settled(file, { waitMs, signal: call.signal });
      if (!row) throw fileNotFound(fileId);
      if (row.status === 'failed') throw fileFailed(row);
      return row;
    });
    return { success: true, ...(await this.#whole(row)) };
  }

  async #whole(row: FileRow): Promise<File> {
    const file = { workspaceId: row.workspace_id, id: row.id };
    const whole = toFile(row, showsText(row) ? ((await this.#parts.content.text(file)) ?? '') : null);
    // What a table of megabytes says of itself was just parsed, and is written next.
    if ((row.metadata?.length ?? 0) > longMetadata) await setImmediate();
    return whole;
  }

  async #find(call: Caller, fileId: string): Promise<FileRow> {
    const [row] = isUuid(fileId) ? await this.#parts.files.find(call.workspaceId, [fileId]) : [];
    if (!row) throw fileNotFound(fileId);
    return row;
  }
}

/** Letters of JSON which take some 10 ms to read. */
const longMetadata = 500_000;

/** Null for work of the service itself. */
const broughtBy = ({ keyId, requestId, labels }: Caller): BroughtBy | null =>
  keyId === undefined ? null : { keyId, requestId: requestId ?? keyId, labels };
