import { type FileHandle, open, rename, rm } from 'node:fs/promises';

const block = 512;
/** A name that does not fit is told in a header of its own (https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html). */
const longestName = 100;

/** A tar archive that is written, file after file, under another name until it is finished. Nothing of that name may be there. */
export class TarFile {
  readonly #path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async make(path: string): Promise<TarFile> {
    const there = await open(path, 'r').catch(() => null);
    await there?.close();
    if (there) throw new Error(`${path} is there already; choose another name`);
    return new TarFile(path, await open(unfinished(path), 'w', 0o600));
  }

  /** Throws when there are not as many bytes as was said. */
  async add(name: string, sizeBytes: number, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    if (Buffer.byteLength(name) > longestName) {
      const record = paxRecord('path', name);
      await this.#file.writeFile(Buffer.concat([header('pax', record.length, 'x'), padded(record)]));
    }
    await this.#file.writeFile(header(name.slice(-longestName), sizeBytes, '0'));
    let written = 0;
    for await (const bytes of body) {
      written += bytes.length;
      await this.#file.writeFile(bytes);
    }
    if (written !== sizeBytes)
      throw new Error(`${name} has ${written} bytes, not ${sizeBytes}: it was changed meanwhile`);
    await this.#file.writeFile(Buffer.alloc((block - (sizeBytes % block)) % block));
  }

  /** Without it nothing is left when it is closed. */
  async finish(): Promise<void> {
    await this.#file.writeFile(Buffer.alloc(2 * block));
    await this.#file.sync();
    await rename(unfinished(this.#path), this.#path);
  }

  async close(): Promise<void> {
    await this.#file.close();
    await rm(unfinished(this.#path), { force: true });
  }
}

const unfinished = (path: string): string => `${path}.unfinished`;

const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((block - (bytes.length % block)) % block)]);

/** `LENGTH path=VALUE\n`, whose length counts itself. */
function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (String(length).length + Buffer.byteLength(rest) !== length)
    length = String(length).length + Buffer.byteLength(rest);
  return Buffer.from(`${length}${rest}`);
}

function header(name: string, sizeBytes: number, type: '0' | 'x'): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  bytes.write(name, 0, longestName);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  // Above 8 GB the size stands in base 256.
  if (sizeBytes < 8 ** 11) octal(sizeBytes, 124, 12);
  else {
    bytes[124] = 0x80;
    bytes.writeBigUInt64BE(BigInt(sizeBytes), 128);
  }
  octal(Math.floor(Date.now() / 1000), 136, 12);
  bytes.write(' '.repeat(8), 148);
  bytes.write(type, 156);
  bytes.write('ustar\u000000', 257, 'latin1');
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}
