/** A word as it is looked up: in small letters, without accents; ß as ss. */
export const foldWord = (word: string): string =>
  // Most words have plain letters alone, for which the rest changes nothing.
  /^[\w'-]*$/.test(word)
    ? word.toLowerCase()
    : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('’', "'");

/** What `word-table.bin` says of a word. */
export const wordFlags = { given: 1, family: 2, ordinary: 4, place: 8 } as const;

const flagBits = 4;

/** FNV-1a over UTF-16 units in the upper 28 bits, room for the flags in the lower 4. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return ((hash >>> flagBits) << flagBits) >>> 0;
}
