export const folds = 5;

/** Which fold a file is held out in, by its name. */
export function foldOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return (hash >>> 3) % folds;
}

/** Sets for practice that came after the encoder had learned what `isHeldFromEncoder` leaves to it. */
const laterSets = new Set(
  'banking care chats clubs companies guides jobs journeys knowledge news offers policies products property runbooks statutes'.split(
    ' ',
  ),
);

/** Files that the encoder does not learn from where the trees learn what to make of it: its own lessons it would know too well. */
export const isHeldFromEncoder = (group: string): boolean =>
  foldOf(group) < 2 || laterSets.has(/practice\/(\w+)/u.exec(group)?.[1] ?? '');
