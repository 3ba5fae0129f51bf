import { languageOf } from '../../lib/text/score-texts.ts';
import { type Sentence, sentencesOf } from '../../lib/text/sentences.ts';
import { tellingTerms, termsOf } from '../../lib/text/telling-terms.ts';
import { addressesModel } from './model-instructions.ts';
import type { Finding } from './research-types.ts';

export interface FindingTask {
  title: string;
  text: string;
  instructions: string;
  questions: string[];
  limit: number;
}

const maxText = 300_000;
const minLength = 40;
const maxLength = 420;
/** A sentence that shares less than this with what is asked says nothing about it. */
const leastScore = 0.3;

/** A sentence that names its page's subject can stand alone. */
const namedBonus = 0.1;

const dangling =
  /^(?:it|its|this|that|these|those|he|she|they|his|her|their|such|here|there|then|but|and|or|so|also|however|er|sie|es|dies\w*|il|elle|cela|ce|ils)\b/i;
const unfinished = /(?:…|\.\.\.|:|;|,)$/;

/** The sentences of a source that speak to the questions, best first. Computes for a while: run it in a pool. */
export function findFindings({ title, text, instructions, questions, limit }: FindingTask): Finding[] {
  const body = text.slice(0, maxText);
  const language = languageOf(instructions, [title, body.slice(0, 3000)]);
  const aim = new Set(tellingTerms(instructions, language));
  const asked = questions.map((question) => new Set(tellingTerms(question, language)));
  const titleTerms = new Set(termsOf(title, language));
  const sentences = sentencesOf(body, language ?? 'en').filter((sentence) => isQuotable(sentence.text));
  const findings = sentences.flatMap((sentence, index): Finding[] => {
    const terms = new Set(termsOf(sentence.text, language));
    const scores = asked.map((question) => share(question, terms, titleTerms));
    const best = Math.max(...scores);
    const named = [...titleTerms].some((term) => terms.has(term) && !aim.has(term)) ? namedBonus : 0;
    const score = 0.65 * best + 0.35 * share(aim, terms, titleTerms) + named + bonus(sentence, index, sentences.length);
    // A page whose title fits is not enough: the sentence itself must say something of it.
    const own = [...aim, ...(asked[scores.indexOf(best)] ?? [])].some((term) => terms.has(term));
    if (!own || score < leastScore) return [];
    const { start, end } = sentence;
    return [
      {
        text: sentence.text,
        start,
        end,
        paragraph: paragraphAt(body, start, end),
        question: scores.indexOf(best),
        score,
      },
    ];
  });
  return findings.sort((left, right) => right.score - left.score).slice(0, limit);
}

/** A whole statement that stands alone: no heading, question, address, or order to a model. */
function isQuotable(text: string): boolean {
  if (text.length < minLength || text.length > maxLength) return false;
  if (/https?:|www\.|@\w+\.\w/i.test(text) || /[{}|<>\\^~`]|\]\(/.test(text)) return false;
  if (!/^["'“‘«(¿¡]?[\p{Lu}\p{Lo}\p{N}]/u.test(text) || !/[.!。！]["'”’»)\]\d[]*$/u.test(text)) return false;
  if (unfinished.test(text) || text.includes('?')) return false;
  return !addressesModel(text);
}

function share(asked: ReadonlySet<string>, terms: ReadonlySet<string>, title: ReadonlySet<string>): number {
  if (asked.size === 0) return 0;
  let held = 0;
  // What the page is about need not be said again in each sentence.
  for (const term of asked) held += terms.has(term) ? 1 : title.has(term) ? 0.6 : 0;
  return held / asked.size;
}

function bonus({ text }: Sentence, index: number, count: number): number {
  const figures = /\d/.test(text) ? 0.06 : 0;
  const early = 0.05 * (1 - index / Math.max(1, count));
  const alone = dangling.test(text) ? -0.12 : 0;
  return figures + early + alone;
}

/** The line of the text in which a passage stands. */
export function paragraphAt(text: string, start: number, end: number): string {
  const from = text.lastIndexOf('\n', start) + 1;
  const stop = text.indexOf('\n', end);
  return text.slice(from, stop < 0 ? text.length : stop);
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
