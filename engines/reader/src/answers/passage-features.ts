import { isRow } from '../text/plain-passage.ts';
import { askedTypes } from './asked-type.ts';
import { impliedShare } from './evidence.ts';
import { hasFigureAtFocus } from './figure-at-focus.ts';
import { fitsQuestion } from './fits-question.ts';
import type { Inquiry } from './inquiry.ts';
import { questionKinds } from './question.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** What the chance of a passage is judged from. The names stand in the order of the numbers. */
export const passageFeatureNames = [
  'kind',
  'asked',
  'rank',
  'coverage',
  'lead',
  'pairs',
  'swaps',
  'missingWeight',
  'missingNouns',
  'missingNames',
  'namesNotHere',
  'figuresNotHere',
  'verbHere',
  'focusHere',
  'exactShare',
  'terms',
  'fits',
  'length',
  'sentences',
  'news',
  'newFigures',
  'newNames',
  'tightness',
  'isRow',
  'asks',
  'opensWithPronoun',
  'figureAtFocus',
] as const;

/** The numbers of one passage; `others` are all that were found, best first. */
export function passageFeatures(inquiry: Inquiry, view: SentenceView, others: readonly SentenceView[]): number[] {
  const { question, evidence, asked, material } = inquiry;
  const { ranked, tokens } = view;
  const { sentence } = ranked;
  const text = material.documents[sentence.document]?.text.slice(sentence.start, sentence.end) ?? '';
  const rivals = others.filter((other) => other !== view).map((other) => other.ranked.coverage);
  const news = newWords(view);
  return [
    questionKinds.indexOf(question.kind),
    askedTypes.indexOf(asked),
    view.rank,
    ranked.coverage,
    ranked.coverage - Math.max(0, ...rivals),
    view.pairs,
    countSwaps(view.terms),
    ...termFeatures(inquiry, view),
    evidence.terms.length,
    fitsQuestion(inquiry, view, text) ? 1 : 0,
    tokens.length,
    Math.log(material.sentences.length),
    ...news,
    tightness(view.terms),
    isRow(text) ? 1 : 0,
    /[?？]\s*$/.test(text) ? 1 : 0,
    tokens[0]?.wordClass === 'pronoun' && !inquiry.named.own.has(sentence) ? 1 : 0,
    question.kind === 'how-many' ? Number(hasFigureAtFocus(inquiry, view)) : -1,
  ];
}

/** What of the question is missing from the material, and what from this passage and its headings. */
function termFeatures({ question, evidence, anywhere }: Inquiry, view: SentenceView): number[] {
  const here = strengthsHere(evidence, view);
  let missing = 0;
  let nouns = 0;
  let names = 0;
  let namesNotHere = 0;
  let figuresNotHere = 0;
  let exact = 0;
  for (const [index, { token, weight, isName }] of evidence.terms.entries()) {
    const somewhere = anywhere[index] ?? 0;
    const strength = here[index] ?? 0;
    const isFigure = question.tokens[token]?.kind === 'number';
    const isNoun = /^(?:NOUN|PROPN|X)$/.test(question.tags[token] ?? '');
    if (somewhere < 0.5) missing += weight;
    if (somewhere < 0.5 && isNoun) nouns++;
    if (somewhere < 0.7 && isName) names++;
    if (isName && !isFigure && strength < 0.7) namesNotHere++;
    if (isFigure && strength < 1) figuresNotHere++;
    if (strength === 1) exact++;
  }
  const strengthOf = (token: number): number => {
    const term = evidence.terms.findIndex((each) => each.token === token);
    return term < 0 ? -1 : (here[term] ?? 0);
  };
  return [
    missing / evidence.totalWeight,
    nouns,
    names,
    namesNotHere,
    figuresNotHere,
    strengthOf(question.verb),
    strengthOf(question.focus),
    exact / Math.max(1, evidence.terms.length),
  ];
}

function strengthsHere(evidence: Inquiry['evidence'], { ranked: { sentence } }: SentenceView): Float64Array {
  const strengths = new Float64Array(evidence.terms.length);
  for (const stem of [...sentence.stems, ...sentence.headingStems]) {
    const match = evidence.match(stem);
    if (match) strengths[match.term] = Math.max(strengths[match.term] ?? 0, match.strength);
  }
  for (const stem of sentence.implied) {
    const match = evidence.match(stem);
    if (match) strengths[match.term] = Math.max(strengths[match.term] ?? 0, impliedShare * match.strength);
  }
  return strengths;
}

/** How many words with a meaning of their own the question does not hold, and how many of them are figures and names. */
function newWords({ tokens, terms }: SentenceView): [number, number, number] {
  let words = 0;
  let figures = 0;
  let names = 0;
  for (const [index, token] of tokens.entries()) {
    if (!token.isContent || (terms[index] ?? -1) >= 0) continue;
    words++;
    if (token.kind === 'number') figures++;
    else if (index > 0 && /^\p{Lu}/u.test(token.text)) names++;
  }
  return [Math.min(words, 30), Math.min(figures, 5), Math.min(names, 8)];
}

/** Pairs of question words that come in the other order in the passage. */
function countSwaps(terms: Int16Array): number {
  let swaps = 0;
  let previous = -1;
  for (const term of terms) {
    if (term < 0) continue;
    if (previous > term) swaps++;
    previous = term;
  }
  return swaps;
}

/** Share of question words between the first and the last of them. */
function tightness(terms: Int16Array): number {
  const first = terms.findIndex((term) => term >= 0);
  const last = terms.findLastIndex((term) => term >= 0);
  if (first < 0) return 0;
  let met = 0;
  for (let index = first; index <= last; index++) if ((terms[index] ?? -1) >= 0) met++;
  return met / (last - first + 1);
}
