import { askedForm, formFit } from './asked-form.ts';
import { claimFeatures } from './claim-features.ts';
import type { Inquiry } from './inquiry.ts';
import { leastTouch, readUnits, touchOf, type Unit } from './near-units.ts';

export type Part = Pick<Unit, 'document' | 'start' | 'end' | 'quote'>;

/** A stretch of a text that touches a question, as it is quoted. */
export interface NearPassage {
  document: number;
  /** Of the text that is quoted, without the line that leads to it. */
  start: number;
  end: number;
  quote: string;
  /** From 0 to 1. */
  score: number;
  /** Whether it touches the question by a word or has the form of what is asked for. */
  touches: boolean;
  /** The sentences and lines that it is made of. */
  parts: readonly Part[];
  /** What is judged by whether it answers. */
  features: number[];
}

const mostNear = 4;
/** Passages that are judged: behind those that touch a question the others, since meaning touches what no word does. */
const mostJudged = 8;
/** Of so many, the best by their words. */
const mostOthers = 64;
const longestQuote = 360;
/** What is shorter is taken together with what stands beside it. */
const leastQuote = 200;
const longestLead = 160;
const besideShare = 0.3;
const formShare = 0.3;
const titleLoss = 0.1;
const lengthLoss = 0.05;
const usualLength = 160;
const priorShare = 0.3;
const sameListShare = 0.2;
/** So many rows of a table that touch a question alike go before what touches it nearly as much. */
const rowsOfOneTable = 2;
const crowdLoss = 0.15;
const leastOfBest = 0.2;
const leastAbove = 0.3;
/** A text of so many units is short: behind what touches the question it is quoted by a form, also a loose one. */
const mostOfShort = 60;

/**
 * The passages of the texts that touch a question most, best first: by its words, however they are written, headings and
 * neighbours with them, and by the form of what it asks for: a passage that has it is quoted though no word touches it.
 */
export function nearPassages(inquiry: Inquiry): NearPassage[] {
  const touch = touchOf(inquiry);
  const units = readUnits(inquiry, touch);
  const weights = termWeights(inquiry, units);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const weigh = (strengths: Float64Array): number =>
    strengths.reduce((sum, strength, term) => sum + strength * (weights[term] ?? 0), 0) / total;
  const fit = formFit(inquiry);
  const scored = units.map((unit, index) => {
    const met = most(unit.own, unit.above);
    const beside = [units[index - 1], units[index + 1]].flatMap((other) =>
      other && other.group === unit.group && !unit.isRow ? [other.own] : [],
    );
    const score = weigh(met) + besideShare * (weigh(most(met, ...beside)) - weigh(met));
    const form = formShare * (fit?.(unit.quote) ?? 0);
    const title = unit.isTitle ? titleLoss : 0;
    const length = lengthLoss * Math.max(0, Math.log2(unit.quote.length / usualLength));
    const prior = priorShare * unit.prior;
    return { unit, index, met, form, score: score + form + prior - title - length };
  });
  const touching = scored.filter(
    ({ form, unit: { own, above } }) =>
      form === formShare ||
      own.some((strength) => strength >= leastTouch) ||
      above.some((strength) => strength >= leastAbove),
  );
  const isFilled = units.length <= mostOfShort && askedForm(inquiry)?.isOwn === false;
  const fitting = scored.filter((each) => isFilled && each.form > 0 && !touching.includes(each));
  const others = scored.toSorted((one, other) => other.score - one.score).slice(0, mostOthers);
  const chosen = choose([touching, fitting], others, units, weigh);
  const scores = chosen.map(({ score }) => score);
  const shares = weights.map((weight) => weight / total);
  const quoted = chosen.map(({ from, to }, rank) => {
    const told = units.slice(from, to + 1);
    return { quote: quoteOf([...leadTo(units, from), ...told]), units: told, rank, scores };
  });
  const asking = { inquiry, shares, touch, unitCount: units.length };
  const features = claimFeatures(asking, quoted);
  return chosen.map(({ from, to, score, touches }, rank) => ({
    document: units[from]?.document ?? 0,
    start: units[from]?.start ?? 0,
    end: units[to]?.end ?? 0,
    quote: quoted[rank]?.quote ?? '',
    score: Math.round(1000 * Math.min(1, Math.max(0, score))) / 1000,
    touches,
    parts: units.slice(from, to + 1),
    features: features[rank] ?? [],
  }));
}

/** The line that leads to the list in which a unit stands, unless that begins with it: what holds of an item may be said in it alone. */
function leadTo(units: readonly Unit[], from: number): Unit[] {
  const group = units[from]?.group;
  const at = units.findLastIndex(({ isLead, group: of }, index) => index < from && isLead && of === group);
  const isItem = units.slice(at + 1, from + 1).every(({ group: of, isRow }) => of === group && !isRow);
  const lead = at >= 0 && isItem && !units[from]?.isLead ? units[at] : undefined;
  return lead && lead.quote.length <= longestLead ? [lead] : [];
}

