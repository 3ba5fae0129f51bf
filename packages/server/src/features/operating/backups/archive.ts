import type { BlobStore } from '../../../ports/blob-store.ts';
import { type ArchiveKey, makeArchiveKey, openArchiveKey } from './archive-key.ts';

/** Where an archive lies: a folder, a store, or one file. What has not been written whole is never visible. */
export interface ArchiveStore extends Pick<BlobStore, 'read' | 'list' | 'delete' | 'close'> {
  put(key: string, bytes: Uint8Array): Promise<unknown>;
  /** Makes one file of what was put, where the store is one. */
  finish?(): Promise<void>;
}

/** Something that was backed up: its bytes are those of its pieces. */
export interface Entry {
  name: string;
  sizeBytes: number;
  pieces: string[];
  /** Of the source: when it is the same again, so are the bytes. */
  version?: string | undefined;
}

/** What was there at one moment. */
export interface Snapshot {
  id: string;
  /** Of the service that made it. */
  version: string;
  entries: Entry[];
}

const headerName = 'parley-backup.json';
const pieceBytes = 4 * 1024 * 1024;
/** Salt and tag. */
const sealBytes = 32;
const idForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/**
 * Snapshots of an installation. Bytes are cut into pieces that are named after what they hold, so that what several snapshots have in
 * common lies there once; everything is sealed.
 */
export class Archive {
  readonly #store: ArchiveStore;
  readonly #key: ArchiveKey;
  /** The pieces that are there, with their sizes. */
  readonly #pieces: Map<string, number>;
  readonly #snapshots: Set<string>;

  private constructor(parts: {
    store: ArchiveStore;
    key: ArchiveKey;
    pieces: Map<string, number>;
    snapshots: Set<string>;
  }) {
    this.#store = parts.store;
    this.#key = parts.key;
    this.#pieces = parts.pieces;
    this.#snapshots = parts.snapshots;
  }

  /** Throws a sentence when there is none, or the passphrase is another one. With `make` a new one is begun where there is none. */
  static async open(
    store: ArchiveStore,
    { passphrase, make }: { passphrase: string; make?: boolean | Parameters<typeof makeArchiveKey>[1] },
  ): Promise<Archive> {
    const [pieces, snapshots] = [new Map<string, number>(), new Set<string>()];
    for await (const { key, sizeBytes } of store.list()) {
      const [folder, ...rest] = key.split('/');
      if (folder === 'pieces') pieces.set(rest.at(-1) ?? '', sizeBytes);
      if (folder === 'snapshots' && idForm.test(rest[0] ?? '')) snapshots.add(rest[0] ?? '');
    }
    const header = await store.read(headerName);
    if (header) return new Archive({ store, key: await openArchiveKey(header, passphrase), pieces, snapshots });
    if (!make) throw new Error('there is no backup');
    if (pieces.size > 0) throw new Error(`${headerName} is gone from the backup, so that nothing of it can be opened`);
    const made = await makeArchiveKey(passphrase, make === true ? undefined : make);
    await store.put(headerName, made.header);
    return new Archive({ store, key: made.key, pieces, snapshots });
  }

  /** The ids of all snapshots, oldest first; an id is the time, to be sorted as a text. */
  get snapshots(): string[] {
    return [...this.#snapshots].sort();
  }

  /** Writes what is not there yet. `written` counts the bytes that were. */
  async write(name: string, body: AsyncIterable<Uint8Array>): Promise<{ entry: Entry; writtenBytes: number }> {
    const entry: Entry = { name, sizeBytes: 0, pieces: [] };
    let writtenBytes = 0;
    for await (const bytes of inPieces(body)) {
      const piece = this.#key.nameOf(bytes);
      if (!this.#isThere(piece, bytes.length)) {
        await this.#store.put(pathOf(piece), this.#key.seal(bytes, 'piece'));
        this.#pieces.set(piece, bytes.length + sealBytes);
        writtenBytes += bytes.length;
      }
      entry.pieces.push(piece);
      entry.sizeBytes += bytes.length;
    }
    return { entry, writtenBytes };
  }

  /** Whether all pieces of an entry are there, by their names and sizes. */
  has({ pieces, sizeBytes }: Entry): boolean {
    return pieces.every((piece, index) => this.#isThere(piece, Math.min(pieceBytes, sizeBytes - index * pieceBytes)));
  }

  /** The bytes of an entry. Throws where a piece is missing or damaged. */
  async *read({ name, pieces }: Entry): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      const sealed = await this.#store.read(pathOf(piece));
      const bytes = sealed && this.#key.open(sealed, 'piece');
      if (!bytes || this.#key.nameOf(bytes) !== piece) {
        throw new Error(
          `${pathOf(piece)} of the backup is ${sealed ? 'damaged' : 'missing'}, which belongs to ${name}`,
        );
      }
      yield bytes;
    }
  }

  /** Last of a backup: with it everything that it names is there. */
  async writeSnapshot(snapshot: Snapshot): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(snapshot));
    await this.#store.put(`snapshots/${snapshot.id}`, this.#key.seal(bytes, `snapshot ${snapshot.id}`));
    this.#snapshots.add(snapshot.id);
    await this.#store.finish?.();
  }

  /** The newest by default. */
  async snapshot(id = this.snapshots.at(-1)): Promise<Snapshot> {
    if (id === undefined) throw new Error('the backup holds no snapshot: none was ever finished');
    const sealed = this.#snapshots.has(id) ? await this.#store.read(`snapshots/${id}`) : null;
    if (!sealed) throw new Error(`there is no snapshot ${id}; there are ${this.snapshots.join(', ') || 'none'}`);
    const bytes = this.#key.open(sealed, `snapshot ${id}`);
    if (!bytes) throw new Error(`the snapshot ${id} of the backup is damaged`);
    return JSON.parse(bytes.toString());
  }

  /** Removes all snapshots but the newest so many, and the pieces that no snapshot has any more. Gives the ids of those removed. */
  async keep(count: number): Promise<string[]> {
    const removed = this.snapshots.slice(0, -count);
    if (removed.length === 0) return [];
    for (const id of removed) {
      await this.#store.delete(`snapshots/${id}`);
      this.#snapshots.delete(id);
    }
    const needed = new Set<string>();
    for (const id of this.snapshots) {
      for (const { pieces } of (await this.snapshot(id)).entries) for (const piece of pieces) needed.add(piece);
    }
    for (const piece of this.#pieces.keys()) {
      if (needed.has(piece)) continue;
      await this.#store.delete(pathOf(piece));
      this.#pieces.delete(piece);
    }
    return removed;
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #isThere = (piece: string, sizeBytes: number): boolean => this.#pieces.get(piece) === sizeBytes + sealBytes;
}

const pathOf = (piece: string): string => `pieces/${piece.slice(0, 2)}/${piece}`;

async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (let chunk of body) {
    while (heldBytes + chunk.length >= pieceBytes) {
      const taken = pieceBytes - heldBytes;
      yield Buffer.concat([...held, chunk.subarray(0, taken)]);
      [held, heldBytes, chunk] = [[], 0, chunk.subarray(taken)];
    }
    if (chunk.length > 0) held.push(chunk);
    heldBytes += chunk.length;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
