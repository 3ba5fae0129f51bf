import { createHmac } from 'node:crypto';
import { isSameSecret } from './same-secret.ts';

/* Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and 30 seconds, which is what every app knows. */

const stepMs = 30_000;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The step that a code is of: now, the one before or the one after; null for a wrong code. */
export function stepOf(secret: Buffer, code: string, now: number): number | null {
  const current = Math.floor(now / stepMs);
  return [current, current - 1, current + 1].find((step) => isSameSecret(code, codeAt(secret, step))) ?? null;
}

/** In base32 (RFC 4648) without padding. */
export function textOf(secret: Buffer): string {
  let bits = '';
  for (const byte of secret) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function secretOf(text: string): Buffer {
  let bits = '';
  for (const letter of text) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
