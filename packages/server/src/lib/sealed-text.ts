import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './secrets.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a short text under the newest secret, for one purpose and one context (the id of its row). */
export function sealText(text: string, secrets: readonly string[], purpose: string, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(secrets[0] ?? '', purpose), nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The text again; null when none of the secrets opens it, or it belongs to another context. */
export function openText(sealed: string, secrets: readonly string[], purpose: string, context: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return null;
  for (const secret of secrets) {
    const decipher = createDecipheriv(algorithm, deriveKey(secret, purpose), bytes.subarray(0, nonceBytes));
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString();
    } catch {
      // Sealed under another of the secrets.
    }
  }
  return null;
}
