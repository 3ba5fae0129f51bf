import { type FileHandle, open, rename, rm } from 'node:fs/promises';

const magic = Buffer.from('PARLEYBK\u0001', 'latin1');
/** Of the name and of the bytes that follow it. */
const headBytes = 6;

/**
 * Named bytes in one file, one after the other. It is written under another name and gets its own when it is finished, so a file that is
 * there is whole; a finished one is only read.
 */
export class ArchiveFile {
  readonly #path: string;
  readonly #isNew: boolean;
  readonly #places = new Map<string, { at: number; sizeBytes: number }>();
  #file: FileHandle;
  #end = magic.length;

  private constructor(parts: { path: string; file: FileHandle; isNew: boolean }) {
    this.#path = parts.path;
    this.#file = parts.file;
    this.#isNew = parts.isNew;
  }

  /** Throws where a file of this name is there: what was backed up once is not written over. */
  static async make(path: string): Promise<ArchiveFile> {
    const there = await open(path, 'r').catch(() => null);
    await there?.close();
    if (there) throw new Error(`${path} is there already; choose another name, or a folder, which takes many backups`);
    const file = await open(unfinished(path), 'w', 0o600);
    await file.write(magic);
    return new ArchiveFile({ path, file, isNew: true });
  }

  static async open(path: string): Promise<ArchiveFile> {
    const archive = new ArchiveFile({ path, file: await open(path, 'r'), isNew: false });
    try {
      await archive.#findPlaces();
    } catch (error) {
      await archive.close();
      throw error;
    }
    return archive;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const name = Buffer.from(key);
    const head = Buffer.alloc(headBytes);
    head.writeUInt16BE(name.length);
    head.writeUInt32BE(bytes.length, 2);
    await this.#file.writeFile(Buffer.concat([head, name, bytes]));
    const at = this.#end + headBytes + name.length;
    this.#places.set(key, { at, sizeBytes: bytes.length });
    this.#end = at + bytes.length;
  }

  async read(key: string): Promise<Buffer | null> {
    const place = this.#places.get(key);
    return place ? await this.#bytes(place.at, place.sizeBytes) : null;
  }

  async *list(): AsyncGenerator<{ key: string; sizeBytes: number }> {
    for (const [key, { sizeBytes }] of this.#places) yield { key, sizeBytes };
  }

  async delete(): Promise<void> {
    throw new Error('nothing can be taken out of a backup that is one file');
  }

  async finish(): Promise<void> {
    await this.#file.sync();
    await rename(unfinished(this.#path), this.#path);
    await this.#file.close();
    this.#file = await open(this.#path, 'r');
  }

  /** What was not finished is gone. */
  async close(): Promise<void> {
    await this.#file.close();
    if (this.#isNew) await rm(unfinished(this.#path), { force: true });
  }

  async #findPlaces(): Promise<void> {
    const { size } = await this.#file.stat();
    if (size < magic.length || !(await this.#bytes(0, magic.length)).equals(magic)) {
      throw new Error(`${this.#path} is no backup`);
    }
    while (this.#end < size) {
      const cut = new Error(`${this.#path} is cut off`);
      if (this.#end + headBytes > size) throw cut;
      const head = await this.#bytes(this.#end, headBytes);
      const [nameBytes, sizeBytes] = [head.readUInt16BE(), head.readUInt32BE(2)];
      const at = this.#end + headBytes + nameBytes;
      if (at + sizeBytes > size) throw cut;
      const key = await this.#bytes(this.#end + headBytes, nameBytes);
      this.#places.set(key.toString(), { at, sizeBytes });
      this.#end = at + sizeBytes;
    }
  }

  async #bytes(at: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    for (let read = 0; read < length; ) {
      const { bytesRead } = await this.#file.read(bytes, read, length - read, at + read);
      if (bytesRead === 0) throw new Error(`${this.#path} is cut off`);
      read += bytesRead;
    }
    return bytes;
  }
}

const unfinished = (path: string): string => `${path}.unfinished`;
