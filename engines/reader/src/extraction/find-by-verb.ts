import { isoDay } from '@parley/text';
import { areRelated } from '../text/related-words.ts';
import { wordStem } from '../text/word-stem.ts';
import type { FieldWords } from './field-words.ts';
import { isSameThing, type LabelWord } from './label-words.ts';
import type { Found } from './labelled-value.ts';
import type { SourceText } from './source-text.ts';

/** What of an event a property asks for. */
type Part = 'doer' | 'time' | 'place';

/** A verb of a text and what stands behind it up to the next verb: "born | in London on 10 December 1815". */
interface Event {
  verb: string;
  start: number;
  end: number;
}

const score = 0.8;
const year = /(?<![\d.,/-])(?:1[0-9]|20)\d{2}(?![\d.,/-]\d|\s?%|\d)/gu;
const properName =
  /(?:the\s+)?(?:(?:Mr|Ms|Mrs|Dr|Prof)\.?\s+)?(?<name>\p{Lu}[\p{L}'’-]+(?:(?:\s+&)?\s+(?:(?:de|van|von|del|da|di|der|of)\s+)?\p{Lu}[\p{L}.'’-]*)*)/u;
const timeWords = /^(?:date|day|year|time|on|at|in|when)$/;
const placeWords = /^(?:place|location|city|town|country|at|in|where|site|venue)$/;
const doerEnding = /^(?<verb>\p{L}{3,}?)(?:er|or|ist|ian)$/u;

/**
 * What a sentence tells of an event that the property is named after: "born" and "birthplace" in "was born in London in 1815", "founder"
 * in "was founded by Otto Kern", "signed_on" in "signed on 4 May 2024". Undefined where two sentences differ, or one denies it.
 */
export function findByVerb(field: FieldWords, source: SourceText): Found | undefined {
  const asked = readAsked(field);
  if (!asked) return undefined;
  const found = source.sentences.flatMap((sentence) =>
    eventsOf(sentence.text, sentence.start)
      .filter(({ verb }) => asked.verbs.some((stem) => isSameEvent(stem, verb)))
      .flatMap((event) => partOf(event, asked.part, field, source) ?? []),
  );
  const [first, ...others] = found;
  return first && others.every(({ text }) => text === first.text) ? first : undefined;
}

/** The event that a property is named after and what of it is asked for; undefined for a name that names no event. */
function readAsked({
  telling,
  sort,
  form,
  isCount,
  unit,
  isMoney,
}: FieldWords): { verbs: string[]; part: Part } | undefined {
  if (isCount || unit !== undefined || isMoney) return undefined;
  const words = [...telling, ...sort];
  const isDay =
    form === 'date' || form === 'time' || (form === 'number' && words.some(({ word }) => timeWords.test(word)));
  const place = words.find(({ word }) => placeWords.test(word) && !/^(?:at|in)$/.test(word));
  const events = telling.filter(({ word }) => !timeWords.test(word) && !placeWords.test(word) && word !== 'by');
  const [event, second] = events;
  if (!event || second) return undefined;
  if (words.some(({ word }) => word === 'by') || /-by$/.test(event.word))
    return { verbs: [event.stem.replace(/-by$/, '')], part: 'doer' };
  const verb = doerEnding.exec(event.word)?.groups?.verb;
  if (form !== 'number' && verb !== undefined && isVerbOf(event, verb))
    return { verbs: [wordStem(verb), wordStem(`${verb}e`)], part: 'doer' };
  if (place) return { verbs: [event.stem], part: 'place' };
  if (isDay || form === 'number' || isParticiple(event.word)) return { verbs: [event.stem], part: 'time' };
  return undefined;
}

/** "founder" comes of "found"; "number" of no verb. */
const isVerbOf = ({ stem }: LabelWord, verb: string): boolean =>
  areRelated(stem, wordStem(verb)) || areRelated(stem, wordStem(`${verb}e`)) || wordStem(verb) === stem;

const isParticiple = (word: string): boolean =>
  /(?:ed|born|sent|built|held|made|paid|sold|bought|written|given|met|won)$/.test(word);

const isSameEvent = (one: string, other: string): boolean =>
  one === other || isSameThing(one, other) || (one.length >= 4 && other.length >= 4 && areRelated(one, other));

