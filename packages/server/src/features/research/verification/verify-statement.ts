import {
  comparedWith,
  type Figure,
  figuresOf,
  foldWord,
  guessLanguage,
  type KnownLanguage,
  missingFigures,
  monthsAndDays,
  sentencesOf,
  stemWord,
  termsOf,
  unheldFigures,
} from '@parley/text';
import { swappedFigures } from './figure-places.ts';

export interface Evidence {
  /** The exact passages that the statement rests on. */
  quotes: readonly string[];
  /** Where names may come from as well: the page's title and the text around the quotes. */
  surroundings: readonly string[];
}

/** What code can prove of a statement; the rest is a judge's. */
export interface StatementJudgement {
  /** What refutes it: figures, dates and names that are not there, a "not" too many or too few, an address. No model may overrule these. */
  facts: string[];
  /** It is not said as it stands there: it may mean the same, or not. Empty lists: it is proven. */
  wording: string[];
}

export function judgeStatement(statement: string, evidence: Evidence): StatementJudgement {
  const quotes = evidence.quotes.join('\n');
  const around = [quotes, ...evidence.surroundings].join('\n');
  const language = guessLanguage(`${statement} ${quotes}`);
  const facts: string[] = [];
  for (const figure of wrongFigures(statement, quotes)) facts.push(`"${figure}" is not in the quote`);
  for (const figure of swappedFigures(statement, quotes)) facts.push(`"${figure}" counts something else in the quote`);
  for (const name of missingNames(statement, around, language)) facts.push(`"${name}" is not in the source`);
  if (comparedWith(statement, evidence.quotes, leastAlike) === 'turned')
    facts.push('the quote does not say this in the same sense (not / no)');
  if (/https?:|www\.|\bftp:/i.test(statement)) facts.push('it names an address');
  return { facts, wording: isSaid(statement, evidence.quotes) ? [] : ['the quote does not say it in these words'] };
}

/**
 * Clauses of a statement on several quotes whose figures and names no single one of them carries: each quote alone says
 * something true, and the mixture does not.
 */
export function mixedClauses(
  statement: string,
  evidence: readonly { quote: string; surroundings: readonly string[] }[],
): string[] {
  if (evidence.length < 2) return [];
  const language = guessLanguage(statement);
  const all = evidence.flatMap(({ quote, surroundings }) => [quote, ...surroundings]).join('\n');
  return statement
    .split(/[;,]\s+|(?<!\s)\s+(?:and|while|whereas|but|und|während|et|tandis que|y|mientras)\s+/)
    .filter((clause) => {
      if (figuresOf(clause).length === 0) return false;
      return !evidence.some(({ quote, surroundings }) => {
        const around = [quote, ...surroundings].join('\n');
        return missingFigures(clause, quote).length === 0 && missingNames(clause, around, language, all).length === 0;
      });
    });
}

/** Of the telling words of a quoted sentence so many must be the statement's for a "not" in one of them to turn it round. */
const leastAlike = 0.8;

/** Up to here a number in words may count what the quote lists ("both", "the two countries"). */
const mostCounted = 12;

function wrongFigures(statement: string, quotes: string): string[] {
  const figures = unheldFigures(statement, quotes).filter((figure) => !isCount(figure));
  const singular = (name: string) => name.replace(/s$/, '');
  const dates = new Set([...monthsAndDays(quotes)].map(singular));
  const days = [...monthsAndDays(statement)].filter((name) => !dates.has(singular(name)));
  return [...figures.map(({ text }) => text), ...days];
}

const isCount = ({ text, unit, values }: Figure): boolean =>
  unit === null && !/\d/.test(text) && values.every((value) => Number.isInteger(value) && value <= mostCounted);

/** Of words that begin alike the one may be made of the other: "German" and "Germany". */
const leastRoot = 4;

/** `all`: texts that show by a capital inside of a sentence which first words are names. Default: none. */
function missingNames(statement: string, around: string, language: KnownLanguage | null, all = ''): string[] {
  const stems = new Set(termsOf(around, language));
  // Inside of a sentence a capital tells a name.
  const names = new Set(all.match(/(?<=[\p{Ll}\p{N},] )\p{Lu}[\p{L}\p{M}]+/gu));
  const roots = new Set([...stems].map((stem) => stem.slice(0, leastRoot)));
  const isKnown = (word: string) => {
    const stem = stemWord(foldWord(word), language);
    return stems.has(stem) || (stem.length >= leastRoot && roots.has(stem.slice(0, leastRoot)));
  };
  const words = Array.from(statement.matchAll(/\p{L}[\p{L}\p{M}\p{N}'’]*|[.!?:;]/gu), (match) => match[0]);
  return words.filter((word, index) => {
    if (!isName(word, language) || isKnown(word)) return false;
    // The first word of a sentence has a capital whatever it is, but for one that is followed by another name.
    const isFirst = index === 0 || /^[.!?:;]$/.test(words[index - 1] ?? '');
    return (
      !isFirst ||
      names.has(word) ||
      /^\p{Lu}{2}/u.test(word) ||
      (language !== 'de' && isName(words[index + 1] ?? '', language))
    );
  });
}

/** German writes every noun with a capital: there only what is written in capitals is known for a name. */
function isName(word: string, language: KnownLanguage | null): boolean {
  if (language === 'de') return /^\p{Lu}{2}/u.test(word);
  return /^\p{Lu}/u.test(word) && (word.length > 1 || /\p{Lu}\p{Lu}/u.test(word));
}

/** Whether a sentence of the quotes, or several that follow each other, say it in the same words. */
function isSaid(statement: string, quotes: readonly string[]): boolean {
  const said = wordsOf(statement);
  if (said === '') return false;
  return quotes.some((quote) => {
    const sentences = sentencesOf(quote).map(({ start, end }) => wordsOf(quote.slice(start, end)));
    return sentences.some((_, from) => {
      let joined = '';
      for (const sentence of sentences.slice(from)) {
        joined = joined === '' ? sentence : `${joined} ${sentence}`;
        if (joined.length >= said.length) return joined === said;
      }
      return false;
    });
  });
}

/** Words and figures without marks, spaces and case. */
const wordsOf = (text: string): string =>
  (text.toLowerCase().match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+/gu) ?? [])
    .map((word) => word.replaceAll(/,(?=\p{N}{3}(?!\p{N}))/gu, ''))
    .join(' ');
