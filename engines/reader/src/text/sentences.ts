import { type Sentence, type SentenceOptions, sentencesOf as wholeSentencesOf } from '@parley/text';
import { longestSentence } from '../bounds/bounds.ts';

export type { Sentence } from '@parley/text';

/** How far before the bound a space is looked for, so that no word is cut. */
const nearEnd = 200;

/** The sentences of a text; what goes on for longer than sentences do is cut between two words. */
export function sentencesOf(text: string, options?: SentenceOptions): Sentence[] {
  const whole = wholeSentencesOf(text, options);
  return whole.some(isLong)
    ? whole.flatMap((sentence) => (isLong(sentence) ? stretchesOf(sentence) : [sentence]))
    : whole;
}

const isLong = ({ start, end }: Sentence): boolean => end - start > longestSentence;

function stretchesOf({ text, start }: Sentence): Sentence[] {
  const stretches: Sentence[] = [];
  for (let from = 0; from < text.length; ) {
    const to = endOfStretch(text, from);
    const stretch = text.slice(from, to);
    const said = stretch.trim();
    const at = start + from + stretch.length - stretch.trimStart().length;
    if (said !== '') stretches.push({ text: said, start: at, end: at + said.length });
    from = to;
  }
  return stretches;
}

function endOfStretch(text: string, from: number): number {
  const most = from + longestSentence;
  if (most >= text.length) return text.length;
  for (let at = most; at > most - nearEnd; at--) if (/\s/.test(text.charAt(at))) return at;
  // Both halves of a character outside the basic plane stay together.
  return /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
}
