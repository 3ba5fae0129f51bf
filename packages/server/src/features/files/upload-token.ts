import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../lib/app-error.ts';
import { deriveKey } from '../../lib/secrets.ts';

/** What an upload address allows: one method on one file until a moment. */
export interface UploadGrant {
  workspaceId: string;
  fileId: string;
  expiresAt: number;
}

const method = 'PUT';

/** Signs upload addresses: HMAC-SHA256 over method, file, workspace and expiry. An older secret still verifies. */
export class UploadTokens {
  readonly #keys: Buffer[];

  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => deriveKey(secret, 'upload address'));
  }

  sign({ workspaceId, fileId, expiresAt }: UploadGrant): string {
    const [key] = this.#keys;
    if (!key) throw new Error('there is no secret to sign with');
    const claims = Buffer.from(`${expiresAt}.${workspaceId}`).toString('base64url');
    return `${claims}.${signature(key, fileId, claims)}`;
  }

  /** Throws `invalid_upload_token` or `upload_token_expired`. */
  verify(token: string | undefined, fileId: string, now: number): UploadGrant {
    const [claims = '', given = ''] = token?.split('.') ?? [];
    const isValid = this.#keys.some((key) => isEqual(signature(key, fileId, claims), given));
    const match = /^(\d{1,16})\.(.+)$/.exec(Buffer.from(claims, 'base64url').toString());
    if (!isValid || !match?.[1] || !match[2]) {
      throw new AppError('invalid_upload_token', 'This upload address was altered or belongs to another file.');
    }
    const expiresAt = Number(match[1]);
    if (expiresAt <= now) {
      throw new AppError('upload_token_expired', 'This upload address no longer works. Ask for a new one.');
    }
    return { workspaceId: match[2], fileId, expiresAt };
  }
}

function signature(key: Buffer, fileId: string, claims: string): string {
  return createHmac('sha256', key).update(`${method}\n${fileId}\n${claims}`).digest('base64url');
}

function isEqual(wanted: string, given: string): boolean {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
