/** A word as it is searched, and where it stands in the text (UTF-16, end exclusive). */
export interface Term {
  term: string;
  start: number;
  end: number;
}

const wordPattern =
  /(?<joined>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+)|(?<unspaced>[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|(?<number>\p{N}+(?:[.,]\p{N}+)*)|(?<word>[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*)/gu;

let segmenter: Intl.Segmenter | undefined;

/**
 * The words of a text in any script, folded: lower case, without accents. Chinese, Japanese and Korean come as pairs of
 * neighbouring characters, which finds words without a dictionary; Thai and its neighbours by the runtime's dictionary.
 */
export function* wordTerms(text: string): Generator<Term> {
  for (const match of text.matchAll(wordPattern)) {
    const start = match.index;
    const { joined, unspaced, number } = match.groups ?? {};
    if (match[0].length > longestRun) yield* inParts(match[0], start);
    else if (joined !== undefined) yield* pairs(joined, start);
    else if (unspaced !== undefined) yield* segments(unspaced, start);
    else if (number !== undefined) yield { term: plainNumber(number), start, end: start + number.length };
    else yield { term: foldWord(match[0]), start, end: start + match[0].length };
  }
}

/** A run without a break that is longer is read in parts: nobody's word is as long, and each part takes well under a millisecond. */
const longestRun = 1_000;

function* inParts(run: string, offset: number): Generator<Term> {
  for (let at = 0; at < run.length; ) {
    const end = wholeCharacter(run, Math.min(run.length, at + longestRun - 1));
    for (const part of wordTerms(run.slice(at, end))) {
      yield { term: part.term, start: offset + at + part.start, end: offset + at + part.end };
    }
    at = end;
  }
}

/** The place itself, or the next one when it would part the two halves of a character. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

function* pairs(run: string, start: number): Generator<Term> {
  const characters = [...run.normalize('NFC').toLowerCase()];
  if (characters.length === 1) yield { term: run, start, end: start + run.length };
  let at = start;
  for (let index = 0; index + 1 < characters.length; index++) {
    const term = `${characters[index]}${characters[index + 1]}`;
    yield { term, start: at, end: Math.min(at + term.length, start + run.length) };
    at += characters[index]?.length ?? 1;
  }
}

function* segments(run: string, start: number): Generator<Term> {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  for (const { segment, index } of segmenter.segment(run)) {
    yield { term: segment, start: start + index, end: start + index + segment.length };
  }
}

/** 1,000,000 and 1.000.000 are the same number however it is grouped; 3.14 and 3,14 keep a point. */
function plainNumber(number: string): string {
  if (/^\p{N}+$/u.test(number)) return number;
  if (/^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(number)) return number.replace(/[.,]/g, '');
  return number.replace(/,/g, '.');
}

const special: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** Lower case, without accents, possessives and presentation forms, so that spellings of one word meet. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is plain ASCII.
  if (/^[\x00-\x7f]*$/.test(lower)) return lower.includes("'") ? lower.replace(/'s$|'/g, '') : lower;
  return (
    lower
      .normalize('NFKD')
      // Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs; not the vowels of Indian scripts.
      .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
      .replace(/[ßæœøłđðþı]/g, (letter) => special[letter] ?? letter)
      .replace(/[\u0622\u0623\u0625]/g, '\u0627')
      .replace(/\u0649/g, '\u064a')
      .replace(/\u0629/g, '\u0647')
      .replace(/['’]s$|['’]/g, '')
  );
}
