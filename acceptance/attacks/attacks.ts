import { documentAttacks } from './document-attacks.ts';
import { schemaAttacks } from './schema-attacks.ts';

/** One request that tries to keep the service busy. */
export interface Attack {
  name: string;
  method: string;
  path: string;
  body: unknown;
  isAdmin?: boolean;
  /** What the model says to it. */
  reply?: string;
}

/** All attacks for a seed, the same for the same seed. */
export function attacksOf(seed: number): Attack[] {
  const random = seeded(seed);
  return [...schemaAttacks(random), ...documentAttacks(random)];
}

/** The same numbers for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
