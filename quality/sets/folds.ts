export const folds = 5;

/** Which fold a file is held out in, by its name. */
export function foldOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return (hash >>> 3) % folds;
}
