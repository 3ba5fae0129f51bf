import { goesBack } from './clock-conditions.ts';
import { cellDate, type DataTable } from './data-table.ts';
import { headingStems, namedColumns } from './named-columns.ts';
import { questionWords } from './question-words.ts';
import { shown } from './say-rows.ts';
import type { WorkedColumn } from './worked-column.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const asksLength =
  /\bhow (?:long|many (?:minutes|mins|hours|days|nights))\b|\b(?:duration|(?:journey|travel|travelling) time|time taken|(?:total|average|mean) (?:length|time))\b|\bwie (?:lange|viele (?:minuten|stunden|tage|nächte))\b|\bcuánt[oa]s? (?:dur\p{L}+|tard\p{L}+|tiempo|minutos|horas|días|noches)(?!\p{L})/iu;
const asksMost = /\b(?:long|short)est\b|\b(?:längste|kürzeste)[nrsm]?\b/iu;
const asksDuration = new RegExp(`${asksLength.source}|${asksMost.source}`, 'iu');
/** What is no other question for a column: how long something took, or was on its way. */
const verbs =
  /\b(?:last(?:s|ed)|last(?=\W*$)|take|takes|took|taken|on (?:the|its) (?:road|way)|dauerte?n?|gedauert)\b/giu;
const ownHeading =
  /(?:^|[^\p{L}])(?:duration|length|minutes?|mins?|hours?|hrs?|nights?|days|time taken|dauer|länge|stunden|nächte|duración|noches|h)(?:[^\p{L}]|$)/iu;
const endHeading =
  /(?:^|[^\p{L}])(?:start(?:ed|s)?|from|begins?|began|begun|raised|open(?:ed|s)?|departures?|departs?|departed|arrivals?|arrive[sd]?|in|out|hired|borrowed|issued|reported|received|first|last|ends?|ended|to|until|till|finish(?:ed|es)?|cleared|closed|closes?|returned|return|back|resolved|completed|fixed|beginn|von|ab|an|ende|bis|inicio|desde|salida|llegada|fin|hasta)(?:[^\p{L}]|$)/iu;

/** Of which one figure is worked out, they are all in one unit. */
const adds =
  /\b(?:total|altogether|in all|sum|combined|average|mean|insgesamt|zusammen|durchschnitt\p{L}*|en total|promedio)\b/iu;

const minutesOfDay = 1440;

/**
 * How long it took from one time of a row to the other, where a question asks that: from the one to the other of two columns that it names,
 * or from the start to the end of what a row is about. Undefined where the table says it itself or it is not clear which two are meant.
 */
export function timeColumn(question: string, table: DataTable): WorkedColumn | undefined {
  if (!asksDuration.test(question)) return undefined;
  const dates = [...table.kinds.keys()].filter((column) => table.kinds[column] === 'date');
  if (dates.length < 2) return undefined;
  const stems = table.headings.map((heading) => headingStems(heading, 'en'));
  const named = dates.filter((column) => namedColumns(questionWords(question, 'en'), stems, new Set()).has(column));
  const isSaid =
    named.length === 2 &&
    /\b(?:from|to|between|and|until|after|before|von|bis|zwischen|nach|de|a|entre)\b/iu.test(question);
  if (isSaid && goesBack(question, table, new Set(named))) return undefined;
  const ends = isSaid ? named : startAndEnd(dates, table);
  const [from, to] = ends;
  if (from === undefined || to === undefined) return undefined;
  const spans = table.rows.map(({ cells }) => minutesBetween(cells[from] ?? '', cells[to] ?? '', isSaid));
  const told = spans.filter((span) => span !== null);
  if (told.length === 0 || told.some((span) => span < 0)) return undefined;
  const unit = adds.test(question) ? (/\bminutes\b/iu.test(question) ? ' in minutes' : ' in hours') : '';
  const heading = isSaid
    ? `Time from ${table.headings[from]} to ${table.headings[to]}`
    : `Time${unit} (${table.headings[from]} to ${table.headings[to]})`;
  const ofDays = table.rows.every(({ cells }) => !/:/.test(`${cells[from]}${cells[to]}`));
  return {
    heading,
    cells: spans.map((span) => (span === null ? '' : spanText(span, question, ofDays))),
    said: [
      // such as: /\bhow long\b|(?<=(?:total|average|mean) )(?:duration|time)\b/iu
      new RegExp(asksLength.source.replace('(?:total|average|mean) ', '(?<=(?:total|average|mean) )'), 'iu'),
      verbs,
    ],
    ...(isSaid && { without: ends }),
  };
}

/** The only two columns of times of one sort of which one is headed as a start or an end; undefined where the table has the time itself. */
function startAndEnd(dates: readonly number[], { headings, rows }: DataTable): readonly number[] {
  const heading = (column: number) => (headings[column] ?? '').replaceAll('_', ' ');
  if (headings.some((_, column) => ownHeading.test(heading(column)) && !dates.includes(column))) return [];
  const isClock = (column: number) =>
    rows.every(({ cells }) => /^(?:\d{1,2}:\d{2}\b.*)?$/.test(cells[column]?.trim() ?? ''));
  const clocks = dates.filter(isClock);
  for (const among of [clocks, dates.filter((column) => !isClock(column))]) {
    const headed = among.filter((column) => endHeading.test(heading(column)));
    const pair = among.length === 2 && headed.length > 0 ? among : headed;
    if (pair.length === 2) return pair;
  }
  return [];
}

/** Null where one of the two is no time; of two times of day the second may be on the next day, unless the order is the question's. */
function minutesBetween(from: string, to: string, isEitherWay: boolean): number | null {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  if (start === null || end === null) return null;
  const span = end - start;
  if (isEitherWay) return Math.abs(span);
  return span < 0 && Math.max(start, end) < minutesOfDay ? span + minutesOfDay : span;
}

function minuteOf(cell: string): number | null {
  const date = cellDate(cell);
  if (date === null) return null;
  const clock = /^(\d{1,2}):(\d{2})/.exec(date);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const { day = '', time = '00:00' } =
    /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}))?/.exec(date)?.groups ?? {};
  const milliseconds = Date.parse(`${day}T${time}:00Z`);
  return Number.isNaN(milliseconds) ? null : milliseconds / 60_000;
}

/** In the unit that is asked for; days where there are only days, and else hours and minutes. */
function spanText(minutes: number, question: string, ofDays: boolean): string {
  const inUnit = (size: number) => shown(Number((minutes / size).toFixed(2)));
  if (/\b(?:minutes|mins|minuten|minutos)\b/iu.test(question)) return `${minutes} min`;
  if (/\b(?:hours|stunden|horas)\b/iu.test(question) && !ofDays) return `${inUnit(60)} h`;
  if (ofDays || /\b(?:days|nights|tage|nächte|días|noches)\b/iu.test(question)) return `${inUnit(minutesOfDay)} days`;
  if (adds.test(question)) return `${inUnit(60)} h`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ');
}
