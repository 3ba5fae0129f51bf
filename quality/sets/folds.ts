export const folds = 5;

/** Which fold a file is held out in, by its name; another `seed` parts the files anew. */
export function foldOf(name: string, seed = 7): number {
  let hash = seed;
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return (hash >>> 3) % folds;
}

/** Files that the encoder does not learn from, so that the trees can learn what to make of it: its own lessons it would know too well. */
export const isHeldFromEncoder = (group: string): boolean => foldOf(group) === 0;

/** The fold of a file that the encoder has not seen, among those. */
export const foldOfHeld = (group: string): number => foldOf(group, 11);
