import type { Readable } from 'node:stream';
import { AppError } from '../../../lib/app-error.ts';
import { newUuid } from '../../../lib/ids.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { BlobDiscards } from './blob-discards.ts';
import { FileContent } from './file-content.ts';
import { confirmedAlready, fileNotFound, fileNotInStorage } from './file-errors.ts';
import type { FileRepository, FileRow } from './file-repository.ts';
import type { StorageRoom } from './storage-room.ts';
import type { UploadTokens } from './upload-token.ts';

export interface UploadReceiverParts {
  files: FileRepository;
  blobs: BlobStore;
  discards: BlobDiscards;
  room: StorageRoom;
  tokens: UploadTokens;
  clock: Clock;
}

/** An upload to a signed address. */
export interface SignedUpload {
  fileId: string;
  token: string | undefined;
  /** As the sender stated it; null when it did not. */
  sizeBytes: number | null;
}

export interface UploadReceipt {
  success: true;
  file_id: string;
  file_size: number;
}

/** Where a store's own upload address writes to. */
export const directUpload = 'direct/upload';

/** Takes the bytes of pending files. What was confirmed never changes, and what is nobody's does not stay. */
export class UploadReceiver {
  readonly #parts: UploadReceiverParts;
  readonly #options: { maxBytes: number };

  constructor(parts: UploadReceiverParts, options: { maxBytes: number }) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Takes the bytes that come to a signed address. A later upload replaces an earlier one until it is confirmed. */
  async receive(upload: SignedUpload, body: Readable, signal: AbortSignal): Promise<UploadReceipt> {
    const { tokens, files, blobs, clock, room } = this.#parts;
    const { maxBytes } = this.#options;
    const grant = tokens.verify(upload.token, upload.fileId, clock.now());
    const file = { workspaceId: grant.workspaceId, id: grant.fileId };
    const [row] = await files.find(file.workspaceId, [file.id]);
    if (!row) throw fileNotFound(file.id);
    if (row.status !== 'pending') throw confirmedAlready();
    // Each upload has a blob of its own, and becomes the file's in one step: two at once never mix, and one that ends
    // after the file was confirmed or deleted changes nothing.
    const original = `upload-${newUuid()}`;
    const key = FileContent.path(file, original);
    const place = { workspaceId: file.workspaceId, statedBytes: upload.sizeBytes, mostBytes: maxBytes };
    try {
      const sizeBytes = await room.fill(place, async (maxBytes) => {
        const stored = await blobs.put(key, body, { maxBytes, signal });
        if (upload.sizeBytes !== null && stored.sizeBytes !== upload.sizeBytes) {
          throw new AppError('invalid_request', `Only ${stored.sizeBytes} of ${upload.sizeBytes} bytes arrived.`);
        }
        if (!(await files.replaceOriginal(file, { original, ...stored }))) throw confirmedAlready();
        return stored.sizeBytes;
      });
      if (row.original !== null) await blobs.delete(FileContent.original(row));
      return { success: true, file_id: file.id, file_size: sizeBytes };
    } catch (error) {
      await blobs.delete(key);
      throw error;
    }
  }

  /** The blob with a pending file's bytes, which nobody can write to any more. */
  async settle(row: FileRow): Promise<{ original: string; sizeBytes: number }> {
    const { blobs, discards, room } = this.#parts;
    const file = { workspaceId: row.workspace_id, id: row.id };
    if (row.original !== null) {
      const stored = await blobs.stat(FileContent.original(row));
      if (!stored) throw fileNotInStorage(row.id);
      return { original: row.original, sizeBytes: stored.sizeBytes };
    }
    // The address was the store's own, and may work for minutes still: what comes later must not be the file.
    const original = `upload-${newUuid()}`;
    const sizeBytes = (await blobs.stat(FileContent.path(file, directUpload)))?.sizeBytes ?? 0;
    const release = await room.take(file.workspaceId, sizeBytes);
    try {
      const copied = await blobs.copy(FileContent.path(file, directUpload), FileContent.path(file, original));
      if (!copied) throw fileNotInStorage(row.id);
      await discards.discard(FileContent.path(file, 'direct/'));
      return { original, sizeBytes: copied.sizeBytes };
    } finally {
      await release();
    }
  }
}
