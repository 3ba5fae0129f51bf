import { hash } from 'node:crypto';
import { randomBase62 } from '../../../lib/ids.ts';

const publicLength = 8;
const secretLength = 32;
const checksumLength = 6;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `parley_` + 8-character public id + `_` + 32 random base62 characters + 6-character checksum. */
export function generateApiKey(): { key: string; prefix: string } {
  const prefix = `parley_${randomBase62(publicLength)}`;
  const body = `${prefix}_${randomBase62(secretLength)}`;
  return { key: body + checksum(body), prefix };
}

/** What is stored and looked up instead of the key. */
export const hashApiKey = (key: string): string => hash('sha256', key);

const generatedForm = new RegExp(`^parley_[0-9A-Za-z]{${publicLength}}_[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/** A cheap first look: every key that was made carries a checksum. */
export function looksGenerated(key: string): boolean {
  return generatedForm.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

/** The first bits of SHA-256 in base62: tells a mistyped key from an unknown one without a look-up. */
function checksum(body: string): string {
  let value = BigInt(`0x${hash('sha256', body).slice(0, 12)}`);
  let text = '';
  for (let index = 0; index < checksumLength; index++) {
    text += base62[Number(value % 62n)];
    value /= 62n;
  }
  return text;
}
