// long because the list of features, where each comes from and how they are compared are read together
import type { JsonValue } from '@parley/contract';
import { isDone } from '../extraction/bearer-likelihood.ts';
import { type FieldWords, fieldWords } from '../extraction/field-words.ts';
import {
  asksIssuer,
  type Field,
  findField,
  hasFormOfItsOwn,
  isOfKnownForm,
  wordsOf,
} from '../extraction/find-field.ts';
import { findInSentence } from '../extraction/find-in-sentence.ts';
import { findPerson } from '../extraction/find-person.ts';
import { formOfWord } from '../extraction/form-words.ts';
import type { Found } from '../extraction/found.ts';
import { isSameThing, type LabelWord } from '../extraction/label-words.ts';
import { matchLabel } from '../extraction/match-label.ts';
import { isPlausible } from '../extraction/plausible.ts';
import type { SourceText } from '../extraction/source-text.ts';
import { SpanIndex } from '../extraction/span-index.ts';
import { isSentence, typedValue } from '../extraction/typed-value.ts';
import { writeFound } from '../extraction/write-found.ts';
import type { Contexts } from './contexts.ts';
import { fieldPattern, type Pattern, spelledAs } from './field-pattern.ts';
import { isOtherEnd } from './find-mentions.ts';
import { fitOf } from './match-field.ts';

const kinds = ['date', 'money', 'percent', 'number', 'name', 'code', 'email', 'phone', 'url', 'time', 'text'] as const;

/** What the chance of a value is judged from. The names stand in the order of the numbers. */
export const valueFeatureNames = [
  ...kinds.map((kind) => `is-${kind}` as const),
  // What the words by a typed value say (`Fit`).
  'typed',
  'least',
  'mean',
  'most',
  'beside',
  'more',
  'mostMore',
  'against',
  'axes',
  'counted',
  'unit',
  'score',
  'own',
  'nearest',
  'other',
  'denied',
  // What its label says.
  'entry',
  'entryWeight',
  'label',
  'labelLength',
  'labelMet',
  'whole',
  // What rules for papers, persons and titles find.
  'known',
  'person',
  'title',
  'said',
  // What the other values and the other properties say.
  'scoreLead',
  'labelLead',
  'better',
  'rivals',
  'rivalLabel',
  'rivalMean',
  'rivalLead',
  'only',
  'highest',
  'first',
  'last',
  'repeats',
  'count',
  // What it is among the amounts of the text.
  'gross',
  'net',
  'tax',
  'sum',
  'row',
  // What it is.
  'hasCurrency',
  'decimals',
  'counts',
  'inTable',
  'position',
  'isMoney',
  'isPlausible',
  'length',
  'hasDigit',
  // What is asked for.
  'telling',
  'described',
  'ownForm',
  'knownForm',
  'issuer',
  'bare',
  'asksGross',
  'asksNet',
  'asksTax',
  'asksPart',
  'asksCount',
] as const;

type ValueFeature = (typeof valueFeatureNames)[number];
type Signs = Partial<Record<ValueFeature, number>>;

/** A value that a property may have, as the schema wants it written, and what speaks for it. */
export interface ValueCandidate {
  found: Omit<Found, 'score'>;
  value: JsonValue;
  signs: Signs;
}

/** A text as it is looked through for values. */
export interface ValueView {
  source: SourceText;
  contexts: Contexts;
  /** Words of the question that the text nowhere uses: they name it as a whole. */
  topic: readonly LabelWord[];
}

/** Of all properties of an object together; each has its share. */
const mostMentions = 20_000;
const mostTitles = 2;
const isIdle = /^(?:name|title|full)$/;
/** Values of these forms are found by it alone. */
const formed = /^(?:email|phone|url|time)$/;
const mostLength = 100;
/** From this score on a value is a rival. */
const leastScore = 0.3;

/** For each property the values that it may have, each judged beside the others and beside those of the other properties. */
export function candidatesOf(fields: readonly Field[], view: ValueView): ValueCandidate[][] {
  const all = fields.map((field) => {
    const candidates = collect(field, view, Math.ceil(mostMentions / fields.length));
    compare(candidates);
    return candidates;
  });
  const places = new SpanIndex(
    all.flatMap((list, owner) => list.map(({ found: { start, end }, signs }) => ({ start, end, owner, signs }))),
  );
  for (const [owner, candidates] of all.entries())
    for (const candidate of candidates) compareWithOthers(candidate, owner, places);
  return all;
}

export const rowOf = ({ signs }: ValueCandidate): number[] => valueFeatureNames.map((name) => signs[name] ?? 0);

