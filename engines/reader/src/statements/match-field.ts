import type { Found } from '../extraction/labelled-value.ts';
import type { SourceText } from '../extraction/source-text.ts';
import type { Contexts } from './contexts.ts';
import type { Pattern } from './field-pattern.ts';
import type { Mention } from './find-mentions.ts';
import type { NearWord } from './near-words.ts';
import { isEmptyWord, likeness, type MeantWord, toWord } from './words.ts';

/** A value with how well what stands by it fits what is asked for. */
interface Match {
  mention: Mention;
  score: number;
}

const leastScore = 0.5;
const leastTold = 0.5;
const margin = 0.08;
const moreShare = 0.3;
const leastAgainst = 0.4;
const excluded = 0.45;
const otherShare = 0.85;
/** A word that tells one of several apart counts double. */
const axisWeight = 2;
const leastStrict = 0.7;
/** What a value of a kind is one of, where a field does not say which: a sum is that with tax, a day that of issue. */
const usualAxis: Partial<Record<Pattern['kind'], string>> = { money: 'part', date: 'moment' };
/** How near one of the words must stand: numbers of things have their label right before them. */
const leastBeside: Partial<Record<Pattern['kind'], number>> = { code: 0.8, name: 0.75, number: 0.7 };
const describedShare = 0.8;

/** How strongly a word is met by what stands by a value. */
const met = (word: MeantWord, near: readonly NearWord[], pattern: Pattern): number =>
  near.reduce((best, each) => {
    const alike = likeness(word, each.word);
    const strength = pattern.isStrict === true && alike < leastStrict ? 0 : each.weight * alike;
    return strength > best ? Math.max(best, strength * (isOther(each, pattern) ? otherShare : 1)) : best;
  }, 0);

/** A holding deposit is not the deposit that is asked for. */
const isOther = ({ modifier }: NearWord, { telling, more }: Pattern): boolean =>
  modifier !== undefined && ![...telling, ...more].some((word) => likeness(word, modifier) > 0);

/** The values of the asked kind with how well each fits, best first. */
function rateMentions(pattern: Pattern, source: SourceText, contexts: Contexts): Match[] {
  return contexts
    .mentions(pattern.kind)
    .filter((mention) => isCounted(pattern, mention, source.text) && !contexts.isDenied(mention))
    .map((mention) => ({ mention, score: scoreOf(pattern, contexts.of(mention, pattern.kind)) }))
    .sort((one, other) => other.score - one.score);
}

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
  if (told.some((strength) => strength < leastTold * 0.6) || Math.max(0, ...told) < leastTold) return 0;
  const own = near.filter(({ isAbove }) => isAbove !== true);
  const beside = Math.max(
    0,
    ...pattern.telling.map((word) => Math.max(met(word, own, pattern), byDescription(pattern, word, own))),
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

/** The value whose context fits a field best; undefined where none fits well, or two with other values fit nearly as well. */
export function matchField(pattern: Pattern, source: SourceText, contexts: Contexts): Found | undefined {
  const matches = rateMentions(pattern, source, contexts);
  const [best] = matches;
  if (!best || best.score < leastScore) return undefined;
  const rival = matches.find(({ mention, score }) => !isSame(mention, best.mention) && score > best.score - margin);
  if (rival) return undefined;
  const { text, value, iso, time, start, end } = best.mention;
  return {
    text,
    start,
    end,
    score: best.score,
    ...(value !== undefined && { value }),
    ...(iso !== undefined && { iso }),
    ...(time !== undefined && { time }),
  };
}

/** Whether what stands by a value says that it is another one than is asked for: the net of a total, the day of issue for the day when it is due. */
export function isExcluded(pattern: Pattern, place: { start: number; end: number }, contexts: Contexts): boolean {
  const mention = contexts.mentions(pattern.kind).find(({ start, end }) => start < place.end && place.start < end);
  return mention !== undefined && (axes(pattern, contexts.of(mention, pattern.kind)) < 1 || contexts.isDenied(mention));
}

const isSame = (one: Mention, other: Mention): boolean =>
  one.value !== undefined ? one.value === other.value : (one.iso ?? one.text) === (other.iso ?? other.text);
