import { findDays, monthOf, type NamedDay, weekdayOf } from '@parley/text';
import { cellDate, type DataTable, type TableRow } from './data-table.ts';
import type { ParseState } from './parse-state.ts';
import type { QuestionWord } from './question-words.ts';
import type { Condition } from './row-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

type Side = 'in' | 'before' | 'after' | 'since' | 'until';

/** A stretch of time that a question names, its ends as text that sorts: `2025-03-01`, or `03-01` of any year. */
interface Span {
  side: Side;
  low: string;
  high: string;
  hasYear: boolean;
  text: string;
  start: number;
  end: number;
}

type Named = Omit<NamedDay, 'order'> & Partial<Pick<NamedDay, 'order'>>;

const pad = (value: number): string => String(value).padStart(2, '0');

/**
 * "in February 2024", "on 5 Sept", "from May to July", "before 3 March", "on Saturdays": rows of the table's column of days. Empty where
 * the question names no time or the table has no such column; null where it names several that are not one stretch.
 */
export function dateConditions({ question, words, table, named, used }: ParseState): Condition[] | null {
  const days = daysOf(question, words, used);
  const digits = days.some(({ day }) => day !== null) ? 10 : days.some(({ month }) => month !== null) ? 7 : 4;
  const columns = [...table.kinds.keys()].filter((column) => isOfDays(column, table, digits));
  const column = columns.find((each) => named.has(each)) ?? columns[0];
  if (column === undefined) return [];
  const spans = spansOf(question, together(days));
  // Of a day in figures that may be the third of May or the fifth of March neither is chosen.
  if (spans === null || days.some(({ order, text }) => order === 'either' && text.includes('/'))) return null;
  for (const word of words)
    if (dueWord.test(word.text) && dueHeading.test(table.headings[column] ?? '')) used.add(word);
  const heading = table.headings[column] ?? '';
  const day = (row: TableRow) => cellDate(row.cells[column] ?? '') ?? '';
  const conditions: Condition[] = [];
  if (spans.length > 0) {
    for (const word of words) if (spans.some((span) => isWithin(word, span))) used.add(word);
    const test = (row: TableRow) => spans.some((span) => isInside(day(row), span));
    conditions.push({ column, text: `${heading} ${spans.map(({ text }) => text).join(' or ')}`, test });
  }
  const weekday = words.find(
    (word) => !used.has(word) && weekdayOf(word.text.replace(/(?<=day)s$/i, '')) !== undefined,
  );
  if (weekday !== undefined) {
    used.add(weekday);
    const number = weekdayOf(weekday.text.replace(/(?<=day)s$/i, ''));
    const test = (row: TableRow) => new Date(`${day(row).slice(0, 10)}T00:00:00Z`).getUTCDay() === number;
    conditions.push({ column, text: `${heading} is a ${weekday.text}`, test });
  }
  return conditions;
}

/** "For 2024, in March": a month away from its year. */
function together(days: readonly Named[]): readonly Named[] {
  const [first, second, third] = days;
  if (first === undefined || second === undefined || third !== undefined) return days;
  const [year, month] = first.month === null ? [first, second] : [second, first];
  const isApart = year.month === null && month.month !== null && month.year === null;
  return isApart ? [{ ...month, year: year.year, start: first.start, end: second.end }] : days;
}

const dueWord = /^(?:due|deadlines?|fällig\p{L}*|frist|vence[n]?)$/iu;
const dueHeading = /(?:^|[ _])(?:by|until|due|deadline|bis|fällig|frist|vence|vencimiento)(?:[ _]|$)/iu;

const isWithin = ({ start, text }: QuestionWord, span: { start: number; end: number }): boolean =>
  start >= span.start && start + text.length <= span.end;

/** A column of days, months or years, told to so many characters (a month has seven); times of day are none. */
function isOfDays(column: number, { kinds, rows }: DataTable, digits: number): boolean {
  if (kinds[column] !== 'date') return false;
  const dates = rows.map((row) => cellDate(row.cells[column] ?? '') ?? '');
  const days = dates.filter((date) => /^\d{4}/.test(date) && date.length >= digits);
  return days.length * 2 > rows.length;
}

/** Days and months with a number beside them, then months and years that stand alone and stand for no value of the rows. */
function daysOf(question: string, words: readonly QuestionWord[], used: ReadonlySet<QuestionWord>): Named[] {
  const free = words.filter((word) => !used.has(word));
  const days: Named[] = findDays(question).filter((day) => free.some((word) => isWithin(word, day)));
  for (const word of free) {
    const place = { text: word.text, start: word.start, end: word.start + word.text.length };
    if (days.some((day) => isWithin(word, day))) continue;
    const month = word.text.length > 3 || /^\p{Lu}/u.test(word.text) ? monthOf(word.text) : undefined;
    // "It may rain", "they march".
    if (month !== undefined && !/^(?:may|march)$/.test(word.text))
      days.push({ ...place, year: null, month, day: null });
    else if (/^(?:19|20)\d{2}$/.test(word.text))
      days.push({ ...place, year: Number(word.text), month: null, day: null });
  }
  return days.sort((one, other) => one.start - other.start);
}

