import type { Tag } from '../text/part-of-speech.ts';
import { tags as allTags } from '../text/part-of-speech.ts';
import type { Token } from '../text/tokens.ts';
import { askedTypes } from './asked-type.ts';
import type { Evidence } from './evidence.ts';
import type { Inquiry } from './inquiry.ts';
import { questionKinds } from './question.ts';
import type { SentenceView } from './sentence-view.ts';
import type { Candidate } from './span-candidates.ts';
import { contentFeatures, topicIndex, verbGap } from './span-content.ts';
import { distanceFeatures, gapFeatures } from './span-distances.ts';
import { headOf, type SpanShape, spanShapes } from './span-shape.ts';

export const featureNames = [
  'kind',
  'asked',
  'form',
  'shape',
  'length',
  'firstTag',
  'lastTag',
  'beforeTag',
  'afterTag',
  'rank',
  'coverage',
  'coverageOutside',
  'relativeCoverage',
  'score',
  'pairs',
  'sentenceLength',
  'insideShare',
  'insideWeight',
  'headAsked',
  'focusInside',
  'focusBeside',
  'kindOfFocus',
  'nearLeft',
  'nearRight',
  'proximity',
  'windowSmall',
  'windowLarge',
  'clauseWeight',
  'leftShare',
  'distanceVerb',
  'verbSide',
  'slotPreposition',
  'byAgent',
  'afterCopula',
  'breaksLeft',
  'breaksRight',
  'capitals',
  'inBrackets',
  'position',
  'hasDigit',
  'startsSentence',
  'beforeMatched',
  'afterMatched',
  'commas',
  'questionLength',
  'termsLeft',
  'termsRight',
  'gapLeft',
  'gapRight',
  'personName',
  'beforeCoverage',
  'verbGap',
  'headTopic',
  'newShare',
  'elsewhere',
  'unit',
  'startsWithPronoun',
] as const;

const index = <T>(list: readonly T[], value: T | undefined): number => (value === undefined ? -1 : list.indexOf(value));
const forms = ['subject', 'object', 'copula', 'passive', 'other'] as const;

/** The numbers that the learned ranking sees; in the order of `featureNames`. */
export function spanFeatures(
  inquiry: Inquiry,
  view: SentenceView,
  span: Candidate,
  shape: SpanShape,
  bestCoverage: number,
): number[] {
  const { question, asked } = inquiry;
  const { tokens, tags, ranked, sums } = view;
  const { from, to } = span;
  const inside = (sums[to] ?? 0) - (sums[from] ?? 0);
  const outside = coverageOutside(inquiry.evidence, view, span);
  const head = headOf(tags, span);
  return [
    index(questionKinds, question.kind),
    index(askedTypes, asked),
    index(forms, question.form),
    index(spanShapes, shape),
    to - from,
    index(allTags, tags[from]),
    index(allTags, tags[to - 1]),
    index(allTags, tags[from - 1]),
    index(allTags, tags[to]),
    view.rank,
    ranked.coverage,
    outside,
    bestCoverage > 0 ? ranked.coverage / bestCoverage : 0,
    ranked.score,
    view.pairs,
    tokens.length,
    insideShare(view, span),
    inside,
    view.terms[head] !== undefined && (view.terms[head] ?? -1) >= 0 ? 1 : 0,
    ...focusFeatures(inquiry, view, span, head),
    ...distanceFeatures(view, span, question),
    ...edgeFeatures(inquiry, view, span),
    ...gapFeatures(view, span),
    looksLikePerson(tokens, tags, span),
    ranked.before,
    verbGap(view, span),
    topicIndex(inquiry.wordNet, tokens, tags, span, head),
    ...contentFeatures(inquiry, view, span),
  ];
}

function coverageOutside(evidence: Evidence, view: SentenceView, { from, to }: Candidate): number {
  let sum = 0;
  for (const [term, places] of view.places.entries()) {
    let best = 0;
    for (const place of places) if (place < from || place >= to) best = Math.max(best, view.strengths[place] ?? 0);
    sum += best * (evidence.terms[term]?.weight ?? 0);
  }
  return sum / evidence.totalWeight;
}

