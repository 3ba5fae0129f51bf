import { createHmac } from 'node:crypto';
import { isSameSecret } from './same-secret.ts';
import { deriveKey } from './secrets.ts';

/** Signs addresses that work without a key until a moment: HMAC-SHA256 over subject and expiry. */
export class UrlSigner {
  readonly #keys: Buffer[];

  /** `purpose` keeps the tokens of one kind of address from opening another; an older secret still verifies. */
  constructor(secrets: readonly string[], purpose: string) {
    this.#keys = secrets.map((secret) => deriveKey(secret, purpose));
  }

  /** A token for `subject` (what the address stands for, such as a blob key) until `expiresAt` (milliseconds). */
  sign(subject: string, expiresAt: number): string {
    const [key] = this.#keys;
    if (!key) throw new Error('there is no secret to sign with');
    return `${expiresAt}.${signature(key, subject, expiresAt)}`;
  }

  verify(token: string, subject: string, now: number): 'valid' | 'expired' | 'invalid' {
    const match = /^(\d{1,16})\.([\w-]{43})$/.exec(token);
    const expiresAt = Number(match?.[1]);
    const given = match?.[2] ?? '';
    const isGenuine = this.#keys.some((key) => isSameSecret(given, signature(key, subject, expiresAt)));
    if (!isGenuine) return 'invalid';
    return expiresAt > now ? 'valid' : 'expired';
  }
}

function signature(key: Buffer, subject: string, expiresAt: number): string {
  return createHmac('sha256', key).update(`${expiresAt}\n${subject}`).digest('base64url');
}
