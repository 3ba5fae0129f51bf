import type { Readable } from 'node:stream';

/**
 * Bytes by key. A key is made of `[a-zA-Z0-9._-]` segments joined by `/` (for example `files/<workspace>/<file>/original`);
 * no segment begins with a dot. Any other key throws a `TypeError`.
 * What has not been written whole is never visible.
 */
export interface BlobStore {
  /** Writes all bytes, replacing what was there. Throws `payload_too_large` past `maxBytes`, `disk_full` without room, and leaves nothing behind. */
  put(key: string, body: Readable | Uint8Array, options?: PutOptions): Promise<{ sizeBytes: number }>;
  /** The bytes as a stream, or null when there are none. `range` is inclusive at both ends, as in HTTP. */
  get(key: string, range?: { start: number; end: number }): Promise<{ body: Readable; sizeBytes: number } | null>;
  /** All bytes at once, or null when there are none: for what fits into memory. */
  read(key: string): Promise<Buffer | null>;
  /** The size, or null when there is nothing under the key. */
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  /** Copies a blob, replacing what was there; null when there is nothing to copy. */
  copy(from: string, to: string): Promise<{ sizeBytes: number } | null>;
  /** Deletes one blob; deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Deletes every blob whose key starts with `prefix` (which ends in `/`). */
  deletePrefix(prefix: string): Promise<void>;
  /** Every blob, in no order; what is written or deleted meanwhile may be among them or not. */
  list(): AsyncIterable<ListedBlob>;
  /** Where the bytes lie on this machine, for readers that need a path; null when the store is elsewhere. */
  localPath(key: string): string | null;
  /**
   * A presigned PUT address of the store itself, or null when uploads must go through this service. A store may be
   * unable to hold uploads to `maxBytes`: look at the size again before the bytes are used.
   */
  uploadUrl(key: string, options: { expiresInSeconds: number; maxBytes: number }): Promise<string | null>;
  /** Whether there is room for more, so that work whose result could not be kept need not begin. */
  hasRoom(): Promise<boolean>;
  /** Resolves when the store can be written to; rejects with the reason otherwise. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface ListedBlob {
  key: string;
  sizeBytes: number;
  /** Another one whenever other bytes are written under the key; absent where the store knows none. */
  version?: string | undefined;
}

export interface PutOptions {
  contentType?: string;
  maxBytes?: number;
  signal?: AbortSignal;
}