function insideShare({ terms, tokens }: SentenceView, { from, to }: Candidate): number {
  let content = 0;
  let asked = 0;
  for (let i = from; i < to; i++) {
    if (!tokens[i]?.isContent) continue;
    content++;
    if ((terms[i] ?? -1) >= 0) asked++;
  }
  return content === 0 ? 0 : asked / content;
}

function focusFeatures(
  { question, evidence, wordNet }: Inquiry,
  view: SentenceView,
  { from, to }: Candidate,
  head: number,
): [number, number, number] {
  const focus = question.tokens[question.focus];
  const term = evidence.terms.findIndex((each) => each.token === question.focus);
  if (!focus || term < 0) return [-1, -1, -1];
  let isInside = 0;
  let beside = 0;
  for (const place of view.places[term] ?? []) {
    if (place >= from && place < to) isInside = 1;
    else if (place === from - 1 || place === to) beside = 1;
    else if (place >= from - 3 && place < to + 3) beside = Math.max(beside, 0.5);
  }
  const word = view.tokens[head];
  const isKind =
    word &&
    wordNet &&
    view.tags[head] === 'NOUN' &&
    view.terms[head] !== term &&
    wordNet.isKindOf(word.lower, focus.lower)
      ? 1
      : 0;
  return [isInside, beside, isKind];
}

function edgeFeatures({ question }: Inquiry, view: SentenceView, { from, to }: Candidate): number[] {
  const { tokens, tags, terms } = view;
  const before = tokens[from - 1]?.lower === 'the' ? tokens[from - 2] : tokens[from - 1];
  const slot =
    question.preposition !== '' &&
    (before?.lower === question.preposition || tokens[from]?.lower === question.preposition)
      ? 1
      : 0;
  const copula = /^(?:is|are|was|were|be|called|named|as|es|son|era|fue|ist|sind|war|waren|是|为|称)$/.test(
    before?.lower ?? '',
  )
    ? 1
    : 0;
  let capitals = 0;
  let brackets = 0;
  let commas = 0;
  let digit = 0;
  for (let i = 0; i < from; i++) brackets += tokens[i]?.text === '(' ? 1 : tokens[i]?.text === ')' ? -1 : 0;
  for (let i = from; i < to; i++) {
    if (/^\p{Lu}/u.test(tokens[i]?.text ?? '')) capitals++;
    if (tokens[i]?.text === ',') commas++;
    if (tokens[i]?.kind === 'number') digit = 1;
  }
  return [
    slot,
    before?.lower === 'by' ? 1 : 0,
    copula,
    joins(tags[from - 1], tags[from]),
    joins(tags[to - 1], tags[to]),
    capitals / (to - from),
    brackets > 0 ? 1 : 0,
    from / tokens.length,
    digit,
    from === 0 ? 1 : 0,
    (terms[from - 1] ?? -1) >= 0 ? 1 : 0,
    (terms[to] ?? -1) >= 0 ? 1 : 0,
    commas,
    question.tokens.length,
  ];
}

/** How strongly two neighbouring words belong to one phrase, so that a cut between them is doubtful. */
function joins(left: Tag | undefined, right: Tag | undefined): number {
  if (left === undefined || right === undefined) return 0;
  if (left === 'PROPN' && right === 'PROPN') return 3;
  const isNominal = right === 'NOUN' || right === 'PROPN';
  if ((left === 'NOUN' || left === 'PROPN' || left === 'ADJ' || left === 'NUM') && isNominal) return 2;
  return left === 'DET' || (left === 'ADV' && right === 'ADJ') || (left === 'ADJ' && right === 'ADJ') || left === 'NUM'
    ? 1
    : 0;
}

/** Two to four capitalised words in a row, perhaps with initials: the shape of a person's name. */
function looksLikePerson(tokens: Token[], tags: Tag[], { from, to }: Candidate): number {
  if (to - from > 5) return 0;
  for (let i = from; i < to; i++) {
    if (!/^(?:\p{Lu}[\p{L}'’]*|[.-]|de|von|van|of|the|the)$/u.test(tokens[i]?.text ?? '')) return 0;
  }
  return tags[from] === 'PROPN' ? (to - from > 1 ? 2 : 1) : 0;
}
