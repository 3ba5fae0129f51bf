import { type FoundDate, findDates } from '@parley/text';
import { type FoundNumber, findNumbers, mainCurrency } from './amounts.ts';
import { type DocumentParts, readDocumentParts } from './document-parts.ts';
import { type Line, readLayout } from './layout.ts';
import { readSentences, type SaidSentence } from './said-sentence.ts';
import { SpanIndex } from './span-index.ts';

/** A text read once for all fields. */
export interface SourceText {
  text: string;
  lines: Line[];
  dates: FoundDate[];
  datesByPlace: SpanIndex<FoundDate>;
  numbers: FoundNumber[];
  numbersByPlace: SpanIndex<FoundNumber>;
  currency: { text: string; start: number; end: number } | undefined;
  parts: DocumentParts;
  sentences: SaidSentence[];
  /** Its runs of letters, in lower case. */
  words: ReadonlySet<string>;
}

export function readSource(text: string): SourceText {
  const dates = findDates(text);
  const datesByPlace = new SpanIndex(dates);
  const numbers = findNumbers(text).filter(
    (number) =>
      !datesByPlace
        .meeting(number.start, number.end)
        .some((date) => number.start >= date.start && number.end <= date.end),
  );
  const lines = readLayout(text);
  const parts = readDocumentParts(text, lines);
  const sentences = readSentences(text, parts.grids);
  return {
    text,
    lines,
    dates,
    datesByPlace,
    numbers,
    numbersByPlace: new SpanIndex(numbers),
    currency: mainCurrency(text),
    parts,
    sentences,
    words: new Set(lettersIn(text)),
  };
}

const lettersIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/**
 * Whether a text has a word that a name begins with, the words of the name written together or apart, the last one perhaps with an s.
 * Where it has none, the name does not stand in it, and no pattern need go through the text.
 */
export function mayStand(name: string, { text, words }: Pick<SourceText, 'text' | 'words'>): boolean {
  const parts = lettersIn(name);
  if (parts.length === 0) return text.includes(name.split(/\s+/, 1)[0] ?? '');
  let joined = '';
  for (const part of parts) {
    joined += part;
    if (words.has(joined) || words.has(`${joined}s`)) return true;
  }
  return false;
}
