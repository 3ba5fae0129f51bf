import { cardinalOf, isoDay } from '@parley/text';
import { longestCell } from '../bounds/bounds.ts';
import type { Span } from './document-part.ts';
import { type FieldWords, unitOf } from './field-words.ts';
import type { Found } from './found.ts';
import type { SourceText } from './source-text.ts';
import { email, phone, time, url } from './value-patterns.ts';

/** A word with a digit in it: AB-77, 4C-118, 2031/9. */
// bounded: a line, a cell or a value in it, at most 2,000 characters
const code = /(?:#\s?)?(?<![\p{L}\d])(?=[\p{L}/_.-]*\d)[\p{L}\d]+(?:[/_.-][\p{L}\d]+)*/u;
const account = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b/;

/** The value of the form that a property wants, out of what stands beside its label; undefined when there is none, or several. */
export function typedValue(field: FieldWords, value: Span, source: SourceText): Omit<Found, 'score'> | undefined {
  // A text in JSON may be longer.
  if (value.text.length > longestCell) return undefined;
  switch (field.form) {
    case 'date':
      return dateIn(value, source);
    case 'number':
      return numberIn(field, value, source);
    case 'email':
      return patternIn(value, email);
    case 'phone':
      return dateIn(value, source) === undefined ? patternIn(value, phone, 6) : undefined;
    case 'url':
      return patternIn(value, url);
    case 'time':
      return patternIn(value, time);
    case 'code':
      return codeIn(value, source);
    case 'name':
      return nameIn(value);
    default:
      return textIn(value);
  }
}

function patternIn(value: Span, pattern: RegExp, leastDigits = 0): Omit<Found, 'score'> | undefined {
  const match = pattern.exec(value.text);
  if (!match || match[0].replaceAll(/\D/g, '').length < leastDigits) return undefined;
  return part(value, match.index, match[0].trim());
}

/** A part of a value, and where it stands. Marks that were taken out of the text may shift it: then all of the value is its place. */
function part(value: Span, at: number, text: string): Omit<Found, 'score'> {
  const isShifted = value.end - value.start !== value.text.length;
  return {
    text,
    start: isShifted ? value.start : value.start + at,
    end: isShifted ? value.end : value.start + at + text.length,
  };
}

function dateIn({ start, end }: Span, source: SourceText): Omit<Found, 'score'> | undefined {
  const [date] = source.datesByPlace.inside(start, end);
  return date && { text: date.text, iso: isoDay(date.dayFirst), time: date.time, start: date.start, end: date.end };
}

/** The number of the property's unit; the only number, or the first where nothing tells them apart. */
function numberIn(field: FieldWords, value: Span, source: SourceText): Omit<Found, 'score'> | undefined {
  const inside = source.numbersByPlace.inside(value.start, value.end);
  const fitting = inside.filter((number) => fitsNumber(field, number, source.text));
  const units = fitting.filter(
    (number) => field.unit !== undefined && unitBehind(source.text, number.end) === field.unit,
  );
  const [first, second] = units.length > 0 ? units : fitting;
  const end = first && second && endOfRange(field, source.text.slice(first.end, second.start));
  if (first && second && end !== undefined) {
    const { text, value: number, start, end: to } = end === 'first' ? first : second;
    return { text, value: number, start, end: to };
  }
  const lead = first && source.text.slice(value.start, first.start);
  if (first && lead !== undefined && /^\D{0,30}$/.test(lead)) {
    if (
      second &&
      second.value !== first.value &&
      field.isMoney !== true &&
      !/^[^\d]*[(,;/]|^\s*\p{L}/u.test(source.text.slice(first.end, second.start))
    )
      return undefined;
    return { text: first.text, value: first.value, start: first.start, end: first.end };
  }
  if (inside.length > 0) return undefined;
  const word = /^\p{L}+/u.exec(value.text)?.[0] ?? '';
  const count = cardinalOf(word.toLowerCase());
  return count !== undefined ? { ...part(value, 0, word), value: count } : undefined;
}

/** Of "29,000 to 36,000" the one that a minimum or a maximum asks for. */
function endOfRange(field: FieldWords, between: string): 'first' | 'second' | undefined {
  if (!/^(?:(?:\p{Sc}|[A-Z]{3})\s*)?(?:to|–|-|bis|and|until)(?:\s*(?:\p{Sc}|[A-Z]{3}))?$/u.test(between.trim()))
    return undefined;
  const ends = field.telling.map(({ word }) =>
    /^(?:min|minimum|lowest|from)$/.test(word) ? 'first' : /^(?:max|maximum|highest|to)$/.test(word) ? 'second' : '',
  );
  return ends.find((end) => end === 'first' || end === 'second');
}

/** Whether a number can be what a property holds: no per cent where none is wanted, no kilograms where days are. */
export function fitsNumber(field: FieldWords, number: SourceText['numbers'][number], text: string): boolean {
  if (number.isPercent)
    return field.unit === 'percent' || (field.unit === undefined && !field.isMoney && !field.isCount);
  const unit = unitBehind(text, number.end);
  if (field.unit === 'percent') return unit === 'percent' || (unit === undefined && !number.isMoney);
  if (field.unit !== undefined) return !number.isMoney && (unit === undefined || unit === field.unit);
  if (field.isCount)
    return !number.isMoney && Number.isInteger(number.value) && (unit === undefined || isNamed(field, unit));
  return (
    unit === undefined ||
    (!field.isMoney && (isNamed(field, unit) || field.telling.some(({ word }) => measured.test(word))))
  );
}

/** What is measured in units. */
const measured =
  /^(?:weight|area|age|duration|length|distance|height|width|depth|power|speed|size|volume|period|term|time|temperature|capacity|range|range|experience)$/;

const isNamed = (field: FieldWords, unit: string): boolean =>
  [...field.telling, ...field.sort].some(({ word }) => unitOf(word) === unit);

/** The unit that stands behind a number: 640 kg, 6 percent, 36 square metres. */
export function unitBehind(text: string, end: number): string | undefined {
  const word = /^[\s-]{0,2}(%|[\p{L}²]+\d?)/u.exec(text.slice(end, end + 20))?.[1];
  if (word === undefined) return undefined;
  // A single letter is a unit only where it stands right behind the number or at the end of what is said.
  if (word.length === 1 && /^[\s-]{0,2}\p{L}\s+\p{Ll}/u.test(text.slice(end, end + 20))) return undefined;
  return unitOf(word);
}

function codeIn(value: Span, source: SourceText): Omit<Found, 'score'> | undefined {
  const number = account.exec(value.text);
  if (number) return part(value, number.index, number[0]);
  const head = /^[^,;(]{1,40}/.exec(value.text)?.[0] ?? '';
  const match = code.exec(head);
  const words = head.trim().split(/\s+/);
  if (!match)
    return words.length <= 2 && /^[\p{Lu}\d-]+$/u.test(words.join('')) ? part(value, 0, head.trim()) : undefined;
  const place = part(value, match.index, match[0]);
  place.text = place.text.replace(/^#\s/, '#');
  const isDate = source.dates.some((date) => date.start < place.end && place.start < date.end);
  if (isDate || match.index > 12) return undefined;
  // "DE 123 456" is one number as long as nothing but digits goes on.
  const whole = /^(?:[\p{Lu}\d]{1,6}[ ]){1,6}[\p{Lu}\d]{1,6}$/u.test(head.trim()) ? head.trim() : undefined;
  return whole === undefined ? place : part(value, head.indexOf(whole), whole);
}

/** A name without what is told of its bearer: "Ms Solberg, facilities manager", "Nora Quinn <nora@…>". */
function nameIn(value: Span): Omit<Found, 'score'> | undefined {
  const text =
    /^(?:(?!\s[<(]|[,;]\s|\s[-–—|·]\s|(?<!(?<!\p{L})(?:Dr|Mr|Ms|Mrs|Mme|Mlle|Sra?|Prof|St|\p{Lu}))\.\s\p{Lu}|<).)+/u
      .exec(value.text)?.[0]
      .trim() ?? '';
  if (
    text === '' ||
    text.split(/\s+/).length > 8 ||
    !/^["“'‘]?[\p{Lu}\p{Lo}\d]/u.test(text) ||
    isSentence(text) ||
    email.test(text)
  )
    return undefined;
  const at = value.text.indexOf(text);
  const firm = /^(?:,\s*(?:Inc|Ltd|LLC|S\.A\.|S\.L\.|GmbH)\b\.?)/.exec(value.text.slice(at + text.length))?.[0] ?? '';
  return part(value, at, text + firm);
}

function textIn(value: Span): Omit<Found, 'score'> | undefined {
  if (value.text.length > 300 || isDenial.test(value.text)) return undefined;
  return part(value, 0, value.text);
}

/** What says that there is no value. */
const isDenial =
  /^(?:-+|–|—|n\/?a|none|not (?:known|given|stated|applicable|available|specified|yet)\b.*|unknown|tbd|tba|\?+|nil|keine?)$/i;

/** Whether a text says something rather than naming something. */
export const isSentence = (text: string): boolean =>
  /\b(?:is|are|was|were|has|have|had|will|would|can|could|should|must|may|I|we|you|they|it|booked|please)\b/.test(
    text,
  ) && text.split(/\s+/).length > 4;
