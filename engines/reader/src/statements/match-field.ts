import type { SourceText } from '../extraction/source-text.ts';
import type { Contexts } from './contexts.ts';
import type { Pattern } from './field-pattern.ts';
import type { Mention } from './find-mentions.ts';
import type { NearWord } from './near-words.ts';
import { isEmptyWord, likeness, type MeantWord, toWord } from './words.ts';

const leastTold = 0.5;
const moreShare = 0.3;
const leastAgainst = 0.4;
const excluded = 0.45;
const otherShare = 0.85;
/** A word that tells one of several apart counts double. */
const axisWeight = 2;
/** What a value of a kind is one of, where a field does not say which: a sum is that with tax, a day that of issue. */
const usualAxis: Partial<Record<Pattern['kind'], string>> = { money: 'part', date: 'moment' };
/** How near one of the words must stand: numbers of things have their label right before them. */
const leastBeside: Partial<Record<Pattern['kind'], number>> = { code: 0.8, name: 0.75, number: 0.7 };
const describedShare = 0.8;
/** From this weight on a word belongs to the value itself: it is its label, its heading, or right beside it. */
const ownWeight = 0.7;
const leastAlike = 0.4;

/** How the words that stand by a value fit what is asked for, by parts. */
export interface Fit {
  /** Of the words of the name: the weakest, the mean, the strongest. */
  least: number;
  mean: number;
  most: number;
  /** The strongest without headings. */
  beside: number;
  /** Share of the words of the description that are met, and the strongest of them. */
  more: number;
  mostMore: number;
  against: number;
  axes: number;
  counted: number;
  unit: number;
  score: number;
  /** Share of the value's own words that the property has as well, and whether its nearest word is one of them. */
  own: number;
  nearest: number;
  /** How near a word stands that says it is another value. */
  other: number;
}

const strongest = (strengths: readonly number[]): number => Math.max(0, ...strengths);

export function fitOf(pattern: Pattern, mention: Mention, source: SourceText, contexts: Contexts): Fit {
  const near = contexts.of(mention, pattern.kind);
  const beside = near.filter(({ isAbove }) => isAbove !== true);
  const told = pattern.telling.map((word) => met(word, near, pattern));
  const more = pattern.more.map((word) => met(word, near, pattern));
  const isAsked = ({ word }: NearWord) =>
    [...pattern.telling, ...pattern.more].some((each) => likeness(each, word) >= leastAlike);
  const own = beside.filter(({ weight }) => weight >= ownWeight);
  const nearest = beside.reduce<NearWord | undefined>(
    (best, each) => (best === undefined || each.weight > best.weight ? each : best),
    undefined,
  );
  const isOther = ({ word: { traits } }: NearWord) =>
    traits.length > 0 && !traits.some((trait) => pattern.traits.includes(trait));
  const counted = isCounted(pattern, mention, source.text);
  return {
    least: told.length === 0 ? 0 : Math.min(...told),
    mean: told.reduce((sum, strength) => sum + strength, 0) / (told.length || 1),
    most: strongest(told),
    beside: strongest(pattern.telling.map((word) => met(word, beside, pattern))),
    more: more.filter((strength) => strength >= leastTold).length / (more.length || 1),
    mostMore: strongest(more),
    against: strongest(pattern.against.map((word) => met(word, near, pattern))),
    axes: axes(pattern, near),
    counted: Number(counted),
    unit: Number(pattern.unit !== undefined && mention.unit === pattern.unit),
    score: counted ? scoreOf(pattern, near) : 0,
    own: own.length === 0 ? 0 : own.filter(isAsked).length / own.length,
    nearest: nearest && isAsked(nearest) ? nearest.weight : 0,
    other: strongest(beside.filter(isOther).map(({ weight }) => weight)),
  };
}