interface Scored {
  unit: Unit;
  index: number;
  met: Float64Array;
  score: number;
}

/** Positions among the units, both inclusive. */
interface Stretch {
  from: number;
  to: number;
}

type Chosen = Stretch & Pick<NearPassage, 'score' | 'touches'>;

/**
 * Of each list the best, and then what adds most to those that were chosen: not the same list three times, and nothing twice; then the best of the
 * others.
 */
function choose(
  lists: readonly (readonly Scored[])[],
  others: readonly Scored[],
  units: readonly Unit[],
  weigh: (strengths: Float64Array) => number,
): Chosen[] {
  const chosen: Scored[] = [];
  const stretches: Chosen[] = [];
  const scores = new Map(lists.flat().map(({ index, score }) => [index, score]));
  const worthOf = (index: number): number => scores.get(index) ?? 0;
  const isFree = (index: number): boolean => stretches.every(({ from, to }) => index < from || index > to);
  const bestOf = (scored: readonly Scored[], leastWorth: number): Scored | undefined => {
    let best: { each: Scored; worth: number } | undefined;
    for (const each of scored) {
      if (!isFree(each.index) || chosen.some(({ unit }) => unit.quote === each.unit.quote)) continue;
      const shared = chosen.flatMap(({ unit, met }) =>
        unit.group === each.unit.group ? [weigh(least(each.met, met))] : [],
      );
      const sayNoLess = shared.filter((share) => share >= weigh(each.met)).length;
      const crowd = each.unit.isRow && sayNoLess >= rowsOfOneTable ? crowdLoss : 0;
      const worth = each.score - sameListShare * shared.reduce((sum, share) => sum + share, 0) - crowd;
      if (worth >= leastWorth && worth > (best?.worth ?? Number.NEGATIVE_INFINITY)) best = { each, worth };
    }
    return best?.each;
  };
  const take = (most: number, touches: boolean, next: () => Scored | undefined): void => {
    while (chosen.length < most) {
      const best = next();
      if (!best) return;
      chosen.push(best);
      stretches.push({ ...stretchAround(best.index, units, isFree, worthOf), score: best.score, touches });
    }
  };
  take(mostNear, true, () => {
    const least = leastOfBest * (chosen[0]?.score ?? 0);
    return lists.reduce<Scored | undefined>(
      (found, scored) => found ?? bestOf(scored, Math.max(least, 1e-9)),
      undefined,
    );
  });
  take(mostJudged, false, () => bestOf(others, Number.NEGATIVE_INFINITY));
  return stretches;
}

/** A unit with what stands beside it under the same heading, where it is short. */
function stretchAround(
  index: number,
  units: readonly Unit[],
  isFree: (index: number) => boolean,
  worth: (index: number) => number,
): Stretch {
  let [from, to] = [index, index];
  const length = (): number => (units[to]?.end ?? 0) - (units[from]?.start ?? 0);
  const isBeside = (at: number): boolean => {
    const [other, unit] = [units[at], units[index]];
    if (!other || !unit || other.isRow || unit.isRow || other.group !== unit.group || !isFree(at)) return false;
    return length() + other.quote.length <= longestQuote;
  };
  while (length() < leastQuote) {
    const [after, before] = [isBeside(to + 1), isBeside(from - 1)];
    if (!after && !before) break;
    if (before && (!after || worth(from - 1) > worth(to + 1))) from--;
    else to++;
  }
  return { from, to };
}

/** Lines that are no sentences are parted when they are quoted in one line. */
function quoteOf(units: readonly Unit[]): string {
  return units.reduce(
    (said, { quote: line }) => (said === '' ? line : `${said}${/[.!?:;,]$/u.test(said) ? ' ' : '; '}${line}`),
    '',
  );
}

const least = (one: Float64Array, other: Float64Array): Float64Array =>
  one.map((strength, term) => Math.min(strength, other[term] ?? 0));

function most(...of: readonly Float64Array[]): Float64Array {
  const [first = new Float64Array(), ...others] = of;
  return first.map((strength, term) => Math.max(strength, ...others.map((other) => other[term] ?? 0)));
}

/** What a word tells is told by how many units it touches, not by how often it stands there as it was typed. */
function termWeights({ evidence, material }: Inquiry, units: readonly Unit[]): number[] {
  return evidence.terms.map(({ weight, stem }, term) => {
    const touched = units.filter(({ own }) => (own[term] ?? 0) >= leastTouch).length;
    const usual = Math.log(1 + (material.sentences.length + 1) / ((material.frequencies.get(stem) ?? 0) + 0.5));
    return (weight / (usual || 1)) * Math.log(1 + (units.length + 1) / (touched + 0.5));
  });
}
