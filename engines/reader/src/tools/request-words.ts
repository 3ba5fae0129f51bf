import { sentencesOf } from '@parley/text';
import { type Language, wordClass } from '../text/function-words.ts';
import type { Tag } from '../text/part-of-speech.ts';
import type { Token } from '../text/tokens.ts';
import { wordStem } from '../text/word-stem.ts';

/** A word, number or mark of a request. */
export interface RequestWord extends Token {
  isCapital: boolean;
  /** A word of a closed class: article, preposition, pronoun, auxiliary … */
  isFunction: boolean;
  /** The first word of a sentence, whose capital letter says nothing. */
  isFirst: boolean;
  /** `X` until a tagger has seen it. */
  tag: Tag;
}

const pattern =
  /(?<number>\d+(?:,\d{3})+(?:\.\d+)?(?![\d\p{L}])|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\d_]|\.\d))|(?<word>\d+(?:[.,]\d+)+[\p{L}]+|[\p{L}\p{M}\d_]+(?:['’](?:s|t|re|ve|ll|d|m)(?![\p{L}]))?|['’]s(?!\p{L}))|(?<mark>[^\s])/gu;

/** Splits a request into words. Hyphens split words, so that "round-trip" shares its parts with `round_trip`. */
export function readWords(text: string, language: Language = 'en'): RequestWord[] {
  const words: RequestWord[] = [];
  const starts = sentencesOf(text).map((sentence) => sentence.start);
  let isFirst = true;
  for (const match of text.matchAll(pattern)) {
    const raw = match[0];
    while ((starts[0] ?? text.length) <= match.index) {
      starts.shift();
      isFirst = true;
    }
    const groups = match.groups ?? {};
    const kind = groups.number !== undefined ? 'number' : groups.word !== undefined ? 'word' : 'mark';
    const lower = raw.toLowerCase();
    const closed = kind === 'word' ? wordClass(lower, language) : undefined;
    words.push({
      text: raw,
      lower,
      stem: kind === 'word' ? wordStem(lower.replace(/['’]s$/, '')) : lower,
      start: match.index,
      end: match.index + raw.length,
      kind,
      isCapital: kind === 'word' && /^\p{Lu}/u.test(raw),
      wordClass: closed,
      isContent: kind !== 'mark' && closed === undefined,
      isFunction: closed !== undefined,
      tag: 'X',
      isFirst: isFirst && kind === 'word',
    });
    if (kind !== 'mark') isFirst = false;
    else if (raw === ':') isFirst = true;
  }
  return words;
}

/** The words of an identifier: `getUserInfo`, `get_user_info` and `user.get-info` alike. */
export function identifierWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

export function stemsOf(text: string, language: Language = 'en'): string[] {
  return readWords(text, language)
    .filter((word) => word.kind === 'word' && !word.isFunction)
    .map((word) => word.stem);
}