const verbPattern =
  /(?<!\p{L})(?<not>(?:not|never|n['’]t)\s+(?:\p{L}+\s+)?)?(?<verb>\p{L}+(?:ed)|born|sent|built|held|made|paid|sold|bought|written|wrote|given|gave|met|won|began|founded)(?!\p{L})/giu;

function eventsOf(text: string, at: number): Event[] {
  const verbs = [...text.matchAll(verbPattern)];
  return verbs.flatMap(({ index, 0: whole, groups }, number): Event[] => {
    if (groups?.not !== undefined) return [];
    const start = at + index + whole.length;
    const next = verbs[number + 1]?.index;
    const end = at + (next ?? text.length);
    return [{ verb: wordStem((groups?.verb ?? '').toLowerCase()), start, end }];
  });
}

/** "By the mayor, Ada Kern, in 1932"; not "by the evening, Ada Kern had …". */
const byRole = new RegExp(
  String.raw`\bby\s+(?:the|its|their)\s+\p{Ll}+(?:\s+\p{Ll}+)?,\s+${properName.source}(?=\s*(?:[.,;)]|$)|\s+(?:in|on|at)\s)`,
  'gu',
);

const hasNoObject = /^\s*(?:\p{L}+ly\s+)?(?:in|on|at|by|from|to|for|near|with|[,.;]|$)/u;

function partOf({ start, end }: Event, part: Part, field: FieldWords, source: SourceText): Found | undefined {
  const text = source.text.slice(start, end);
  // "discovered radium in 1898" tells what was discovered: without an object the verb's time is the property's.
  if (part === 'time')
    return hasNoObject.test(text) || leadOf(start, source) ? timeIn(text, start, field, source) : undefined;
  const pattern = part === 'doer' ? /\bby\s+(?:\p{Ll}+\s+){0,2}/u : /\b(?:in|at|near)\s+/u;
  // such as: /\bby\s+(?:\p{Ll}+\s+){0,2}(?:the\s+)?(?<name>\p{Lu}[\p{L}'’-]+(?:(?:\s+&)?\s+(?:(?:de|van|of)\s+)?\p{Lu}[\p{L}.'’-]*)*)/gu
  // bounded: a part of a sentence, at most 2,000 characters
  const places = [new RegExp(pattern.source + properName.source, 'gu'), ...(part === 'doer' ? [byRole] : [])];
  const behind = places
    .flatMap((place) => [...text.matchAll(place)])
    .filter(({ groups }) => source.dates.every((date) => !date.text.includes(groups?.name ?? '')));
  const [only, other] = behind;
  const name = only?.groups?.name;
  if (only === undefined || other !== undefined || name === undefined) return undefined;
  const at = start + only.index + only[0].length - name.length;
  const plain = name.replace(/(?<=\p{Ll}{3})\.$/u, '');
  return { text: plain, start: at, end: at + plain.length, score };
}

/** The one day, or else the one year, that stands with the verb. */
function timeIn(text: string, start: number, field: FieldWords, source: SourceText): Found | undefined {
  const { datesByPlace } = source;
  const lead = leadOf(start, source);
  const behind = datesByPlace.inside(start, start + text.length);
  const days = behind.length > 0 || !lead ? behind : datesByPlace.inside(lead.start, lead.end);
  const years = [...text.matchAll(year)];
  const [day] = days;
  if (days.length > 1 || years.length > 1) return undefined;
  const [only] = years;
  if (day && field.form !== 'number')
    return { text: day.text, iso: isoDay(day.dayFirst), time: day.time, start: day.start, end: day.end, score };
  if (!only || field.form === 'date' || field.form === 'time') return undefined;
  const at = start + only.index;
  return { text: only[0], value: Number(only[0]), start: at, end: at + only[0].length, score };
}

const opening = /^(?:On|In)\s+[\p{L}\d.,/ -]{4,24}?\d{4}(?=[\s,])/u;

/** "On 28 May 2030 … agreed": the time that a sentence opens with is that of its verbs that bear none. */
function leadOf(
  at: number,
  { sentencesByPlace, datesByPlace }: SourceText,
): { start: number; end: number } | undefined {
  const [sentence] = sentencesByPlace.meeting(at - 1, at + 1).filter(({ start, end }) => start <= at && at <= end);
  const lead = opening.exec(sentence?.text ?? '')?.[0];
  const inside = sentence ? datesByPlace.inside(sentence.start, sentence.end) : [];
  return sentence && lead !== undefined && inside.length === 1
    ? { start: sentence.start, end: sentence.start + lead.length }
    : undefined;
}
