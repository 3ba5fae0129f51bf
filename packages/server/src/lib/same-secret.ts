import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that does not depend on where they differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
