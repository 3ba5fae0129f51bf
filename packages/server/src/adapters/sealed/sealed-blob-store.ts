import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type DataKeys, saltBytes } from '../../lib/data-keys.ts';
import { limitBytes, payloadTooLarge } from '../../lib/size-limit.ts';
import type { BlobStore, ListedBlob, PutOptions } from '../../ports/blob-store.ts';
import {
  chunkBytes,
  chunksIn,
  type Header,
  headerBytes,
  headerOf,
  joined,
  openChunk,
  opening,
  plainSize,
  readHead,
  readHeader,
  sealedChunkBytes,
  sealing,
  slice,
} from './sealed-chunks.ts';

/** Bytes opened in one go before the event loop has its turn. */
const turnBytes = 4 * 1024 * 1024;

/**
 * Seals blobs on their way into another store. They are sealed in chunks, so that a part can be read without the rest; no chunk can be
 * left out, moved or altered without being noticed. What was stored before, unsealed, is read as it is.
 */
export class SealedBlobStore implements BlobStore {
  readonly #inner: BlobStore;
  readonly #keys: DataKeys;
  /** Blobs that are being sealed anew: who changes one waits. */
  readonly #resealing = new Map<string, Promise<unknown>>();
  /** Keys and prefixes that are being changed: they are not sealed anew meanwhile. */
  readonly #changing = new Map<string, number>();

  constructor(parts: { inner: BlobStore; keys: DataKeys }) {
    this.#inner = parts.inner;
    this.#keys = parts.keys;
  }

