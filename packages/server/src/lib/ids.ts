import { randomBytes, randomUUID } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random characters of base62, without bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 that fits a byte.
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

let pool = '';

/** A random id such as `req_5fK…`: prefix, underscore, 24 characters (143 bits). */
export function newId(prefix: string): string {
  // Drawn in bulk: one system call serves many ids.
  if (pool.length < 24) pool = randomBase62(24 * 64);
  const id = pool.slice(-24);
  pool = pool.slice(0, -24);
  return `${prefix}_${id}`;
}

export const newUuid = (): string => randomUUID();
