import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { brokenFile } from '../document-error.ts';

interface ZipEntry {
  name: string;
  method: number;
  crc: number;
  compressedBytes: number;
  bytes: number;
  headerAt: number;
  isEncrypted: boolean;
}

const maxEntries = 20_000;
const maxTotalBytes = 600_000_000;
/** Deflate cannot do better than about 1,030 to 1; real documents stay far below this once they are large. */
const maxRatio = 250;
const ratioMattersFrom = 50_000_000;

/** Reads ZIP files with limits on entries, decompressed bytes and their ratio, all checked before anything is unpacked. */
export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, ZipEntry>();

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const entry of this.#directory()) this.#entries.set(entry.name, entry);
    this.#checkLimits();
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Name of an entry as it is stored, found without regard to case and a leading slash; null when it is not there. */
  find(name: string): string | null {
    const wanted = name.replace(/^\/+/, '');
    if (this.#entries.has(wanted)) return wanted;
    const lower = wanted.toLowerCase().replaceAll('\\', '/');
    for (const key of this.#entries.keys()) {
      if (key.toLowerCase().replaceAll('\\', '/').replace(/^\/+/, '') === lower) return key;
    }
    return null;
  }

  /** What an entry says that it unpacks to, in bytes. */
  sizeOf(name: string): number {
    return this.#entries.get(this.find(name) ?? '')?.bytes ?? 0;
  }

  /** One entry unpacked, null when it is not there. */
  read(name: string): Buffer | null {
    const key = this.find(name);
    const entry = key === null ? undefined : this.#entries.get(key);
    if (!entry) return null;
    const packed = this.#packed(entry);
    if (entry.method === 0) return packed;
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.bytes) });
    } catch (cause) {
      throw this.#broken(entry, cause);
    }
  }

  text(name: string): string | null {
    return (
      this.read(name)
        ?.toString('utf8')
        .replace(/^\uFEFF/, '') ?? null
    );
  }

  /** One entry unpacked piece by piece, for what is too large to hold. */
  async *stream(name: string): AsyncGenerator<Buffer> {
    const key = this.find(name);
    const entry = key === null ? undefined : this.#entries.get(key);
    if (!entry) return;
    const packed = this.#packed(entry);
    if (entry.method === 0) {
      yield packed;
      return;
    }
    let left = entry.bytes;
    try {
      const inflate = createInflateRaw({ chunkSize: 262_144 });
      inflate.end(packed);
      for await (const chunk of inflate) {
        if (!Buffer.isBuffer(chunk)) continue;
        left -= chunk.length;
        if (left < 0) throw brokenFile('larger than it says');
        yield chunk;
      }
    } catch (cause) {
      throw this.#broken(entry, cause);
    }
  }

  /** Unpacks every entry once within the limits, for parsers that would trust the sizes written in the file. */
  verify(): void {
    for (const entry of this.#entries.values()) {
      const bytes = entry.isEncrypted ? null : this.read(entry.name);
      if (bytes && entry.crc !== 0 && crc32(bytes) !== entry.crc) throw this.#broken(entry, undefined);
    }
  }

  #packed(entry: ZipEntry): Buffer {
    if (entry.isEncrypted)
      throw brokenFile('The file is protected by a password. Remove the password and upload it again.');
    if (entry.method !== 0 && entry.method !== 8)
      throw brokenFile('The file is packed in a way that is not supported.');
    const at = entry.headerAt;
    if (at + 30 > this.#bytes.length || this.#bytes.readUInt32LE(at) !== 0x04034b50)
      throw this.#broken(entry, undefined);
    const start = at + 30 + this.#bytes.readUInt16LE(at + 26) + this.#bytes.readUInt16LE(at + 28);
    if (start + entry.compressedBytes > this.#bytes.length) throw this.#broken(entry, undefined);
    return this.#bytes.subarray(start, start + entry.compressedBytes);
  }

  #directory(): ZipEntry[] {
    const end = this.#bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    if (end < 0 || end + 20 > this.#bytes.length)
      throw brokenFile('The file is broken: its ZIP directory is missing. Upload it again.');
    let at = this.#bytes.readUInt32LE(end + 16);
    const entries: ZipEntry[] = [];
    while (at + 46 <= this.#bytes.length && this.#bytes.readUInt32LE(at) === 0x02014b50) {
      const nameLength = this.#bytes.readUInt16LE(at + 28);
      const next = at + 46 + nameLength + this.#bytes.readUInt16LE(at + 30) + this.#bytes.readUInt16LE(at + 32);
      entries.push({
        name: this.#bytes.toString('utf8', at + 46, at + 46 + nameLength),
        isEncrypted: (this.#bytes.readUInt16LE(at + 8) & 1) === 1,
        method: this.#bytes.readUInt16LE(at + 10),
        crc: this.#bytes.readUInt32LE(at + 16),
        compressedBytes: this.#bytes.readUInt32LE(at + 20),
        bytes: this.#bytes.readUInt32LE(at + 24),
        headerAt: this.#bytes.readUInt32LE(at + 42),
      });
      if (entries.length > maxEntries)
        throw brokenFile(
          `The file holds more than ${maxEntries.toLocaleString('en-US')} parts, which no document needs.`,
        );
      at = next;
    }
    if (entries.length === 0)
      throw brokenFile('The file is broken: its ZIP directory cannot be read. Upload it again.');
    return entries;
  }

  #checkLimits(): void {
    let bytes = 0;
    let compressed = 0;
    for (const entry of this.#entries.values()) {
      bytes += entry.bytes;
      compressed += entry.compressedBytes;
    }
    const isDense = bytes > ratioMattersFrom && bytes > this.#bytes.length * maxRatio;
    // More packed bytes than the file has means that entries overlap: one payload counted many times.
    if (bytes > maxTotalBytes || isDense || compressed > this.#bytes.length) {
      const megabytes = Math.round(bytes / 1e6).toLocaleString('en-US');
      throw brokenFile(
        `The file would unpack to ${megabytes} MB, far more than a document of its size. Split it or save it again.`,
      );
    }
  }

  #broken(entry: ZipEntry, cause: unknown): Error {
    const reason =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
        ? ' is larger than it says'
        : ' is damaged';
    return brokenFile(`The file is broken: its part ${entry.name.slice(0, 100)}${reason}. Upload it again.`);
  }
}
