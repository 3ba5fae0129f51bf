import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A key that seals data. It is itself stored sealed, with the operator's key. */
export interface DataKey {
  /** 16 hexadecimal digits. */
  id: string;
  key: Buffer;
}

const algorithm = 'aes-256-gcm';
export const tagBytes = 16;
export const saltBytes = 16;
const mark = '~sealed1~';
const form = /^~sealed1~([0-9a-f]{16})~([\w-]+)$/;

/**
 * The data keys of an installation: the newest seals, all of them open. Each text and each blob has a key of its own, made of the data
 * key and a salt, so that no nonce is ever used twice with one key.
 */
export class DataKeys {
  readonly #look: () => Promise<DataKey[]>;
  readonly #keys = new Map<string, Buffer>();
  #current: DataKey;

  /** `look` gives what is stored, oldest first: another process may have added one. */
  constructor(keys: readonly DataKey[], look: () => Promise<DataKey[]>) {
    this.#look = look;
    this.#current = this.#take(keys);
  }

  /** Of the key that seals now. */
  get currentId(): string {
    return this.#current.id;
  }

  /** What every text begins with that the newest key has sealed. */
  get currentMark(): string {
    return `${mark}${this.#current.id}~`;
  }

  async renew(): Promise<void> {
    this.#current = this.#take(await this.#look());
  }

  /** The key of one thing that is sealed now. */
  sealingKey(purpose: string, salt: Buffer): Buffer {
    return derive(this.#current.key, purpose, salt);
  }

  /** The key of one thing that was sealed; null when its data key is gone. */
  async openingKey(id: string, purpose: string, salt: Buffer): Promise<Buffer | null> {
    if (!this.#keys.has(id)) await this.renew();
    const key = this.#keys.get(id);
    return key === undefined ? null : derive(key, purpose, salt);
  }

  sealText(text: string): string {
    const salt = randomBytes(saltBytes);
    const sealed = sealBytes(Buffer.from(text, 'utf8'), this.sealingKey('text', salt), Buffer.alloc(12));
    return this.currentMark + Buffer.concat([salt, sealed]).toString('base64url');
  }

  /** A text that is not sealed, as what was stored before, or that no key here has sealed, comes back as it is. */
  async openText(value: string): Promise<string> {
    if (!value.startsWith(mark)) return value;
    const [, id, sealed] = form.exec(value) ?? [];
    if (id === undefined || sealed === undefined) return value;
    const bytes = Buffer.from(sealed, 'base64url');
    const key = await this.openingKey(id, 'text', bytes.subarray(0, saltBytes));
    if (key === null) return value;
    return openBytes(bytes.subarray(saltBytes), key, Buffer.alloc(12))?.toString('utf8') ?? value;
  }

  #take(keys: readonly DataKey[]): DataKey {
    for (const { id, key } of keys) this.#keys.set(id, key);
    const newest = keys.at(-1);
    if (newest) return newest;
    throw new Error('there is no data key');
  }
}

export function sealBytes(plain: Uint8Array, key: Buffer, nonce: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Null when it was altered, or sealed with another key. */
export function openBytes(sealed: Buffer, key: Buffer, nonce: Buffer): Buffer | null {
  if (sealed.length < tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, nonce).setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

const derive = (key: Buffer, purpose: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `parley ${purpose}`, 32));
