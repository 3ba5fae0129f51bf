import { askedTypes } from './asked-type.ts';
import type { Inquiry } from './inquiry.ts';
import { questionKinds } from './question.ts';
import type { RatedSpan } from './rate-spans.ts';
import type { Material } from './read-material.ts';
import { featureNames } from './span-features.ts';
import { spanShapes } from './span-shape.ts';

export const doubtFeatureNames = [
  'kind',
  'asked',
  'shape',
  'chance',
  'margin',
  'coverage',
  'coverageOutside',
  'pairs',
  'missingWeight',
  'missingNames',
  'missingInSentence',
  'missingNamesInSentence',
  'missingNumbersInSentence',
  'verbMissing',
  'exactShare',
  'opposite',
  'negation',
  'terms',
  'headAsked',
  'insideShare',
  'orderSwaps',
  'sentenceVerbGap',
  'secondSentence',
  'sentences',
  'headingCoverage',
] as const;

/** The numbers from which it is judged whether the text answers at all; in the order of `doubtFeatureNames`. */
export function doubtFeatures(inquiry: Inquiry, material: Material, spans: RatedSpan[]): number[] {
  const { question, evidence, asked } = inquiry;
  const best = spans[0];
  if (!best) return doubtFeatureNames.map(() => -2);
  const { view } = best;
  const strengths = evidence.terms.map((_, term) =>
    Math.max(0, ...(view.places[term] ?? []).map((place) => view.strengths[place] ?? 0)),
  );
  const anywhere = strengthsAnywhere(inquiry, material);
  let missing = 0;
  let missingNames = 0;
  let namesHere = 0;
  let numbersHere = 0;
  let exact = 0;
  for (const [index, term] of evidence.terms.entries()) {
    const here = strengths[index] ?? 0;
    const isNumber = question.tokens[term.token]?.kind === 'number';
    if ((anywhere[index] ?? 0) < 0.5) missing += term.weight;
    if (term.isName && (anywhere[index] ?? 0) < 0.7) missingNames++;
    if (term.isName && !isNumber && here < 0.7) namesHere++;
    if (isNumber && here < 1) numbersHere++;
    if (here === 1) exact++;
  }
  const verbTerm = evidence.terms.findIndex((term) => term.token === question.verb);
  const otherSentence = spans.find((span) => span.view !== view);
  return [
    questionKinds.indexOf(question.kind),
    askedTypes.indexOf(asked),
    spanShapes.indexOf(best.shape),
    best.chance,
    best.chance - (spans[1]?.chance ?? 0),
    view.ranked.coverage,
    featureOf(best, 'coverageOutside'),
    view.pairs,
    missing / evidence.totalWeight,
    missingNames,
    1 - evidence.weigh(Float64Array.from(strengths)),
    namesHere,
    numbersHere,
    verbTerm < 0 ? -1 : 1 - (strengths[verbTerm] ?? 0),
    exact / Math.max(1, evidence.terms.length),
    countOpposites(inquiry, best),
    hasNegation(question.tokens) === hasNegation(view.tokens) ? 0 : 1,
    evidence.terms.length,
    featureOf(best, 'headAsked'),
    featureOf(best, 'insideShare'),
    countSwaps(view.terms),
    featureOf(best, 'distanceVerb'),
    otherSentence?.chance ?? 0,
    Math.log(material.sentences.length),
    evidence.coverage({ stems: new Set(), headingStems: view.ranked.sentence.headingStems }),
  ];
}

function strengthsAnywhere({ evidence }: Inquiry, material: Material): Float64Array {
  const strengths = new Float64Array(evidence.terms.length);
  for (const stem of material.frequencies.keys()) {
    const match = evidence.match(stem);
    if (match) strengths[match.term] = Math.max(strengths[match.term] ?? 0, match.strength);
  }
  return strengths;
}

/** Question words whose opposite stands in the sentence while they themselves do not. */
function countOpposites({ question, evidence, wordNet }: Inquiry, { view }: RatedSpan): number {
  if (!wordNet) return 0;
  const here = new Set(view.tokens.map((token) => token.lower));
  let count = 0;
  for (const [index, term] of evidence.terms.entries()) {
    const word = question.tokens[term.token]?.lower ?? '';
    if ((view.places[index] ?? []).length > 0) continue;
    if (wordNet.antonyms(word).some((other) => here.has(other))) count++;
  }
  return count;
}

const hasNegation = (tokens: { wordClass: string | undefined }[]): boolean =>
  tokens.some((token) => token.wordClass === 'negation');

/** Pairs of question words that come in the other order in the sentence. */
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

const featureOf = (span: RatedSpan, name: (typeof featureNames)[number]): number =>
  span.features[featureNames.indexOf(name)] ?? 0;
