// bounded: every pattern of this file sees a word that was read off a picture, at most 200 characters

/** Tells whether a word stands in the word list of a language that the page may be written in. */
export interface Dictionary {
  has(word: string): boolean;
}

/** What is longer is a rule or a row of marks. */
const longestWord = 200;

/** Little: a misread letter makes a number of a code as easily. */
const numberBonus = 0.5;
const number = /^[-+(@#=*]?[$€£¥]?\d+([.,:/&-]\d+)*[%)&]?[.,:;]?$/u;
/** What a word of letters and digits loses, and what each change from one to the other beyond the first costs. */
const mixed = 0.5;
const changed = 1;
/** `3x`, `12x4.50`: times, not a letter among digits. */
const times = /^\d+[x×X](\d+([.,]\d+)*)?$/u;

/** `$x`, `&x`: no sum and no word. */
const mixedMark = /[$€£¥]\p{L}|^&\p{L}/u;
/** Brackets and quotation marks inside a word that nothing closes. */
const strayMark = /[\p{L}\p{N}]["“”({[\]})|<>][\p{L}\p{N}]/u;
const webAddress = /^(https?:|www\.)|^[\w.-]+@[\w.-]+$|\.(com|net|org|edu|gov|info)(\/\S*)?$/iu;
/** Print sets addresses without spaces, whatever the gaps around their dots. */
const addressBonus = 1.5;

/**
 * How much a reading looks like something people write, as the logarithm of how many times likelier that makes it:
 * known words and well-formed numbers above 0, odd mixtures below.
 */
export function plausibility(whole: string, dictionary: Dictionary): number {
  const word = whole.slice(0, longestWord);
  if (number.test(word)) return numberBonus;
  if (times.test(word)) return -mixed;
  const core = word.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
  if (core === '') return 0;
  let score = knownShare(core, dictionary) - mixturePenalty(core);
  if (hasOddCase(core)) score -= 1.5;
  if (mixedMark.test(word)) score -= 1;
  if (strayMark.test(core.replace(/\([^()]*\)/gu, ''))) score -= 1;
  if (webAddress.test(core)) score += addressBonus;
  if (/(.)\1{3,}/u.test(core) && !/^(\d+|x+)$/iu.test(core)) score -= 1.5;
  return score;
}

/** What the known words among the parts of a word are worth, each by its share of the letters. */
function knownShare(core: string, dictionary: Dictionary): number {
  const parts = core.split(/[^\p{L}\p{N}]+/u).filter((part) => /^\p{L}+$/u.test(part));
  const letters = parts.reduce((sum, part) => sum + part.length, 0);
  const known = parts.filter((part) => isKnown(part, dictionary));
  return known.reduce((sum, part) => sum + part.length * knownBonus(part.length), 0) / Math.max(1, letters);
}

/** Codes mix letters and digits, but in few runs (`OR1803`, `12kg`): each further change makes a misreading likelier. */
function mixturePenalty(core: string): number {
  if (/^\p{L}\d+[.,]\d\d$/u.test(core)) return 1;
  const changes = core.match(/\p{L}(?=[.,]?\p{N})|\p{N}(?=[.,]?\p{L})/gu) ?? [];
  const total = changes.length;
  return total === 0 ? 0 : mixed + (total - 1) * changed;
}

/** Longer words are rarer by chance. */
function knownBonus(length: number): number {
  return length >= 5 ? 3.5 : length === 4 ? 2.8 : length === 3 ? 1.8 : 0.5;
}

/** As written, in small letters, or with a capital. */
export function isKnown(word: string, dictionary: Dictionary): boolean {
  const small = word.toLowerCase();
  return (
    dictionary.has(word) || dictionary.has(small) || dictionary.has(small.charAt(0).toUpperCase() + small.slice(1))
  );
}

/** Capitals inside small letters or the reverse (`recEipt`, `lTEM`), which print rarely has and misreadings often. */
function hasOddCase(word: string): boolean {
  if (/\p{N}/u.test(word)) return false;
  const letters = word.replace(/[^\p{L}]/gu, '');
  if (letters.length < 3) return false;
  if (letters === letters.toUpperCase() || letters.slice(1) === letters.slice(1).toLowerCase()) return false;
  // Names such as McDonald or BarWang: each capital begins a part in small letters.
  return !/^(\p{Lu}\p{Ll}+)+$/u.test(letters);
}
