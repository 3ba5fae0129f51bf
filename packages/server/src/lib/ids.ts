import { randomBytes, randomUUID } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random characters of base62, without bias. */
export function randomBase62(length: number): string {
  const letters = Buffer.allocUnsafe(length);
  let made = 0;
  while (made < length) {
    for (const byte of randomBytes(length - made + 8)) {
      // 248 is the largest multiple of 62 that fits a byte.
      if (byte < 248 && made < length) letters[made++] = base62.charCodeAt(byte % 62);
    }
  }
  return letters.toString('latin1');
}

let pool = '';
let used = 0;
let timeMs = 0;
let timeText = '';

/**
 * A random id such as `req_0Ut3…`: prefix, underscore, 7 characters of time, 17 random ones (101 bits). Ids made one after the
 * other sort so, which keeps the indexes of tables that grow by appending small and fast.
 */
export function newId(prefix: string): string {
  // Drawn in bulk: one system call serves many ids.
  if (used === pool.length) {
    pool = randomBase62(randomLength * 64);
    used = 0;
  }
  const random = pool.slice(used, used + randomLength);
  used += randomLength;
  return `${prefix}_${timePart(Date.now())}${random}`;
}

const randomLength = 17;
const timeLength = 7;

/** Milliseconds in base62; seven digits last until the year 2081. */
function timePart(now: number): string {
  if (now === timeMs) return timeText;
  let rest = now;
  let text = '';
  for (let digit = 0; digit < timeLength; digit++) {
    text = `${base62[rest % 62]}${text}`;
    rest = Math.floor(rest / 62);
  }
  timeMs = now;
  timeText = text;
  return text;
}

export const newUuid = (): string => randomUUID();

/** Whether a text in lower case is written as a UUID. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
