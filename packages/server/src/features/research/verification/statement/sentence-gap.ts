import { type KnownLanguage, sentencesOf } from '@parley/text';
import { disagreements } from './sentence-agreement.ts';

/** Clauses that may rest on different sentences: "X opened in 1990, and Y closed in 2001". */
const joints = /;\s+|,\s+(?:and|while|whereas|but)\s+|(?<!\s)\s+(?:while|whereas)\s+/;
const leastClauseWords = 3;

/**
 * What keeps a statement from being said by the quoted sentences: by one of them, or each of its clauses by one.
 * Empty: they say it. Where the language's operators are not known nothing is judged here.
 */
export function sentenceGap(
  statement: string,
  quotes: readonly string[],
  { language, subject }: { language: KnownLanguage | null; subject: string },
): string[] {
  if (language !== 'en') return [];
  const sentences = quotes.flatMap((quote) => sentencesOf(quote).map(({ text }) => text));
  const gap = (part: string) => {
    let least: string[] | null = null;
    for (const sentence of sentences) {
      const found = disagreements(part, sentence, { language, subject });
      if (found.length === 0) return [];
      if (least === null || found.length < least.length) least = found;
    }
    return least ?? ['nothing is quoted'];
  };
  const whole = gap(statement);
  if (whole.length === 0) return [];
  const clauses = statement.split(joints);
  if (clauses.length < 2 || clauses.some((clause) => clause.split(/\s+/).length < leastClauseWords)) return whole;
  return clauses.flatMap(gap).length === 0 ? [] : whole;
}