const between =
  /^\s*(?:,?\s*(?:to|until|till|through|and|bis|und|a|al|y|au|à|et)|[-–])\s+(?:the\s+|den\s+|zum\s+|el\s+|le\s+)?$/iu;
const also = /^\s*(?:,|,?\s*(?:and|or|und|oder|y|o|et|ou))\s+(?:in\s+|on\s+|im\s+|en\s+)?(?:the\s+)?$/iu;
/** What leads in the first of two ends. */
const opens = /\b(?:from|between|von|zwischen|de|desde|entre|du)\s+(?:the\s+|dem\s+|el\s+|le\s+)?$/iu;
const sides: readonly [Side, RegExp][] = [
  ['before', /\b(?:before|prior to|earlier than|vor(?: dem)?|antes del?|avant(?: le)?)\s+(?:the\s+)?$/iu],
  ['after', /\b(?:after|later than|nach(?: dem)?|después del?|après(?: le)?)\s+(?:the\s+)?$/iu],
  [
    'since',
    /\b(?:since|starting|as of|seit(?: dem)?|ab(?: dem)?|desde|depuis|à partir du?)\s+(?:the\s+|el\s+|le\s+)?$/iu,
  ],
  ['until', /\b(?:until|till|up to|by|through|bis(?: zum)?|hasta|jusqu.au?)\s+(?:the\s+|el\s+|le\s+)?$/iu],
];
/** "1 to 6 September": the first of two days says no month. */
const firstOfTwo =
  /(?:\p{L}+\s+)?(?<![\d.,:/-])(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:to|until|and|bis|und|a|al|y|au|[-–])\s+$/iu;

function spansOf(question: string, days: readonly Named[]): Span[] | null {
  const [first, second, third] = days;
  if (first === undefined) return [];
  const lead = question.slice(0, first.start);
  if (second === undefined) {
    const range = firstOfTwo.exec(lead);
    const day = Number(range?.groups?.day);
    if (range && first.day !== null && day >= 1 && day < first.day)
      return [stretch({ ...first, day, start: range.index, text: String(day) }, first, first.end)];
    const [side, found] = sides.flatMap(([each, pattern]) => {
      const match = pattern.exec(lead);
      return match ? [[each, match] as const] : [];
    })[0] ?? ['in' as const, undefined];
    const span = stretch(first, first, first.end);
    return [found ? { ...span, side, text: `${side} ${first.text}`, start: found.index } : span];
  }
  const gap = question.slice(first.end, second.start);
  if (third === undefined && between.test(gap) && (opens.test(lead) || !also.test(gap))) {
    const start = opens.exec(lead)?.index ?? first.start;
    return [
      stretch(
        { ...first, year: first.year ?? second.year, month: first.month ?? second.month, start },
        second,
        second.end,
      ),
    ];
  }
  const isList = days.every((day, index) => index === 0 || also.test(question.slice(days[index - 1]?.end, day.start)));
  if (!isList) return null;
  const year = days.at(-1)?.year ?? null;
  return days.map((day) => stretch({ ...day, year: day.year ?? year }, { ...day, year: day.year ?? year }, day.end));
}

function stretch(from: Named, to: Named, end: number): Span {
  const isSame = from.start === to.start;
  const hasYear = from.year !== null && to.year !== null;
  const lowest = `${pad(from.month ?? 1)}-${pad(from.day ?? 1)}`;
  const highest = `${pad(to.month ?? 12)}-${pad(to.day ?? 31)}`;
  return {
    side: 'in',
    hasYear,
    low: hasYear ? `${from.year}-${lowest}` : lowest,
    high: hasYear ? `${to.year}-${highest}` : highest,
    text: isSame ? `${from.day === null ? 'in' : 'on'} ${from.text}` : `from ${from.text} to ${to.text}`,
    start: from.start,
    end,
  };
}

function isInside(day: string, { side, low, high, hasYear }: Span): boolean {
  const value = hasYear ? day.slice(0, 10) : day.slice(5, 10);
  if (!/^\d/.test(value)) return false;
  // A column of years or months holds less than a day.
  const [from, to] = [low.slice(0, value.length), high.slice(0, value.length)];
  if (side === 'before') return value < from;
  if (side === 'after') return value > to;
  return (side === 'until' || value >= from) && (side === 'since' || value <= to);
}
