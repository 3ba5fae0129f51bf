import { sentencesOf } from '../text/sentences.ts';
import type { Grid } from './document-part.ts';
import { isSameThing, type LabelWord, labelWords } from './label-words.ts';
import { SpanIndex } from './span-index.ts';

/** A sentence with its words. */
export interface SaidSentence {
  text: string;
  start: number;
  end: number;
  words: LabelWord[];
}

const mostSentences = 20_000;

/** The sentences of a text, tables left out. */
export function readSentences(text: string, grids: readonly Grid[]): SaidSentence[] {
  if (/^\s*[[{]/.test(text)) return [];
  const tables = new SpanIndex(
    grids.map(({ headings, rows }) => ({ start: headings[0]?.start ?? 0, end: rows.at(-1)?.at(-1)?.end ?? 0 })),
  );
  const isInTable = (at: number) => tables.isMet(at, at + 1);
  return sentencesOf(text, { isWrapped: true })
    .slice(0, mostSentences)
    .filter(({ start, end }) => !/^\s*\|/.test(text.slice(start, end)) && !isInTable(start))
    .map(({ text: said, start, end }) => ({ text: said, start, end, words: labelWords(said) }));
}

/** Whether some words name a thing. */
export const mentions = (words: readonly LabelWord[], word: LabelWord): boolean =>
  words.some(({ stem }) => isSameThing(stem, word.stem));
