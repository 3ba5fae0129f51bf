import { hash } from 'node:crypto';
import type { PassageWord, SegmentPassage } from '@parley/text';

/**
 * Words as lexemes of a `tsvector`: the hash of the word to the base of 36, after some letters that stand for the collection, so that
 * the list of a lexeme holds passages of one collection. A position's weight says where it stands: A is a heading and B one of a word that
 * says little by itself; D is the body and C such a word there.
 */
const prefixLetters = 4;
const base = 36;
/** PostgreSQL keeps no positions beyond and counts no more of one word. */
const lastPosition = 16_383;
const mostPositions = 255;

export const collectionPrefix = (collectionId: string): string =>
  (Number.parseInt(hash('sha256', collectionId, 'hex').slice(0, 12), 16) % base ** prefixLetters)
    .toString(base)
    .padStart(prefixLetters, '0');

export const wordOf = (termHash: number): string => termHash.toString(base);

export const hashOf = (word: string): number => Number.parseInt(word, base);

/** In SQL: the word of a lexeme. */
export const wordStart = prefixLetters + 1;

/** The words of a passage as `tsvector` reads them. */
export function toLexemes({ words, headingWords }: SegmentPassage, prefix: string): string {
  const positions = new Map<number, string[]>();
  for (const [at, { hash: term, isPlain }] of words.entries()) {
    if (at >= lastPosition) break;
    const list = positions.get(term) ?? [];
    if (list.length >= mostPositions) continue;
    list.push(`${at + 1}${weightOf(at < headingWords, isPlain)}`);
    positions.set(term, list);
  }
  return Array.from(positions, ([term, list]) => `${prefix}${wordOf(term)}:${list.join(',')}`).join(' ');
}

/** The words of a passage in their order, from a `tsvector` as text. */
export function fromLexemes(terms: string): PassageWord[] {
  const words: PassageWord[] = [];
  for (const lexeme of terms.split(' ')) {
    const colon = lexeme.lastIndexOf(':');
    if (colon < 0) continue;
    // PostgreSQL puts lexemes in quotes.
    const term = hashOf(lexeme.slice(1 + prefixLetters, colon - 1));
    for (const position of lexeme.slice(colon + 1).split(',')) {
      words[Number.parseInt(position, 10) - 1] = { hash: term, isPlain: /[BC]$/.test(position) };
    }
  }
  return words.filter((word) => word !== undefined);
}

const weightOf = (isHeading: boolean, isPlain: boolean): string => {
  if (isHeading) return isPlain ? 'B' : 'A';
  return isPlain ? 'C' : 'D';
};