  put(key: string, body: Readable | Uint8Array, options: PutOptions = {}): Promise<{ sizeBytes: number }> {
    const { maxBytes = Number.POSITIVE_INFINITY, signal } = options;
    return this.#change(key, async () => {
      if (body instanceof Uint8Array && body.length > maxBytes) throw payloadTooLarge(maxBytes);
      signal?.throwIfAborted();
      return this.#seal(key, body instanceof Uint8Array ? [body] : limitBytes(body, maxBytes, signal), options);
    });
  }

  async get(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ body: Readable; sizeBytes: number } | null> {
    if (range) return this.#getPart(key, range);
    const found = await this.#inner.get(key);
    if (!found) return null;
    const { head, rest } = await readHead(found.body);
    const header = readHeader(head);
    if (!header) return { body: Readable.from(joined(head, rest), { objectMode: false }), sizeBytes: found.sizeBytes };
    const chunks = chunksIn(found.sizeBytes);
    const opened = opening(joined(head.subarray(headerBytes), rest), await this.#keyOf(header), { first: 0, chunks });
    return { body: Readable.from(opened, { objectMode: false }), sizeBytes: plainSize(found.sizeBytes) };
  }

  async read(key: string): Promise<Buffer | null> {
    const bytes = await this.#inner.read(key);
    const header = bytes && readHeader(bytes);
    if (!bytes || !header) return bytes;
    const blobKey = await this.#keyOf(header);
    const chunks = chunksIn(bytes.length);
    const plain = Buffer.alloc(plainSize(bytes.length));
    for (let index = 0; index < chunks; index++) {
      const start = headerBytes + index * sealedChunkBytes;
      const chunk = openChunk(bytes.subarray(start, start + sealedChunkBytes), blobKey, { index, chunks });
      chunk.copy(plain, index * chunkBytes);
      if ((index * chunkBytes) % turnBytes === turnBytes - chunkBytes) await new Promise(setImmediate);
    }
    return plain;
  }

  async stat(key: string): Promise<{ sizeBytes: number } | null> {
    const found = await this.#inner.stat(key);
    if (!found) return null;
    return (await this.#header(key)) ? { sizeBytes: plainSize(found.sizeBytes) } : found;
  }

  /** The copy is sealed as what it was copied from. */
  copy(from: string, to: string): Promise<{ sizeBytes: number } | null> {
    return this.#change(to, async () => ((await this.#inner.copy(from, to)) ? this.stat(to) : null));
  }

  delete(key: string): Promise<void> {
    return this.#change(key, () => this.#inner.delete(key));
  }

  deletePrefix(prefix: string): Promise<void> {
    return this.#change(prefix, () => this.#inner.deletePrefix(prefix));
  }

  /** With the sizes that they take, which are a little above those of their contents. */
  list(): AsyncIterable<ListedBlob> {
    return this.#inner.list();
  }

  /** Null: what lies there is of no use to readers. */
  localPath(key: string): null {
    this.#inner.localPath(key);
    return null;
  }

  /** Null: what a client sends to the store itself would lie there as it is. */
  async uploadUrl(): Promise<null> {
    return null;
  }

  hasRoom(): Promise<boolean> {
    return this.#inner.hasRoom();
  }

  check(): Promise<void> {
    return this.#inner.check();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Seals a blob with the newest key. False when that has sealed it, or it is gone or just being changed. */
  async reseal(key: string): Promise<boolean> {
    if ([...this.#changing.keys()].some((name) => key.startsWith(name))) return false;
    const work = this.#resealNow(key);
    this.#resealing.set(key, work);
    try {
      return await work;
    } finally {
      this.#resealing.delete(key);
    }
  }

  async #resealNow(key: string): Promise<boolean> {
    if ((await this.#header(key))?.id === this.#keys.currentId) return false;
    const found = await this.get(key);
    if (!found) return false;
    const inner = this.#inner;
    const stillThere = async function* () {
      yield* found.body;
      // Another process may have deleted it: what was deleted must not come back.
      if (!(await inner.stat(key))) throw new GoneMeanwhile();
    };
    try {
      await this.#seal(key, stillThere(), {});
      return true;
    } catch (error) {
      if (error instanceof GoneMeanwhile) return false;
      throw error;
    }
  }

  async #seal(
    key: string,
    body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    { contentType, signal }: PutOptions,
  ): Promise<{ sizeBytes: number }> {
    const salt = randomBytes(saltBytes);
    const header = headerOf(this.#keys.currentId, salt);
    const sealed = Readable.from(sealing(header, body, this.#keys.sealingKey('blob', salt)), { objectMode: false });
    const { sizeBytes } = await this.#inner.put(key, sealed, {
      ...(contentType !== undefined && { contentType }),
      ...(signal && { signal }),
    });
    return { sizeBytes: plainSize(sizeBytes) };
  }

  async #getPart(
    key: string,
    { start, end }: { start: number; end: number },
  ): Promise<{ body: Readable; sizeBytes: number } | null> {
    const [header, stored] = [await this.#header(key), await this.#inner.stat(key)];
    if (!stored) return null;
    if (!header) return this.#inner.get(key, { start, end });
    const last = Math.min(end, plainSize(stored.sizeBytes) - 1);
    const sizeBytes = Math.max(0, last - start + 1);
    if (sizeBytes === 0) return { body: Readable.from([], { objectMode: false }), sizeBytes };
    const first = Math.floor(start / chunkBytes);
    const found = await this.#inner.get(key, {
      start: headerBytes + first * sealedChunkBytes,
      end: headerBytes + (Math.floor(last / chunkBytes) + 1) * sealedChunkBytes - 1,
    });
    if (!found) return null;
    const part = { first, chunks: chunksIn(stored.sizeBytes), last: Math.floor(last / chunkBytes) };
    const opened = opening(found.body, await this.#keyOf(header), part);
    const cut = slice(opened, start - first * chunkBytes, sizeBytes);
    return { body: Readable.from(cut, { objectMode: false }), sizeBytes };
  }

  /** Null where nothing is stored, and where it is not sealed. */
  async #header(key: string): Promise<Header | null> {
    const found = await this.#inner.get(key, { start: 0, end: headerBytes - 1 });
    return found && readHeader(await buffer(found.body));
  }

  async #keyOf({ id, salt }: Header): Promise<Buffer> {
    const key = await this.#keys.openingKey(id, 'blob', salt);
    if (key) return key;
    throw new Error(`a blob is sealed with the data key ${id}, which is gone`);
  }

  /** `name` is a key or a prefix. */
  async #change<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    this.#changing.set(name, (this.#changing.get(name) ?? 0) + 1);
    try {
      const waiting = [...this.#resealing].filter(([key]) => key.startsWith(name));
      await Promise.allSettled(waiting.map(([, going]) => going));
      return await work();
    } finally {
      const left = (this.#changing.get(name) ?? 1) - 1;
      if (left === 0) this.#changing.delete(name);
      else this.#changing.set(name, left);
    }
  }
}

class GoneMeanwhile extends Error {}
