import { createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { openBytes, saltBytes, sealBytes } from '../../../lib/data-keys.ts';

const keyBytes = 32;
/** How much work it is to try a passphrase: a quarter of a second and 32 MB (https://cheatsheetseries.owasp.org, "Password Storage"). */
const usualCost = { n: 2 ** 15, r: 8, p: 3 };
/** An archive that asks for more was not made here. */
const mostBytes = 512 * 1024 * 1024;
const nonce = Buffer.alloc(12);

interface Cost {
  n: number;
  r: number;
  p: number;
}

/** What an archive begins with: how its key is made of the passphrase. All else in it is sealed. */
interface Header {
  format: 1;
  kdf: Cost & { salt: string };
  sealed_key: string;
}

/** Seals what is in an archive. Everything has a key of its own, made of the archive's key and a salt, so that no nonce is used twice. */
export class ArchiveKey {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** `purpose` binds it to its place: it opens for no other one. */
  seal(bytes: Uint8Array, purpose: string): Buffer {
    const salt = randomBytes(saltBytes);
    return Buffer.concat([salt, sealBytes(bytes, this.#derive(purpose, salt), nonce)]);
  }

  /** Null when it was altered, cut, or put in another place. */
  open(sealed: Buffer, purpose: string): Buffer | null {
    return openBytes(sealed.subarray(saltBytes), this.#derive(purpose, sealed.subarray(0, saltBytes)), nonce);
  }

  /** The same for the same bytes, and tells nothing of them to whoever has no key. */
  nameOf(bytes: Uint8Array): string {
    return createHmac('sha256', this.#derive('names', Buffer.alloc(0)))
      .update(bytes)
      .digest('hex');
  }

  #derive(purpose: string, salt: Uint8Array): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, salt, `parley backup ${purpose}`, keyBytes));
  }
}

/** A new key, and the header that gives it to whoever knows the passphrase. */
export async function makeArchiveKey(
  passphrase: string,
  cost: Cost = usualCost,
): Promise<{ key: ArchiveKey; header: Buffer }> {
  const [key, salt] = [randomBytes(keyBytes), randomBytes(saltBytes)];
  const header: Header = {
    format: 1,
    kdf: { ...cost, salt: salt.toString('base64url') },
    sealed_key: sealBytes(key, await stretch(passphrase, salt, cost), nonce).toString('base64url'),
  };
  return { key: new ArchiveKey(key), header: Buffer.from(`${JSON.stringify(header)}\n`) };
}

/** Throws a sentence when the passphrase is another one, or this is no header. */
export async function openArchiveKey(bytes: Buffer, passphrase: string): Promise<ArchiveKey> {
  const { kdf, sealed_key } = readHeader(bytes);
  const stretched = await stretch(passphrase, Buffer.from(kdf.salt, 'base64url'), kdf);
  const key = openBytes(Buffer.from(sealed_key, 'base64url'), stretched, nonce);
  if (key === null)
    throw new Error('the backup is sealed with another key than BACKUP_KEY, or its beginning is damaged');
  return new ArchiveKey(key);
}

function readHeader(bytes: Buffer): Header {
  const header = parsed(bytes);
  if (header?.format === undefined) throw new Error('this is no backup: its beginning cannot be read');
  if (header.format !== 1) throw new Error(`the backup has format ${header.format}, which a newer version reads`);
  const { kdf, sealed_key } = header;
  const numbers = [kdf?.n, kdf?.r, kdf?.p];
  const isSound = numbers.every((number) => Number.isInteger(number) && Number(number) > 0);
  if (!kdf || !sealed_key || !isSound || 128 * kdf.n * kdf.r * kdf.p > mostBytes) {
    throw new Error('this is no backup: its beginning is damaged');
  }
  return { format: 1, kdf, sealed_key };
}

function parsed(bytes: Buffer): { format?: unknown; kdf?: Header['kdf']; sealed_key?: string } | null {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

const stretch = (passphrase: string, salt: Buffer, { n, r, p }: Cost): Promise<Buffer> =>
  promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)(
    passphrase,
    salt,
    keyBytes,
    { N: n, r, p, maxmem: 2 * mostBytes },
  );
