import { isDenied } from '../statements/denial.ts';
import { type Token, tokenize } from '../text/tokens.ts';
import { askedForm, lacksForm } from './asked-form.ts';
import type { Inquiry } from './inquiry.ts';
import { leastTouch, type Touch, type Unit } from './near-units.ts';
import { questionKinds } from './question.ts';

// bounded: every pattern of this file sees a question or what is quoted, at most 2,000 characters

/** What the chance of a quoted passage is judged from. The names stand in the order of the numbers. */
export const claimFeatureNames = [
  'kind',
  'form',
  'terms',
  'words',
  'units',
  'rank',
  'score',
  'lead',
  'best',
  'own',
  'above',
  'met',
  'exact',
  'heaviestMissing',
  'missingAnywhere',
  'missingNames',
  'missingFigures',
  'missingNouns',
  'verb',
  'focus',
  'unitsHere',
  'bestUnit',
  'isRow',
  'isTitle',
  'hasLabel',
  'length',
  'asks',
  'denies',
  'isDenied',
  'holders',
  'values',
  'valueNear',
  'valueLead',
  'valueGap',
  'valueBehind',
  'labelled',
  'newWords',
  'newNames',
  'newFigures',
  'pairs',
  'isFormThere',
  'lacksForm',
  'isPerson',
  'isShut',
  'prior',
  'priorLead',
  'metLead',
  'valueNearLead',
] as const;

/** Of these it is told too how far a passage is ahead of the best of the others. */
const led = (['prior', 'met', 'valueNear'] as const).map((name) => claimFeatureNames.indexOf(name));

/** A question with all that could be quoted. */
export interface Asking {
  inquiry: Inquiry;
  /** Share of the question's weight that each of its terms carries. */
  shares: readonly number[];
  touch: Touch;
  unitCount: number;
}

/** What would be quoted, and its place among the others. */
export interface Quoted {
  quote: string;
  units: readonly Unit[];
  rank: number;
  /** Of all that would be quoted, best first. */
  scores: readonly number[];
}

/** Of each of the passages that would be quoted. */
export function claimFeatures(asking: Asking, quoted: readonly Quoted[]): number[][] {
  const rows = quoted.map((each) => featuresOf(asking, each));
  return rows.map((row) => {
    const others = rows.filter((other) => other !== row);
    return [...row, ...led.map((at) => (row[at] ?? 0) - Math.max(0, ...others.map((other) => other[at] ?? 0)))];
  });
}

function featuresOf(asking: Asking, quoted: Quoted): number[] {
  const { inquiry, unitCount, shares } = asking;
  const { question, evidence, material } = inquiry;
  const { quote, units, rank, scores } = quoted;
  const own = strongest(units.map((unit) => unit.own));
  const met = strongest([own, ...units.map((unit) => unit.above)]);
  const weigh = (strengths: Float64Array): number =>
    strengths.reduce((sum, strength, term) => sum + strength * (shares[term] ?? 0), 0);
  const tokens = tokenize(quote, material.language);
  const form = askedForm(inquiry);
  const score = scores[rank] ?? 0;
  const others = scores.filter((_, at) => at !== rank);
  return [
    questionKinds.indexOf(question.kind),
    form?.number ?? -1,
    evidence.terms.length,
    question.tokens.length,
    Math.log(1 + unitCount),
    rank,
    score,
    score - Math.max(0, ...others),
    scores[0] ?? 0,
    weigh(own),
    weigh(met) - weigh(own),
    weigh(met),
    weigh(own.map((strength) => Number(strength === 1))),
    ...missing(asking, met),
    units.length,
    Math.max(0, ...units.map((unit) => weigh(strongest([unit.own, unit.above])))),
    Number(units.some(({ isRow }) => isRow)),
    Number(units.every(({ isTitle }) => isTitle)),
    Number(/\p{L}:\s/u.test(quote)),
    quote.length,
    Number(asks(units, weigh)),
    Number(isDenied(question.text)),
    Number(isDenied(quote)),
    ...values(asking, quote, tokens),
    ...news(asking, tokens),
    pairsOf(units),
    form ? Number(form.pattern.test(quote)) : -1,
    Number(lacksForm(inquiry, quote)),
    Number(question.kind === 'who' || question.kind === 'whose'),
    Number(form?.isOwn === true && newValues(form.pattern, question.text, quote).length === 0),
    Math.max(0, ...units.map(({ prior }) => prior)),
  ];
}

