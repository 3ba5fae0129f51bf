import { createHmac } from 'node:crypto';
import type { ErasureReceipt } from '@parley/contract';
import { isSameSecret } from '../../../lib/same-secret.ts';
import { deriveKey } from '../../../lib/secrets.ts';

export type UnsignedReceipt = Omit<ErasureReceipt, 'signature'>;

/** Signs receipts with a key of the service's secret; those that an older secret has signed still verify. */
export class ReceiptSigner {
  readonly #keys: { receipts: Buffer; subjects: Buffer }[];

  /** Newest first. */
  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => ({
      receipts: deriveKey(secret, 'erasure receipts'),
      subjects: deriveKey(secret, 'erasure subjects'),
    }));
  }

  /** Whose things were deleted, so that nobody can read it out of the receipt. */
  subject(id: string): string {
    return digest(this.#newest().subjects, id);
  }

  isSubject(subject: string, id: string): boolean {
    return this.#keys.some(({ subjects }) => isSameSecret(subject, digest(subjects, id)));
  }

  sign(receipt: UnsignedReceipt): ErasureReceipt {
    return { ...receipt, signature: digest(this.#newest().receipts, textOf(receipt)) };
  }

  verify({ signature, ...receipt }: ErasureReceipt): boolean {
    const text = textOf(receipt);
    return this.#keys.some(({ receipts }) => isSameSecret(signature, digest(receipts, text)));
  }

  #newest() {
    const [newest] = this.#keys;
    if (!newest) throw new Error('there is no secret to sign with');
    return newest;
  }
}

const digest = (key: Buffer, text: string): string =>
  `hmac-sha256:${createHmac('sha256', key).update(text).digest('hex')}`;

/** The same for the same receipt, however its fields are ordered: clients store it in many ways. */
function textOf(receipt: UnsignedReceipt): string {
  return JSON.stringify(receipt, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
