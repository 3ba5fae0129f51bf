import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../../lib/same-secret.ts';
import { deriveKey } from '../../../lib/secrets.ts';

const idBytes = 16;

/**
 * Marks that browsers keep which were let into an account. A mark opens nothing: it only lets its browser try while strangers are held
 * up (OWASP's device cookies).
 */
export class KnownBrowsers {
  readonly #keys: readonly Buffer[];

  constructor(parts: { secrets: readonly string[] }) {
    this.#keys = parts.secrets.map((secret) => deriveKey(secret, 'known browser'));
  }

  mark(email: string): string {
    const id = randomBytes(idBytes).toString('base64url');
    return `${id}.${signature(this.#keys[0] ?? Buffer.alloc(0), id, email)}`;
  }

  /** The browser's own id, if the mark is of this account; null for a stranger. */
  idIn(mark: string | undefined, email: string): string | null {
    const [id = '', signed = ''] = (mark ?? '').split('.');
    return this.#keys.some((key) => isSameSecret(signed, signature(key, id, email))) ? id : null;
  }
}

const signature = (key: Buffer, id: string, email: string): string =>
  createHmac('sha256', key).update(`${id} ${email}`).digest('base64url');
