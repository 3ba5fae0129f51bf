import {
  figuresOf,
  foldWord,
  guessLanguage,
  type KnownLanguage,
  missingFigures,
  stemWord,
  tellingTerms,
  termsOf,
} from '@parley/text';
import { swappedFigures } from './figure-places.ts';
import { sentenceGap } from './statement/sentence-gap.ts';

export interface Evidence {
  /** The exact passages that the statement rests on. */
  quotes: readonly string[];
  /** Where names may come from as well: the page's title and the text around the quotes. */
  surroundings: readonly string[];
}

/** Least share of a statement's telling words that its evidence must hold. */
const leastOverlap = 0.5;

/** Words that join sentences; they may open one although no page holds them. */
const openers = new Set(
  (
    'however moreover furthermore additionally overall meanwhile similarly conversely therefore thus although though while ' +
    'whereas despite because since according both another several many some most researchers sources reports findings ' +
    'evidence data together taken finally besides instead jedoch außerdem zudem laut cependant selon además según'
  ).split(' '),
);

const negation =
  /\b(?:not|no|never|none|neither|nor|without|cannot|n['’]t|nicht|kein\w*|nie|niemals|ohne|jamais|aucune?|sans|nunca|ningún|ninguna|sin)\b|n['’]t\b/i;

/** Words whose exchange turns a sentence round. */
const opposites: [RegExp, RegExp][] = [
  [
    /\b(?:ris(?:e|es|ing|en)|rose|increas\w+|grew|grow\w*|higher|gain\w*|climb\w*|surg\w+|expand\w*)\b/i,
    /\b(?:fall(?:s|ing|en)?|fell|decreas\w+|declin\w+|drop\w*|lower|shr[aiu]nk\w*|reduc\w+|los(?:s|t|es|ing)|contract\w*)\b/i,
  ],
  [/\b(?:more|over|above|exceed\w*|at least)\b/i, /\b(?:less|fewer|under|below|at most)\b/i],
  [
    /\b(?:largest|biggest|highest|longest|most|best|first|newest)\b/i,
    /\b(?:smallest|lowest|shortest|least|worst|last|oldest)\b/i,
  ],
  [/\b(?:before|earlier)\b/i, /\b(?:after|later)\b/i],
  [
    /\b(?:approv\w+|accept\w+|allow\w*|permit\w*|legal)\b/i,
    /\b(?:reject\w+|refus\w+|forbid\w*|forbade|bann?\w*|prohibit\w*|illegal)\b/i,
  ],
  [/\b(?:won|wins?|succeed\w*|success\w*|pass(?:es|ed))\b/i, /\b(?:lost|loses?|fail\w*)\b/i],
  [/\b(?:true|correct|safe|possible)\b/i, /\b(?:false|incorrect|unsafe|dangerous|impossible)\b/i],
  [
    /\b(?:open(?:s|ed|ing)?|start\w*|began|begins?|launch\w*)\b/i,
    /\b(?:clos(?:e|es|ed|ing)|end(?:s|ed|ing)?|stopp?\w*|ceas\w+)\b/i,
  ],
];

/** What keeps a statement from standing on its evidence, by code alone; empty lists: it stands. */
export interface StatementJudgement {
  /** Figures, dates and names that are not there, a turned meaning, an address: no model may overrule these. */
  facts: string[];
  /** Its wording is not the sentence's: other words, parts or limits. It may still mean the same. */
  wording: string[];
}

/** Both kinds of problems in one list. */
export function statementProblems(statement: string, evidence: Evidence): string[] {
  const { facts, wording } = judgeStatement(statement, evidence);
  return [...facts, ...wording];
}

export function judgeStatement(statement: string, evidence: Evidence): StatementJudgement {
  const quotes = evidence.quotes.join('\n');
  const around = [quotes, ...evidence.surroundings].join('\n');
  const language = guessLanguage(`${statement} ${quotes}`);
  const problems: string[] = [];
  for (const figure of missingFigures(statement, quotes)) problems.push(`"${figure}" is not in the quote`);
  for (const figure of swappedFigures(statement, quotes))
    problems.push(`"${figure}" counts something else in the quote`);
  for (const name of missingNames(statement, around, language)) problems.push(`"${name}" is not in the source`);
  if (isNegated(statement, evidence.quotes)) problems.push('the quote does not say this in the same sense (not / no)');
  if (isTurned(statement, quotes)) problems.push('the quote says the opposite');
  const wording = sentenceGap(statement, evidence.quotes, { language, subject: around });
  const share = overlap(statement, around, language);
  if (share < leastOverlap) wording.push('too few of its words are in the quote');
  if (/https?:|www\.|\bftp:/i.test(statement)) problems.push('it names an address');
  return { facts: problems, wording };
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
  return statement
    .split(/[;,]\s+|(?<!\s)\s+(?:and|while|whereas|but|und|während|et|tandis que|y|mientras)\s+/)
    .filter((clause) => {
      if (figuresOf(clause).length === 0) return false;
      return !evidence.some(({ quote, surroundings }) => {
        const around = [quote, ...surroundings].join('\n');
        return missingFigures(clause, quote).length === 0 && missingNames(clause, around, language).length === 0;
      });
    });
}

function missingNames(statement: string, around: string, language: KnownLanguage | null): string[] {
  const stems = new Set(termsOf(around, language));
  const known = (word: string) => stems.has(stemWord(foldWord(word), language));
  const missing: string[] = [];
  let isStart = true;
  for (const match of statement.matchAll(/\p{L}[\p{L}\p{M}\p{N}'’]*|[.!?:;]/gu)) {
    const word = match[0];
    if (/^[.!?:;]$/.test(word)) {
      isStart = true;
      continue;
    }
    const isName = /^\p{Lu}/u.test(word) && (word.length > 1 || /\p{Lu}\p{Lu}/u.test(word));
    // German writes every noun with a capital: there only what is written in capitals or opens a chain is a name.
    const counts = isName && (language !== 'de' || /^\p{Lu}{2}/u.test(word));
    if (counts && !known(word) && !(isStart && isOpener(word, language))) missing.push(word);
    isStart = false;
  }
  return missing;
}

function isOpener(word: string, language: KnownLanguage | null): boolean {
  const lower = word.toLowerCase();
  if (openers.has(lower)) return true;
  // A word that says nothing about the subject has no telling term.
  return tellingTerms(`${lower} placeholderword`, language).length === 1;
}

function isNegated(statement: string, quotes: readonly string[]): boolean {
  const says = negation.test(statement);
  const evidenceSays = quotes.some((quote) => negation.test(quote));
  if (says) return !evidenceSays;
  // A longer quote may deny one thing and state another.
  return evidenceSays && quotes.every((quote) => negation.test(quote) && !/[.!?]\s+\S/.test(quote));
}

function isTurned(statement: string, quotes: string): boolean {
  return opposites.some(([left, right]) => {
    const turned = (mine: RegExp, other: RegExp) =>
      mine.test(statement) && !other.test(statement) && !mine.test(quotes) && other.test(quotes);
    return turned(left, right) || turned(right, left);
  });
}

function overlap(statement: string, around: string, language: KnownLanguage | null): number {
  const asked = tellingTerms(statement, language);
  if (asked.length === 0) return 0;
  const held = new Set(termsOf(around, language));
  return asked.filter((term) => held.has(term)).length / asked.length;
}
