import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../../lib/same-secret.ts';
import { deriveKey } from '../../../lib/secrets.ts';

const timeBytes = 6;
const randomLength = 16;
const lifeMs = 5 * 60_000;

/**
 * A challenge that this service knows again without keeping it: when it was made, chance, and a seal over both and over what it is for.
 * Anybody may ask for one to sign in, so that nothing may grow with how many are asked for.
 */
export function makeChallenge(purpose: string, now: number, secrets: readonly string[]): Buffer {
  const head = Buffer.alloc(timeBytes + randomLength);
  head.writeUIntBE(now, 0, timeBytes);
  randomBytes(randomLength).copy(head, timeBytes);
  return Buffer.concat([head, sealOf(head, purpose, secrets[0] ?? '')]);
}

/** When a challenge was made; null for one that is not of this service, is for something else, or is older than five minutes. */
export function challengeTime(
  challenge: string,
  purpose: string,
  { now, secrets }: { now: number; secrets: readonly string[] },
): number | null {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, timeBytes + randomLength);
  if (head.length < timeBytes + randomLength) return null;
  const seal = bytes.subarray(head.length).toString('base64url');
  const isOurs = secrets.some((secret) => isSameSecret(seal, sealOf(head, purpose, secret).toString('base64url')));
  const madeAt = head.readUIntBE(0, timeBytes);
  return isOurs && madeAt <= now && now - madeAt <= lifeMs ? madeAt : null;
}

const sealOf = (head: Buffer, purpose: string, secret: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'passkey challenge')).update(purpose).update('\0').update(head).digest();
