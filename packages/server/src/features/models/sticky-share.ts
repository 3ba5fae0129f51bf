import { createHash } from 'node:crypto';

/** Whether somebody is among a share of all: always the same answer for the same name and share, and more of the same for a larger share. */
export function isChosen({ of, who, share }: { of: string; who: string; share: number }): boolean {
  return placeOf(of, who) < share;
}

/** From 0 to 1, spread evenly. */
function placeOf(of: string, who: string): number {
  return createHash('sha256').update(`${of}\n${who}`).digest().readUInt32BE() / 2 ** 32;
}
