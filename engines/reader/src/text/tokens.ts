import { longestWord } from '../bounds/bounds.ts';
import { type Language, type WordClass, wordClass } from './function-words.ts';
import { wordStem } from './word-stem.ts';

/** `word` · `number` (digits, also `10th`, `1960s`) · `mark` (punctuation and symbols). */
type TokenKind = 'word' | 'number' | 'mark';

/** A piece of text and where it stands: UTF-16 offsets, end exclusive. */
export interface Token {
  start: number;
  end: number;
  text: string;
  lower: string;
  /** What inflected forms share; equal to `lower` for marks. */
  stem: string;
  kind: TokenKind;
  /** Its closed class; undefined for words with a meaning of their own, numbers and marks. */
  wordClass: WordClass | undefined;
  /** A number, or a word with a meaning of its own. */
  isContent: boolean;
}

/** Groups: 1 a run of a script without spaces, 2 a number, 3 a mark; words, the possessive 's and what French and Italian elide have none. */
const tokenPattern =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+)|(\d+(?:[.,:]\d+)*\p{L}{0,6})|['’][sS](?!\p{L})|(?:[cdjlmnstCDJLMNST]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Dd]ell|[Nn]ell|[Ss]ull|[Aa]ll|[Dd]all|[Uu]n)['’](?=\p{L}{2})|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+(?<!['’]s))*|([^\s])/gu;

let segmenter: Intl.Segmenter | undefined;

/** Splits text of any script into tokens; scripts without spaces are segmented by the dictionary of the runtime. */
export function tokenize(text: string, language: Language, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  const part = from === 0 && to === text.length ? text : text.slice(from, to);
  tokenPattern.lastIndex = 0;
  for (let match = tokenPattern.exec(part); match !== null; match = tokenPattern.exec(part)) {
    const start = from + match.index;
    if (match[1] !== undefined) pushSegments(tokens, match[0], start);
    else tokens.push(makeToken(match[0], start, language, match[2] !== undefined, match[3] !== undefined));
  }
  return tokens;
}

function pushSegments(tokens: Token[], run: string, start: number): void {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  for (const { segment, index } of segmenter.segment(run)) {
    tokens.push(
      makeToken(
        segment,
        start + index,
        'zh',
        /^[〇一二三四五六七八九十百千万亿]+$/.test(segment) && segment !== '一',
        false,
      ),
    );
  }
}

function makeToken(text: string, start: number, language: Language, isNumber: boolean, isMark: boolean): Token {
  const end = start + text.length;
  const lower = text.toLowerCase();
  const base = { start, end, text, lower, wordClass: undefined };
  if (isMark) return { ...base, stem: lower, kind: 'mark', isContent: false };
  if (isNumber) {
    const stem = lower.slice(0, longestWord).replace(/,(?=\d{3})/g, '');
    return { ...base, stem, kind: 'number', isContent: true };
  }
  // "l'eau", "d'Odile", "dell'acqua": what is left of an article or a pronoun before a vowel.
  const closed = /['’]$/.test(lower) ? 'article' : wordClass(lower, language);
  return { ...base, stem: wordStem(lower), kind: 'word', wordClass: closed, isContent: closed === undefined };
}
