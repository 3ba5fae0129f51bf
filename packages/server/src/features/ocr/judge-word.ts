/** Tells whether a word stands in the word list of a language that the page may be written in. */
export interface Dictionary {
  has(word: string): boolean;
}

const number = /^[-+(]?[$€£¥]?\d+([.,:/-]\d+)*[%)]?[.,:;]?$/u;

/**
 * How much a reading looks like something people write, as the logarithm of how many times likelier that makes it:
 * known words and well-formed numbers above 0, odd mixtures below.
 */
export function plausibility(word: string, dictionary: Dictionary): number {
  if (number.test(word)) return 1;
  const core = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (core === '') return 0;
  let score = 0;
  if (/^\p{L}+([/&.,'’-]\p{L}+)*$/u.test(core)) {
    if (isKnown(core, dictionary)) score += knownBonus(core.length);
    if (hasOddCase(core)) score -= 1.5;
  } else if (/\p{L}\p{N}\p{L}/u.test(core) || /^\p{L}\d+[.,]\d\d$/u.test(core)) {
    score -= 1;
  }
  if (/(.)\1{3,}/u.test(core) && !/^(\d+|x+)$/iu.test(core)) score -= 1.5;
  return score;
}

/** Longer words are rarer by chance. */
function knownBonus(length: number): number {
  return length >= 5 ? 3.5 : length === 4 ? 2.8 : length === 3 ? 1.8 : 0.5;
}

/** As written, in small letters, or with a capital; parts around punctuation each count for themselves. */
export function isKnown(word: string, dictionary: Dictionary): boolean {
  return word.split(/[/&.,'’-]/u).every((part) => {
    if (part === '') return true;
    const small = part.toLowerCase();
    if (dictionary.has(part) || dictionary.has(small)) return true;
    return dictionary.has(small.charAt(0).toUpperCase() + small.slice(1));
  });
}

/** Capitals inside small letters or the reverse (`recEipt`, `lTEM`), which print rarely has and misreadings often. */
function hasOddCase(word: string): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '');
  if (letters.length < 3) return false;
  if (letters === letters.toUpperCase() || letters.slice(1) === letters.slice(1).toLowerCase()) return false;
  // Names such as McDonald or BarWang: each capital begins a part in small letters.
  return !/^(\p{Lu}\p{Ll}+)+$/u.test(letters);
}
