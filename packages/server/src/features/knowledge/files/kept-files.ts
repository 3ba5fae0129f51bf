import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isUuid, newId } from '../../../lib/ids.ts';
import { temporaryFile } from '../../../lib/temporary.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AcceptedFile } from './accepted-file.ts';
import { FileContent, type FileStructure } from './file-content.ts';
import { fileNotFound, fileNotInStorage } from './file-errors.ts';
import type { FilePurpose, FileRepository } from './file-repository.ts';
import type { StorageRoom } from './storage-room.ts';

/** A file that the service itself writes. */
export interface WrittenFile {
  id: string;
  workspaceId: string;
  filename: string;
  purpose: FilePurpose;
  expiresAt: number | null;
}

export interface KeptFilesParts {
  files: FileRepository;
  blobs: BlobStore;
  content: FileContent;
  room: StorageRoom;
  clock: Clock;
  /** Deletes a file with all that there is of it. */
  remove(file: { workspaceId: string; id: string }): Promise<unknown>;
}

/** What the service writes may be longer than what anybody may upload: replies are longer than questions. */
const mostWrittenBytes = 2_000_000_000;
const listedAtOnce = 100;
/** A file without a text, for whoever reads it all the same. */
const noStructure: FileStructure = { pageStarts: [], outline: [], sheets: [], indexParts: 0 };

/** Files that are kept as they are and never read: the lines of batches and their replies. */
export class KeptFiles {
  readonly #parts: KeptFilesParts;

  constructor(parts: KeptFilesParts) {
    this.#parts = parts;
  }

  /** Keeps bytes that were uploaded. */
  async keep(
    file: AcceptedFile,
    given: { purpose: FilePurpose; filename?: string; expiresInSeconds?: number; signal: AbortSignal },
  ): Promise<void> {
    const { files, clock } = this.#parts;
    const [row] = await files.find(file.workspaceId, [file.id]);
    if (!row) throw fileNotFound(file.id);
    const { purpose, filename = row.filename, expiresInSeconds, signal } = given;
    const now = clock.now();
    const expiresAt = expiresInSeconds === undefined ? null : now + expiresInSeconds * 1000;
    await this.#writeNoText(file, signal);
    if (!(await files.keep(file, { purpose, filename, expiresAt }, now))) throw fileNotFound(file.id);
  }

  /** Writes a file of this id, unless it is there already. */
  async write(file: WrittenFile, body: Readable, signal: AbortSignal): Promise<void> {
    const { files, blobs, room, clock } = this.#parts;
    const { id, workspaceId, filename } = file;
    const [known] = await files.find(workspaceId, [id]);
    if (known?.status === 'ready') {
      body.destroy();
      return;
    }
    const now = clock.now();
    if (!known) await files.insert({ id, workspaceId, filename, mediaType: null, createdAt: now, expiresAt: null });
    await room.fill({ workspaceId, statedBytes: null, mostBytes: mostWrittenBytes }, async (maxBytes) => {
      const { sizeBytes } = await blobs.put(FileContent.path(file, 'original'), body, { maxBytes, signal });
      await files.replaceOriginal(file, { original: 'original', sizeBytes });
    });
    await this.#writeNoText(file, signal);
    await files.keep(file, file, clock.now());
  }

  /** The ids of all files of a purpose. */
  async *ofPurpose(workspaceId: string, purpose: FilePurpose): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const ids = await this.#parts.files.ofPurpose(workspaceId, { purpose, after, limit: listedAtOnce });
      yield* ids;
      const last = ids.at(-1);
      if (last === undefined || ids.length < listedAtOnce) return;
      after = last;
    }
  }

  /** The bytes; null where there is no such file. */
  async open(file: { workspaceId: string; id: string }): Promise<Readable | null> {
    const { files, blobs } = this.#parts;
    const [row] = await files.find(file.workspaceId, [file.id]);
    return row ? ((await blobs.get(FileContent.original(row)))?.body ?? null) : null;
  }

  /** Deletes it, where it is there. */
  async remove(file: { workspaceId: string; id: string }): Promise<void> {
    await this.#parts.remove(file);
  }

  /** Puts other bytes in the place of a file's. */
  async rewrite(file: { workspaceId: string; id: string }, body: Readable, signal: AbortSignal): Promise<void> {
    const { files, blobs } = this.#parts;
    const [row] = await files.find(file.workspaceId, [file.id]);
    if (!row) {
      body.destroy();
      return;
    }
    // Under a key of their own: whoever reads the file meanwhile reads to its end.
    const original = newId('original');
    const { sizeBytes } = await blobs.put(FileContent.path(file, original), body, { signal });
    await files.exchange(file, { original, sizeBytes });
    await blobs.delete(FileContent.original(row));
  }

  /** Throws `file_not_found`. */
  async require(workspaceId: string, id: string): Promise<{ sizeBytes: number }> {
    const [row] = isUuid(id) ? await this.#parts.files.find(workspaceId, [id]) : [];
    if (!row || row.status === 'pending') throw fileNotFound(id);
    return { sizeBytes: row.size_bytes ?? 0 };
  }

  /** Hands over the path of the bytes, for as long as `use` takes: of the blob itself, or of a copy when the store is elsewhere. */
  async withPath<Result>(
    file: { workspaceId: string; id: string },
    use: (path: string) => Promise<Result>,
  ): Promise<Result> {
    const { files, blobs } = this.#parts;
    const [row] = await files.find(file.workspaceId, [file.id]);
    if (!row) throw fileNotFound(file.id);
    const key = FileContent.original(row);
    const local = blobs.localPath(key);
    if (local !== null) return await use(local);
    const found = await blobs.get(key);
    if (!found) throw fileNotInStorage(file.id);
    const path = temporaryFile('batch');
    try {
      await pipeline(found.body, createWriteStream(path, { mode: 0o600 }));
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  async #writeNoText(file: { workspaceId: string; id: string }, signal: AbortSignal): Promise<void> {
    const { content } = this.#parts;
    await content.putPart(file, 'text.md', Buffer.alloc(0), signal);
    await content.putPart(file, 'structure.json', Buffer.from(JSON.stringify(noStructure)), signal);
  }
}
