import { cardinalOf, cardinalPattern, findDays, isoDay, measureOf } from '@parley/text';
import type { SourceText } from '../extraction/source-text.ts';
import { unitBehind } from '../extraction/typed-value.ts';
import { emails, phones, times, urls } from '../extraction/value-patterns.ts';
import type { Language } from '../text/function-words.ts';
import type { AskedKind } from './field-pattern.ts';
import { traitsOf } from './traits.ts';
import { isEmptyWord } from './words.ts';

/** A value that stands in a text. */
export interface Mention {
  text: string;
  start: number;
  end: number;
  value?: number;
  iso?: string;
  time?: string | undefined;
  unit?: string | undefined;
}

const mostMentions = 800;
const shortestCode = 4;
const shortestPhone = 6;

const title = `(?:(?:Herrn?|Frau|Mrs?|Ms|Miss|Dr|Prof|Don|Doña|Sra?|D|Dª|M|Mme|Mlle|Monsieur|Madame)\\.?[ ]+)`;
const namePart = `(?:\\p{Lu}[\\p{Ll}\\p{M}]+(?:['’-]\\p{Lu}?[\\p{L}]+)*|\\p{Lu}['’]\\p{Lu}\\p{Ll}+|\\p{Lu}\\.)`;
const particle = `(?:(?:von|van|de|del|la|le|du|di|da|zu|dos)[ ]+)`;
/** A title with a name, or two to five words that are written as names are. */
const names = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${title}{1,3})${namePart}(?:[ \\n]+${particle}{0,2}${namePart}){0,3}|${namePart}(?:[ ]+${particle}{0,2}${namePart}){1,4})(?![\\p{L}\\p{N}])`,
  'gu',
);
/** A word with figures in it, or groups of figures: KM-19, 884 120 7, FR 08 512337904, PE6 1LT. */
const codes =
  /(?<![\p{L}\p{N}.,/-])(?:(?!ID|NO|NR|TO|PO)[A-Z]{1,3} )?(?=[\p{Lu}/.-]{0,8}\d)[\p{Lu}\d]{1,24}(?:[/._-][\p{L}\d]{1,24}){0,6}(?: (?=[A-Z]{0,2}\d)[A-Z\d]{1,12}(?!\p{Ll})){0,8}(?![\p{L}\d])/gu;

/** The values of a kind that a text holds, in reading order. */
export function findMentions(kind: AskedKind, source: SourceText, language: Language): Mention[] {
  switch (kind) {
    case 'date':
      return datesOf(source);
    case 'money':
    case 'percent':
      return numbersOf(kind, source);
    case 'number':
      return [...numbersOf(kind, source), ...countsOf(source, language)].sort((one, other) => one.start - other.start);
    case 'name':
      return namesOf(source);
    case 'code':
      return codesOf(source);
    case 'phone':
      return formed(phones, source).filter(
        ({ text, start, end }) =>
          text.replaceAll(/\D/g, '').length >= shortestPhone &&
          !source.datesByPlace.isMet(start, end) &&
          !isNumberOf(source.text.slice(Math.max(0, start - 30), start)),
      );
    case 'email':
      return formed(emails, source);
    case 'url':
      return formed(urls, source);
    case 'time':
      return formed(times, source).filter(({ start, end }) => !source.datesByPlace.isMet(start, end));
    case 'text':
      return cellsOf(source);
    default:
      return kind satisfies never;
  }
}

/** "Company no. 445 120 88" is nobody's telephone. */
const isNumberOf = (before: string): boolean =>
  /(?<!\p{L})(?:no|nr|number|nummer|n[°º]|id)\.?:?\s{0,3}$/iu.test(before) &&
  !/tel|phone|fon|mobil|fax|call/i.test(before);

// bounded: what stands right before or behind a value, at most 40 characters
const changed = {
  before: /(?<!\p{L})(?:from|von|de)\s+\p{Sc}?\s*$/u,
  behind: /^\s*(?:\p{Sc}|\p{L}{3})?\s*(?:to|auf|à|a)\s+\p{Sc}?\s*\d/u,
  between: /(?<!\p{L})(?:from|von|de)\s+\p{Sc}?\s*[\d.,]+\s*(?:\p{Sc}|\p{L}{3})?\s*(?:to|auf|à|a)\s+\p{Sc}?\s*$/u,
};
const former =
  /^(?:old|previous|former|before|alt|bisher|vor|ancien|précédent|antigu|anterior)|^(?:min|minimum|lowest|from)$/u;
const later = /^(?:new|now|after|neu|nouv|nuev)|^(?:max|maximum|highest|to)$/u;

/** Of "goes up from £45 to £52" neither is the price, but where the name says which. */
export function isOtherEnd({ start, end }: Mention, text: string, name: readonly string[]): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  if (changed.between.test(before)) return !name.some((word) => later.test(word));
  return (
    changed.before.test(before) &&
    changed.behind.test(text.slice(end, end + 16)) &&
    !name.some((word) => former.test(word))
  );
}

/** What has a form of its own, line by line. */
const formed = (pattern: RegExp, { lines }: SourceText): Mention[] =>
  lines
    .flatMap(({ text, start }) =>
      [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
        text: found.trim(),
        start: start + index,
        end: start + index + found.trimEnd().length,
      })),
    )
    .slice(0, mostMentions);

function datesOf(source: SourceText): Mention[] {
  const whole = source.dates.slice(0, mostMentions).map((date) => ({
    text: date.text,
    start: date.start,
    end: date.end,
    iso: isoDay(date.dayFirst),
    time: date.time,
  }));
  return [...whole, ...daysOf(source, whole)].sort((one, other) => one.start - other.start);
}

/** A day without its year is of the year of the date before it, as letters write it, or of the only year that the text names. */
function daysOf(source: SourceText, whole: readonly Mention[]): Mention[] {
  const { text, datesByPlace } = source;
  const only = whole.length === 0 ? onlyYear(text) : undefined;
  if (whole.length === 0 && only === undefined) return [];
  const days = findDays(text)
    .slice(0, mostMentions)
    .flatMap(({ text: day, start, end, year, month, day: ofMonth }) => {
      if (year !== null || month === null || ofMonth === null || datesByPlace.isMet(start, end)) return [];
      const last = whole.findLast((each) => each.start < start) ?? whole[0];
      const told = last?.iso?.slice(0, 4) ?? only;
      return told === undefined ? [] : [{ text: day, start, end, iso: dayOf(told, month, ofMonth), time: undefined }];
    });
  return [...days, ...[...whole, ...days].flatMap((date) => beginningOf(date, text) ?? [])];
}

const dayOf = (year: string, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function onlyYear(text: string): string | undefined {
  const [year, ...others] = new Set(text.match(/(?<![\d.,:/-])20\d\d(?![\d/:-]|[.,]\d)/g));
  return others.length === 0 ? year : undefined;
}

const rangeBefore =
  /(?<![\d.,:/-])(\d{1,2})\.?\s{0,2}(?:[-–]|to|until|bis|and|und|au|et|al?|y)\s{1,2}(?:\p{L}{1,9}\s){0,3}$|(?<![\d.,:/-])(\d{1,2})\.?[-–]$/u;

/** The first day of "Friday 10 to Sunday 12 July 2026". */
function beginningOf({ start, iso = '' }: Mention, text: string): Mention | undefined {
  const from = Math.max(0, start - 30);
  const match = rangeBefore.exec(text.slice(from, start));
  const day = match?.[1] ?? match?.[2];
  const [year = '', month = '', last = ''] = iso.split('-');
  if (!match || day === undefined || Number(day) < 1 || Number(day) >= Number(last)) return undefined;
  const at = from + match.index;
  return { text: day, start: at, end: at + day.length, iso: dayOf(year, Number(month), Number(day)), time: undefined };
}

function numbersOf(kind: AskedKind, { numbers, text }: SourceText): Mention[] {
  return numbers
    .filter((number) => number.isPercent === (kind === 'percent'))
    .slice(0, mostMentions)
    .map((number) => ({ ...number, unit: unitBehind(text, number.end) }))
    .filter(({ isMoney, unit }) => kind !== 'money' || isMoney || !isMeasured(unit))
    .map(({ text: written, start, end, value, unit }) => ({ text: written, start, end, value, unit }));
}

/** "Six months": numbers as words, of what is counted behind them. One is an article as well. */
// such as: /(?<![\p{L}-])(?:zwei|drei|vier)(?= \p{L}{2})/giu
const counts = new RegExp(`(?<![\\p{L}-])(?:${cardinalPattern(undefined, 2)})(?= \\p{L}{2})`, 'giu');

function countsOf({ text }: SourceText, language: Language): Mention[] {
  const spoken = (['en', 'de', 'fr', 'es'] as const).filter((each) => each === language);
  return [...text.matchAll(counts)].slice(0, mostMentions).flatMap(({ 0: word, index }) => {
    const value = cardinalOf(word.toLowerCase(), spoken);
    const end = index + word.length;
    return value === undefined ? [] : [{ text: word, value, start: index, end, unit: unitBehind(text, end) }];
  });
}

/** Kilograms are no money. */
const isMeasured = (unit: string | undefined): boolean => unit !== undefined && measureOf(unit) !== undefined;

/** What stands in the cells of tables. */
const cellsOf = ({ parts }: SourceText): Mention[] =>
  parts.grids
    .flatMap(({ headings, rows }) =>
      headings.length > 2
        ? rows.flatMap((row) => row.filter(({ text }) => text !== '' && text.length <= longestCell))
        : [],
    )
    .slice(0, mostMentions)
    .map(({ text, start, end }) => ({ text, start, end }));

const longestCell = 120;

function namesOf({ text }: SourceText): Mention[] {
  const found: Mention[] = [];
  for (const { 0: whole, 1: titles = '', index } of text.matchAll(names)) {
    if (found.length >= mostMentions) break;
    const name = whole.slice(titles.length);
    const [first = ''] = name.split(/\s/, 1);
    if (
      isEmptyWord(first) ||
      isThing(name) ||
      (titles === '' && behindArticle.test(text.slice(Math.max(0, index - 8), index))) ||
      /[#&]/.test(text.slice(Math.max(0, index - 2), index))
    )
      continue;
    found.push({ text: name.replaceAll(/\s+/g, ' '), start: index + titles.length, end: index + whole.length });
  }
  return found;
}

/** A word that names a role, a sum or a day is none of a name. */
const isThing = (name: string): boolean => name.split(/[\s.-]+/).some((word) => traitsOf(word).length > 0);
const behindArticle =
  /(?<!\p{L})(?:der|die|das|dem|den|des|ein|eine[nmrs]?|im|am|zum|zur|vom|the|an?|le|la|les|el|los|las|un|una)\s+$/iu;

function codesOf({ text, datesByPlace, numbersByPlace }: SourceText): Mention[] {
  const found: Mention[] = [];
  for (const { 0: code, index } of text.matchAll(codes)) {
    if (found.length >= mostMentions) break;
    const [start, end] = [index, index + code.length];
    if (datesByPlace.isMet(start, end)) continue;
    if (numbersByPlace.meeting(start, end).some(({ isMoney, isPercent }) => isMoney || isPercent)) continue;
    if (code.replaceAll(/\D/g, '').length < 2 || code.length < shortestCode) continue;
    found.push({ text: code, start, end });
  }
  return found;
}