/** Whether what is most of a question itself asks, but for one that stands above what answers it. */
function asks(units: readonly Unit[], weigh: (strengths: Float64Array) => number): boolean {
  const [first] = units
    .filter(({ isLead }) => !isLead)
    .map(({ quote, own }) => ({ quote, worth: weigh(own) }))
    .sort((one, other) => other.worth - one.worth);
  return first === undefined || /[?？]["'”’»)]*\s*$/u.test(first.quote);
}

/** What of the question is met neither here nor above it. */
function missing({ inquiry, shares }: Asking, met: Float64Array): number[] {
  const { question, evidence, anywhere } = inquiry;
  let [heaviest, nowhere, names, figures, nouns] = [0, 0, 0, 0, 0];
  for (const [term, { token, isName }] of evidence.terms.entries()) {
    const share = shares[term] ?? 0;
    if ((anywhere[term] ?? 0) < leastTouch) nowhere += share;
    if ((met[term] ?? 0) >= leastTouch) continue;
    heaviest = Math.max(heaviest, share);
    if (question.tokens[token]?.kind === 'number') figures++;
    else if (isName) names++;
    if (/^(?:NOUN|PROPN|X)$/u.test(question.tags[token] ?? '')) nouns++;
  }
  const strengthOf = (token: number): number => {
    const term = evidence.terms.findIndex((each) => each.token === token);
    return term < 0 ? -1 : (met[term] ?? 0);
  };
  return [heaviest, nowhere, names, figures, nouns, strengthOf(question.verb), strengthOf(question.focus)];
}

const clauseEnd = /^[,;:()–—|，；：（）、.]$/u;
const perToken = 0.08;
const perClause = 0.7;

/** Values of the form that is asked for: in how many sentences, how many here, and how near the best one and the next stand to the words of the question. */
function values({ inquiry, touch, shares }: Asking, quote: string, tokens: readonly Token[]): number[] {
  const form = askedForm(inquiry);
  if (!form) return [-1, -1, -1, -1, -1, -1, -1];
  const { documents, sentences } = inquiry.material;
  const looked = sentences.slice(0, mostLooked);
  const holders = looked.filter(({ document, start, end }) =>
    form.pattern.test(documents[document]?.text.slice(start, Math.min(end, start + longestLooked)) ?? ''),
  ).length;
  const found = newValues(form.pattern, inquiry.question.text, quote);
  const near = found
    .map((value) => nearness({ tokens, touch, shares }, value.index, value.index + value[0].length))
    .sort((one, other) => other.worth - one.worth);
  const [best, next] = near;
  return [
    holders / Math.max(1, looked.length),
    found.length,
    best?.worth ?? -1,
    (best?.worth ?? 0) - (next?.worth ?? 0),
    best?.gap ?? -1,
    Number(best?.isBehind ?? false),
    Number(best?.isLabelled ?? false),
  ];
}

/** Values of a form that the question does not give itself. */
function newValues({ source }: RegExp, question: string, quote: string): RegExpExecArray[] {
  const asked = question.toLowerCase();
  // such as: /\d\s?(?:%|per ?cent|prozent|por ciento|pour ?cent)/giu
  return [...quote.matchAll(new RegExp(source, 'giu'))]
    .filter(([value]) => !asked.includes(value.toLowerCase()))
    .slice(0, mostValues);
}

const mostLooked = 300;
const longestLooked = 600;
const mostValues = 12;

/** How near the words of the question stand to a value: all of them beside it is 1. */
function nearness(
  { tokens, touch, shares }: { tokens: readonly Token[]; touch: Touch; shares: readonly number[] },
  start: number,
  end: number,
): { worth: number; gap: number; isBehind: boolean; isLabelled: boolean } {
  const first = tokens.findIndex((token) => token.end > start);
  const behind = tokens.findIndex((token) => token.start >= end);
  const last = behind < 0 ? tokens.length : behind;
  const best = new Float64Array(shares.length);
  let [gap, isBehind] = [99, false];
  const walk = (from: number, step: 1 | -1): void => {
    let worth = 1;
    for (let at = from, apart = 0; at >= 0 && at < tokens.length; at += step, apart++) {
      const token = tokens[at];
      if (!token) break;
      if (clauseEnd.test(token.text)) worth *= perClause;
      if (!token.isContent) continue;
      for (const [term, strength] of touch(token.stem).entries()) {
        if (strength < leastTouch) continue;
        best[term] = Math.max(best[term] ?? 0, (strength * worth) / (1 + perToken * apart));
        if (apart < gap) [gap, isBehind] = [apart, step < 0];
      }
    }
  };
  walk(first - 1, -1);
  walk(last, 1);
  return {
    worth: best.reduce((sum, strength, term) => sum + strength * (shares[term] ?? 0), 0),
    gap,
    isBehind,
    isLabelled: tokens[first - 1]?.text === ':' && tokens[first - 2]?.isContent === true,
  };
}

function news({ touch }: Asking, tokens: readonly Token[]): number[] {
  let [words, names, figures] = [0, 0, 0];
  for (const [at, { isContent, stem, kind, text }] of tokens.entries()) {
    if (!isContent || touch(stem).some((strength) => strength >= leastTouch)) continue;
    words++;
    if (kind === 'number') figures++;
    else if (at > 0 && /^\p{Lu}/u.test(text)) names++;
  }
  return [words, names, figures];
}

const pairsOf = (units: readonly Unit[]): number =>
  Math.max(0, ...units.map(({ order }) => order.filter((term, at) => term >= 0 && order[at + 1] === term + 1).length));

function strongest(of: readonly Float64Array[]): Float64Array {
  const [first = new Float64Array(), ...others] = of;
  return first.map((strength, term) => Math.max(strength, ...others.map((other) => other[term] ?? 0)));
}