/** How strongly a word is met by what stands by a value. */
const met = (word: MeantWord, near: readonly NearWord[], pattern: Pattern): number =>
  near.reduce((best, each) => {
    const strength = each.weight * likeness(word, each.word);
    return strength > best ? Math.max(best, strength * (isModified(each, pattern) ? otherShare : 1)) : best;
  }, 0);

/** A holding deposit is not the deposit that is asked for. */
const isModified = ({ modifier }: NearWord, { telling, more }: Pattern): boolean =>
  modifier !== undefined && ![...telling, ...more].some((word) => likeness(word, modifier) > 0);

/** Whether a number is one of what is counted or measured: in its unit, or before its name. */
function isCounted({ kind, unit, telling, more }: Pattern, mention: Mention, text: string): boolean {
  if (unit !== undefined && unit !== 'percent') return mention.unit === unit;
  if (kind !== 'number') return true;
  const [, next] = /^[ ](\p{L}{2,})/u.exec(text.slice(mention.end, mention.end + 40)) ?? [];
  if (next === undefined || isEmptyWord(next)) return mention.unit === undefined;
  const word = toWord(next, telling[0]?.language ?? 'en');
  return [...telling, ...more].some((each) => likeness(each, word) >= leastTold);
}

function scoreOf(pattern: Pattern, near: readonly NearWord[]): number {
  const told = pattern.telling.map((word) => Math.max(met(word, near, pattern), byDescription(pattern, word, near)));
  const more = pattern.more.map((word) => met(word, near, pattern)).filter((strength) => strength >= leastTold);
  if (told.some((strength) => strength < leastTold * 0.6) || strongest(told) < leastTold) return 0;
  const own = near.filter(({ isAbove }) => isAbove !== true);
  const beside = strongest(
    pattern.telling.map((word) => Math.max(met(word, own, pattern), byDescription(pattern, word, own))),
  );
  if (pattern.unit === undefined && beside < (leastBeside[pattern.kind] ?? leastTold)) return 0;
  const weights = pattern.telling.map(({ traits }) => (traits.some(({ axis }) => axis !== undefined) ? axisWeight : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const mean = told.reduce((sum, strength, at) => sum + strength * (weights[at] ?? 1), 0) / total;
  const bonus = pattern.more.length === 0 ? 0 : (moreShare * more.length) / pattern.more.length;
  const against = pattern.against.some((word) => met(word, near, pattern) >= leastAgainst) ? excluded : 1;
  return (mean + bonus) * against * axes(pattern, near);
}

/** A description may call the thing by another word. */
function byDescription(pattern: Pattern, word: MeantWord, near: readonly NearWord[]): number {
  const { kind, telling, more } = pattern;
  if (kind === 'code' || kind === 'name' || word.traits.some(({ axis }) => axis !== undefined)) return 0;
  const other = more.find((each) => telling.every((own) => likeness(own, each) === 0));
  return other && more.indexOf(other) < 2
    ? describedShare *
        met(
          other,
          near.filter(({ isAbove }) => isAbove !== true),
          pattern,
        )
    : 0;
}

/** What excludes what is asked for, and stands nearer than it. */
function axes({ kind, traits, telling }: Pattern, near: readonly NearWord[]): number {
  const named = new Set(traits.flatMap(({ axis }) => axis ?? []));
  const usual = usualAxis[kind];
  if (usual !== undefined) named.add(usual);
  let share = 1;
  for (const axis of named) {
    const mine = traits.filter((trait) => trait.axis === axis);
    let [own, other] = [0, 0];
    for (const { word, weight } of near) {
      const theirs = word.traits.filter((trait) => trait.axis === axis);
      if (theirs.length === 0) continue;
      if (theirs.some((trait) => mine.includes(trait))) own = Math.max(own, weight);
      else if (!telling.some((each) => each.stem === word.stem)) other = Math.max(other, weight);
    }
    if (other > own && other > 0.5) share *= mine.length === 0 ? 0.85 : excluded;
  }
  return share;
}
