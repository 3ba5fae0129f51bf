import { sentencesOf } from '../text/sentences.ts';
import type { Grid } from './document-part.ts';
import { isSameThing, type LabelWord, labelWords } from './label-words.ts';
import { signatureAt } from './signature.ts';
import { SpanIndex } from './span-index.ts';

/** A sentence with its words; in the signature of a mail the sender is always spoken of. */
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
  const signed = signatureAt(text);
  const tables = new SpanIndex(
    grids.map(({ headings, rows }) => ({ start: headings[0]?.start ?? 0, end: rows.at(-1)?.at(-1)?.end ?? 0 })),
  );
  const isInTable = (at: number) => tables.isMet(at, at + 1);
  return sentencesOf(text, { isWrapped: true })
    .slice(0, mostSentences)
    .filter(({ start, end }) => !/^\s*\|/.test(text.slice(start, end)) && !isInTable(start))
    .map(({ text: said, start, end }) => {
      const words = labelWords(joinVerb(said));
      const isSigned = signed !== undefined && start >= signed;
      return { text: said, start, end, words: isSigned ? [...words, ...labelWords('sender')] : words };
    });
}

/** "picks them up on" → "pick up on": verbs whose parts are torn apart. */
export const joinVerb = (text: string): string =>
  text.replaceAll(/\b(pick|take|set|hand|check)(?:s|ed)?\s+(?:\p{L}+\s+){0,3}?(up|over|out|in)\b/gu, '$1 $2');

/** Whether some words name a thing. */
export const mentions = (words: readonly LabelWord[], word: LabelWord): boolean =>
  words.some(({ stem }) => isSameThing(stem, word.stem));