function collect(given: Field, { source, contexts, topic }: ValueView, most: number): ValueCandidate[] {
  const field = spelledAs(given, contexts);
  const pattern = fieldPattern(field, contexts.language, contexts.known);
  const read = fieldWords(field);
  const words = pattern?.kind === 'name' ? { ...read, form: pattern.kind } : read;
  const candidates = new Map<string, ValueCandidate>();
  const add = (found: Omit<Found, 'score'> | undefined, signs: Signs): void => {
    const value = found && writeFound(found, field);
    if (!found || value === undefined) return;
    const key = `${found.end} ${String(value)}`;
    const merged: Signs = { ...candidates.get(key)?.signs };
    for (const name of valueFeatureNames) {
      const sign = signs[name];
      if (sign !== undefined) merged[name] = Math.max(merged[name] ?? 0, sign);
    }
    candidates.set(key, { found: candidates.get(key)?.found ?? found, value, signs: merged });
  };
  if (pattern)
    for (const mention of contexts.mentions(pattern.kind).slice(0, most)) {
      if (mention.value !== undefined && isOtherEnd(mention, source.text, wordsOf(field.name).split(' '))) continue;
      add(mention, {
        ...fitOf(pattern, mention, source, contexts),
        typed: 1,
        denied: Number(contexts.isDenied(mention)),
      });
    }
  const own = [...words.telling, ...words.sort, ...words.described];
  for (const entry of source.parts.entries.slice(0, most)) {
    const around = { context: entry.context, title: source.parts.title, topic };
    const ofRange = isEndOfRange(words) ? rangeShare * matchLabel(withoutEnd(words), entry.label, around) : 0;
    const label = Math.max(matchLabel(words, entry.label, around), ofRange) * entry.weight;
    const found = label > 0 || words.form !== 'text' ? typedValue(words, entry.value, source) : undefined;
    const met = entry.label.filter((word) => own.some(({ stem }) => isSameThing(stem, word.stem))).length;
    add(found, {
      entry: 1,
      entryWeight: entry.weight,
      label,
      labelLength: entry.label.length,
      labelMet: met / Math.max(1, entry.label.length),
      whole: (found?.text.length ?? 0) / Math.max(1, entry.value.text.length),
    });
  }
  const known = formed.test(words.form) ? undefined : findField(field, source);
  add(known, { known: known?.score ?? 0 });
  const asked = [...words.telling, ...words.sort];
  const isOfTopic = ({ word, stem }: LabelWord) => isIdle.test(word) || topic.some((each) => each.stem === stem);
  if (asked.some(({ word }) => isIdle.test(word)) && asked.every(isOfTopic))
    for (const [rank, title] of contexts.titles().slice(0, mostTitles).entries()) {
      const text = title.text.replace(/^#+\s*/, '').trim();
      const start = title.start + title.text.indexOf(text);
      if (!isSentence(text) && !/[.!?]$/.test(text))
        add({ text, start, end: start + text.length }, { title: 1 / (rank + 1) });
    }
  add(findPerson(words, source), { person: 1 });
  const said = findInSentence(read, source);
  add(said, { said: said?.score ?? 0 });
  const mayBeNamed = words.form === 'text' && !words.telling.some(({ word }) => isDone.test(word));
  const named = mayBeNamed ? findInSentence({ ...words, form: 'name' }, source) : undefined;
  add(named, { said: named?.score ?? 0 });
  const list = [...candidates.values()];
  const asks = signsOf(field, words, pattern);
  for (const { found, signs } of list) {
    Object.assign(signs, asks);
    describe(signs, found, field, source);
    Object.assign(signs, contexts.sums().get(found.start));
    signs.inTable = Number(contexts.isInTable(found));
  }
  return list;
}

/** "Salary: 30,000 to 36,000": the lowest and the highest stand behind one label. */
const rangeEnd = /^(?:min|minimum|lowest|max|maximum|highest)$/;
const rangeShare = 0.9;
const isEndOfRange = ({ telling, form }: FieldWords): boolean =>
  form === 'number' && telling.length > 1 && telling.some(({ word }) => rangeEnd.test(word));
const withoutEnd = (words: FieldWords): FieldWords => ({
  ...words,
  telling: words.telling.filter(({ word }) => !rangeEnd.test(word)),
});

const askedTraits: readonly [ValueFeature, readonly string[]][] = [
  ['asksGross', ['gross', 'total']],
  ['asksNet', ['net']],
  ['asksTax', ['tax']],
];

/** What is asked for, the same for all values of a property. */
const signsOf = (field: Field, words: FieldWords, pattern: Pattern | undefined): Signs => ({
  [`is-${pattern?.kind ?? 'text'}`]: 1,
  ...Object.fromEntries(
    askedTraits.map(([sign, names]) => [
      sign,
      Number(pattern?.traits.some(({ name }) => names.includes(name)) ?? false),
    ]),
  ),
  asksPart: Number(
    pattern?.telling.every(({ traits }) => traits.some(({ name, axis }) => axis === 'part' || name === 'total')) ??
      false,
  ),
  asksCount: Number(words.isCount),
  bare: Number(
    words.telling.every(({ word }) => formOfWord(word) === words.form || /^(?:address|number|contact)$/.test(word)),
  ),
  telling: words.telling.length,
  described: words.described.length,
  ownForm: Number(hasFormOfItsOwn(field)),
  knownForm: Number(isOfKnownForm(field)),
  issuer: Number(asksIssuer(field)),
});

function describe(signs: Signs, found: Omit<Found, 'score'>, field: Field, source: SourceText): void {
  const { start, end, text } = found;
  signs.position = start / Math.max(1, source.text.length);
  const number = source.numbersByPlace.meeting(start, end)[0];
  signs.isMoney = Number(number?.isMoney === true);
  signs.hasCurrency = Number(number?.currency !== undefined);
  signs.decimals = /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0;
  signs.counts = Number(/^ \p{L}{2}/u.test(source.text.slice(end, end + 3)));
  signs.isPlausible = Number(isPlausible(field, { ...found, score: 0 }, source));
  signs.length = Math.min(mostLength, text.length);
  signs.hasDigit = Number(/\d/.test(text));
}

/** The two highest of a sign with different values, to tell each its best rival. */
class Leaders {
  #best: { key: string; strength: number } | undefined;
  #second = 0;

  add(key: string, strength: number): void {
    if (this.#best === undefined || strength > this.#best.strength) {
      if (this.#best && this.#best.key !== key) this.#second = Math.max(this.#second, this.#best.strength);
      this.#best = { key, strength };
    } else if (key !== this.#best.key) this.#second = Math.max(this.#second, strength);
  }

  rivalOf(key: string): number {
    return this.#best === undefined ? 0 : this.#best.key === key ? this.#second : this.#best.strength;
  }
}

function compare(candidates: readonly ValueCandidate[]): void {
  const [scores, labels] = [new Leaders(), new Leaders()];
  const times = new Map<string, number>();
  const scored = new Set<string>();
  for (const { value, signs } of candidates) {
    const key = String(value);
    scores.add(key, signs.score ?? 0);
    labels.add(key, signs.label ?? 0);
    times.set(key, (times.get(key) ?? 0) + 1);
    if ((signs.score ?? 0) > leastScore) scored.add(key);
  }
  const ranks = new Map<number, number>();
  const ranked = candidates.map(({ signs }) => signs.score ?? 0).sort((one, other) => other - one);
  for (const [rank, score] of ranked.entries()) if (!ranks.has(score)) ranks.set(score, rank);
  const highest = Math.max(...candidates.map(({ found }) => found.value ?? Number.NEGATIVE_INFINITY));
  const starts = candidates.map(({ found }) => found.start);
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  for (const { found, value, signs } of candidates) {
    const key = String(value);
    signs.scoreLead = (signs.score ?? 0) - scores.rivalOf(key);
    signs.labelLead = (signs.label ?? 0) - labels.rivalOf(key);
    signs.better = ranks.get(signs.score ?? 0) ?? 0;
    signs.rivals = scored.size;
    signs.only = Number(times.size === 1);
    signs.highest = Number(found.value === highest);
    signs.first = Number(found.start === first);
    signs.last = Number(found.start === last);
    signs.repeats = times.get(key) ?? 0;
    signs.count = candidates.length;
  }
}

/** Another property may have the better claim to a value. */
function compareWithOthers(
  { found: { start, end }, signs }: ValueCandidate,
  own: number,
  places: SpanIndex<{ start: number; end: number; owner: number; signs: Signs }>,
): void {
  const others = places.meeting(start, end).filter(({ owner }) => owner !== own);
  const claim = (given: Signs): number => Math.max(given.label ?? 0, given.mean ?? 0);
  const best = (strengthOf: (given: Signs) => number): number =>
    others.reduce((most, other) => Math.max(most, strengthOf(other.signs)), 0);
  signs.rivalLabel = best(({ label = 0 }) => label);
  signs.rivalMean = best(({ mean = 0 }) => mean);
  signs.rivalLead = claim(signs) - best(claim);
}
