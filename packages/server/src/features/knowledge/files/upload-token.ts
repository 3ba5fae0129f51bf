import { AppError } from '../../../lib/app-error.ts';
import { UrlSigner } from '../../../lib/signed-url.ts';

/** What an upload address allows: one method on one file until a moment. */
export interface UploadGrant {
  workspaceId: string;
  fileId: string;
  expiresAt: number;
}

const method = 'PUT';

/** Signs upload addresses. The workspace stands in the token, since an address alone has to tell it. */
export class UploadTokens {
  readonly #signer: UrlSigner;

  constructor(secrets: readonly string[]) {
    this.#signer = new UrlSigner(secrets, 'upload address');
  }

  sign({ workspaceId, fileId, expiresAt }: UploadGrant): string {
    const owner = Buffer.from(workspaceId).toString('base64url');
    return `${owner}.${this.#signer.sign(subject(workspaceId, fileId), expiresAt)}`;
  }

  /** Throws `invalid_upload_token` or `upload_token_expired`. */
  verify(token: string | undefined, fileId: string, now: number): UploadGrant {
    const [owner = '', expiry = '', signature = ''] = token?.split('.') ?? [];
    const workspaceId = Buffer.from(owner, 'base64url').toString();
    const state = this.#signer.verify(`${expiry}.${signature}`, subject(workspaceId, fileId), now);
    if (state === 'invalid') {
      throw new AppError('invalid_upload_token', 'This upload address was altered or belongs to another file.');
    }
    if (state === 'expired') {
      throw new AppError('upload_token_expired', 'This upload address no longer works. Ask for a new one.');
    }
    return { workspaceId, fileId, expiresAt: Number(expiry) };
  }
}

const subject = (workspaceId: string, fileId: string): string => `${method}\n${fileId}\n${workspaceId}`;
