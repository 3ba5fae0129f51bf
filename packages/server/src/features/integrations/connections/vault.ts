import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from '../../../lib/secrets.ts';

interface VaultKey {
  id: string;
  key: Buffer;
}

/** Says why an envelope did not open; never what is in it. */
export class VaultError extends Error {
  readonly reason: 'unknown_key' | 'altered';

  constructor(reason: VaultError['reason'], message: string) {
    super(message);
    this.name = 'VaultError';
    this.reason = reason;
  }
}

const algorithm = 'aes-256-gcm';
const version = 'v1';

/**
 * Seals credentials. An envelope is `v1.<key id>.<nonce>.<sealed data key>.<sealed text>`: the text is encrypted with a
 * key of its own, that key with the installation's. Both are bound to a context (which row of which user), so an
 * envelope moved to another row does not open.
 *
 * Keys come from secrets: the first seals, all of them open. A new secret in front rotates the key.
 */
export class Vault {
  readonly #loadSecrets: () => Promise<readonly string[]>;
  #keys: Promise<VaultKey[]> | null = null;

  constructor(loadSecrets: () => Promise<readonly string[]>) {
    this.#loadSecrets = loadSecrets;
  }

  async seal(text: string, context: readonly string[]): Promise<string> {
    const key = await this.#first();
    const dataKey = randomBytes(32);
    const bound = toContext(context);
    return [version, key.id, encrypt(key.key, dataKey, bound), encrypt(dataKey, Buffer.from(text, 'utf8'), bound)].join(
      '.',
    );
  }

  /** Throws a VaultError when the envelope was made for another context, altered, or sealed with a key that is gone. */
  async open(envelope: string, context: readonly string[]): Promise<string> {
    const [form, keyId, wrappedKey, sealed] = envelope.split('.');
    const key = (await this.#load()).find((candidate) => candidate.id === keyId);
    if (form !== version || !wrappedKey || !sealed) throw new VaultError('altered', 'the envelope has an unknown form');
    if (!key) {
      throw new VaultError('unknown_key', `credentials were sealed with key ${keyId}, whose secret is not configured`);
    }
    const bound = toContext(context);
    return decrypt(decrypt(key.key, wrappedKey, bound), sealed, bound).toString('utf8');
  }

  /** Id of the key that seals now. */
  async keyId(): Promise<string> {
    return (await this.#first()).id;
  }

  /** Whether what a key sealed can be opened. */
  async has(keyId: string): Promise<boolean> {
    return (await this.#load()).some(({ id }) => id === keyId);
  }

  async #first(): Promise<VaultKey> {
    const [first] = await this.#load();
    if (!first) throw new VaultError('unknown_key', 'no secret is configured');
    return first;
  }

  #load(): Promise<VaultKey[]> {
    this.#keys ??= this.#loadSecrets().then((secrets) => secrets.map(toKey));
    // A key command that failed may work the next time.
    this.#keys.catch(() => {
      this.#keys = null;
    });
    return this.#keys;
  }
}

function toKey(secret: string): VaultKey {
  const key = deriveKey(secret, 'integration credentials');
  return { id: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 12), key };
}

/** Lengths in front of the parts, so that no two contexts read the same. */
function toContext(parts: readonly string[]): Buffer {
  return Buffer.from(parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''), 'utf8');
}

function encrypt(key: Buffer, plain: Buffer, context: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(context);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: Buffer, sealed: string, context: Buffer): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < 28) throw new VaultError('altered', 'the envelope is too short');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12)).setAAD(context);
  decipher.setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
  } catch {
    throw new VaultError('altered', 'the envelope was altered or belongs to another row');
  }
}
