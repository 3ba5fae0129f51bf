import { wordFlags } from './words/fold-word.ts';
import { germanWords, letterTitles, titles } from './words/name-words.ts';
import type { WordTable } from './words/word-table.ts';

/** A word of a text with what is known of it. */
export interface NameWord {
  text: string;
  /** In small letters, without a stop and an ending of possession. */
  key: string;
  start: number;
  end: number;
  /** What stands between the word before and this one. */
  gap: string;
  isCapital: boolean;
  isInitial: boolean;
  isGiven: boolean;
  isFamily: boolean;
  isOrdinary: boolean;
  isPlace: boolean;
  isUnknown: boolean;
}

const wordForm = /\p{L}[\p{L}\p{M}'’-]{0,39}/gu;
const possession = /['’](?:s|S)?$/;

/** The words of a text, and whether it is German, in which nouns have capital letters. */
export class NameText {
  readonly words: readonly NameWord[];
  readonly text: string;
  readonly isGerman: boolean;

  constructor(text: string, table: WordTable) {
    this.text = text;
    const words: NameWord[] = [];
    let [german, end] = [0, 0];
    for (const match of text.matchAll(wordForm)) {
      const word = readWord(match[0], match.index, { text, gap: text.slice(end, match.index), table });
      end = word.start + word.text.length;
      if (germanWords.has(word.text)) german++;
      words.push(word);
    }
    this.words = words;
    this.isGerman = german * 8 > words.length;
  }

  /** Nothing but a space, or an initial's stop, between the word before and this one. */
  followsOn(i: number): boolean {
    const [word, before] = [this.words[i], this.words[i - 1]];
    if (!word || !before) return false;
    return word.gap === ' ' || (before.isInitial && /^\. ?$/.test(word.gap));
  }

  /** Where a capital letter says nothing: at the start of a text, a sentence or a line. */
  isAtStart(i: number): boolean {
    const gap = this.words[i]?.gap ?? '';
    return i === 0 || /[.!?:…\n•|«"“„¿¡–—(*>]/.test(gap);
  }

  /** The up to `count` words before, joined; empty where a sentence ends between. */
  before(i: number, count: number): string {
    if (i < count) return '';
    let phrase = '';
    for (let at = i - count; at < i; at++) {
      const gap = this.words[at + 1]?.gap ?? '';
      if (!/^[\s:=,(–—"“„«'-]{1,6}$/.test(gap)) return '';
      phrase += (phrase === '' ? '' : ' ') + (this.words[at]?.key ?? '');
    }
    return phrase;
  }
}

interface Place {
  text: string;
  gap: string;
  table: WordTable;
}

function readWord(form: string, start: number, { text, gap, table }: Place): NameWord {
  // bounded: a word, at most 40 characters
  const bare = form.replace(/['’-]+$/, '') || form;
  const hasStop = text[start + bare.length] === '.' && (titles.has(bare.toLowerCase()) || letterTitles.has(`${bare}.`));
  const plain = bare.replace(possession, '');
  const isCapital = /^(?:[dDlL]['’])?\p{Lu}/u.test(bare);
  const flags = flagsOf(plain, table);
  const has = (flag: keyof typeof wordFlags) => (flags & wordFlags[flag]) !== 0;
  return {
    text: hasStop ? `${bare}.` : bare,
    key: plain.toLowerCase(),
    start,
    end: start + plain.length + (hasStop ? 1 : 0),
    gap,
    isCapital: isCapital && bare.length > 1,
    isInitial: isCapital && bare.length === 1,
    isGiven: has('given'),
    isFamily: has('family'),
    isOrdinary: has('ordinary'),
    isPlace: has('place'),
    isUnknown: flags === 0,
  };
}

/** Of words with hyphens: a given name where it begins with one, ordinary where each part is. */
function flagsOf(word: string, table: WordTable): number {
  const own = table.flagsOf(word);
  if (own !== 0 || !/[-'’]/.test(word)) return own;
  const parts = word.split(/[-'’]/).filter((part) => part.length > 1);
  const flags = parts.map((part) => table.flagsOf(part));
  const all = flags.reduce((sum, one) => sum & one, ~0);
  const { given, family, ordinary, place } = wordFlags;
  const isGiven =
    ((flags[0] ?? 0) & given) !== 0 && (((flags.at(-1) ?? 0) & ordinary) === 0 || ((flags.at(-1) ?? 0) & given) !== 0);
  const isFamily = flags.some((one) => (one & family) !== 0) && (all & ordinary) === 0;
  return (isGiven ? given : 0) | (isFamily ? family : 0) | (all & ordinary) | (all & place);
}
