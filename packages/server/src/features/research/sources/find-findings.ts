import type { AnswerPair, JudgedPair } from '@parley/reader';
import { detectLanguage, languageOf, type Sentence, sentencesOf, termsOf } from '@parley/text';
import { addressesModel } from '../model-instructions.ts';
import type { Finding } from '../research-types.ts';
import { askedAbout, heldShare, type WeightedTerms } from './asked-about.ts';
import { headerOf, type Quotable, tableRows } from './quotable-rows.ts';

export interface FindingTask {
  title: string;
  text: string;
  instructions: string;
  questions: string[];
  limit: number;
  /** A connected model reads what is found: a page whose words are not those of the questions is not passed over. */
  hasReader?: boolean;
  /** A file of the caller, in which also lines that are no whole sentences are looked at. */
  isOwn?: boolean;
  /** What the encoder said of `Findings.unjudged`. */
  judged?: readonly JudgedPair[];
}

export const maxText = 300_000;
/** What is shorter says something when it has so many words: "The dam broke in 1923." */
const minLength = 40;
const leastWords = 4;
export const longestQuote = 420;
const mostLeastShare = 0.3;
const leastWeight = 1.6;
/** A connected model is given so many sentences of a source at least. */
const leastFindings = 6;
/** A Chinese character says as much as some three letters. */
const lettersPerHan = 3;

/** A sentence that names its page's subject can stand alone. */
const namedBonus = 0.1;

const dangling =
  /^(?:it|its|this|that|these|those|he|she|they|his|her|their|such|here|there|then|but|and|or|so|also|however|aside from (?:this|that|these|those)|in (?:this|that) case|er|sie|es|dies\w*|il|elle|cela|ce|ils)\b/i;
/** Somebody speaks of themselves or to the reader. */
const personal = /\b(?:I|we|our|us|you|your|my)\b/i;
const unfinished = /(?:…|\.\.\.|:|;|,)$/;

export interface Findings {
  /** How much of what is asked about occurs in the source at all, 0 to 1. */
  fit: number;
  /** Best first. */
  findings: Finding[];
  /** The source is in another language than the instructions: sharing few words with them says nothing. */
  isForeign?: boolean;
  /** Passages of which it would tell more to know how likely they answer: find again with `FindingTask.judged` of them. */
  unjudged?: readonly AnswerPair[];
}

/** The sentences of a source that speak to the questions. Computes for a while: run it in a pool. */
export function findFindings({ title, text, instructions, questions, limit, hasReader }: FindingTask): Findings {
  const body = text.slice(0, maxText);
  const language = languageOf(instructions, [title, body.slice(0, 3000)]);
  const asked = askedAbout(instructions, questions, language);
  const titleTerms = new Set(termsOf(title, language));
  const pageTerms = new Set([...titleTerms, ...termsOf(body, language)]);
  const fits = asked.map((terms) => heldShare(terms, pageTerms));
  const fit = Math.max(...fits);
  const sentences = quotablesOf(body);
  const findings = sentences.flatMap((sentence, index): Finding[] => {
    const terms = new Set(termsOf(sentence.said ?? sentence.text, language));
    const shares = asked.map((of) => heldShare(of, terms, titleTerms));
    const best = Math.max(...shares);
    const question = shares.indexOf(best);
    const of = asked[question];
    // The title alone is not enough: the sentence itself must say something of what is asked.
    if (!of || best < leastShare(of) || ![...of.keys()].some((term) => terms.has(term))) return [];
    const named = [...titleTerms].some((term) => terms.has(term) && !of.has(term)) ? namedBonus : 0;
    const score = best + named + bonus(sentence, index, sentences.length);
    const { start, end } = sentence;
    const said = sentence.said === undefined ? {} : { said: sentence.said };
    return [{ text: sentence.text, ...said, start, end, paragraph: paragraphAt(body, start, end), question, score }];
  });
  const best = findings.sort((left, right) => right.score - left.score).slice(0, limit);
  if (hasReader !== true) return { fit, findings: best };
  const own = detectLanguage(body);
  const isForeign = own !== null && own !== (detectLanguage(instructions) ?? language);
  return { fit, isForeign, findings: [...best, ...opening(body, sentences, best)] };
}

/** What of a text can be cited: whole sentences and rows of tables. */
export const quotablesOf = (body: string): Quotable[] => [
  ...sentencesOf(body).filter((sentence) => isQuotable(sentence.text)),
  ...tableRows(body),
];

/** The sentences that a source opens with, for a model to judge where few share words with the questions. */
function opening(body: string, sentences: readonly Quotable[], found: readonly Finding[]): Finding[] {
  const known = new Set(found.map(({ start }) => start));
  return sentences
    .filter(({ start }) => !known.has(start))
    .slice(0, Math.max(0, leastFindings - found.length))
    .map(({ text, said, start, end }) => ({
      text,
      ...(said === undefined ? {} : { said }),
      start,
      end,
      paragraph: paragraphAt(body, start, end),
      question: 0,
      score: 0,
    }));
}

/** What a sentence must share with a question. Of a question with many words no sentence holds a large part. */
export function leastShare(asked: WeightedTerms): number {
  const whole = [...asked.values()].reduce((sum, weight) => sum + weight, 0);
  return Math.min(mostLeastShare, leastWeight / whole);
}

/** A whole statement that stands alone: no heading, question, address, or order to a model. */
function isQuotable(text: string): boolean {
  const length = /\p{sc=Han}/u.test(text) ? text.length * lettersPerHan : text.length;
  const isShort = length < minLength;
  if (length > longestQuote || (isShort && (dangling.test(text) || wordsIn(text) < leastWords))) return false;
  if (/https?:|www\.|@\w+\.\w/i.test(text) || /[{}|<>\\^~`]|\]\(/.test(text)) return false;
  if (!/^["'“‘«(¿¡]?[\p{Lu}\p{Lo}\p{N}]/u.test(text) || !/[.!。！]["'”’»)\]\d[]*$/u.test(text)) return false;
  if (unfinished.test(text) || text.includes('?')) return false;
  return !isTorn(text) && !addressesModel(text);
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Half of a quotation: it begins or ends in another sentence. */
function isTorn(text: string): boolean {
  const count = (marks: RegExp) => text.match(marks)?.length ?? 0;
  return count(/[“«]/g) !== count(/[”»]/g) || count(/"/g) % 2 === 1;
}

function bonus({ text }: Sentence, index: number, count: number): number {
  const figures = /\d/.test(text) ? 0.06 : 0;
  const early = 0.05 * (1 - index / Math.max(1, count));
  const alone = dangling.test(text) ? -0.12 : 0;
  const voice = personal.test(text.replace(/["“][^"“”]*["”]/g, '')) ? -0.08 : 0;
  return figures + early + alone + voice;
}

/** The line of the text in which a passage stands; of a row of a table with the headings above it. */
export function paragraphAt(text: string, start: number, end: number): string {
  const from = text.lastIndexOf('\n', start) + 1;
  const stop = text.indexOf('\n', end);
  const line = text.slice(from, stop < 0 ? text.length : stop);
  const header = headerOf(text, from);
  return header === null ? line : `${header}\n${line}`;
}

export interface LocateTask {
  text: string;
  quotes: string[];
}

export interface Located {
  start: number;
  end: number;
  quote: string;
  paragraph: string;
}
