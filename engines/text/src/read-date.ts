import { monthOf } from './calendar-names.ts';
import { overlapsAny } from './free-places.ts';

/** `iso`: no doubt · `day` or `month`: what comes first can be only that · `either`: both readings are dates. */
export type DateOrder = 'iso' | 'day' | 'month' | 'either';

/** A date as it is written, with every reading it allows. */
export interface DateReading {
  /** `yyyymmdd` as a number if the day stands first, and if the month does; the same when only one of them is a date. */
  dayFirst: number;
  monthFirst: number;
  order: DateOrder;
  /** `hh:mm`, with `:ss` where seconds are written; undefined when no time of day follows. */
  time: string | undefined;
}

/** A date that stands in a text. UTF-16 positions, end exclusive, the time of day left out. */
export interface FoundDate extends DateReading {
  text: string;
  start: number;
  end: number;
}

type Groups = Record<string, string | undefined>;
interface Form {
  source: string;
  /** What may not stand before and behind it in a text. */
  before: string;
  after: string;
  read: (groups: Groups) => DateReading | null;
}

const name = '(?<name>\\p{L}{3,12})\\.?';
const forms: Form[] = [
  {
    source: '(?<y>\\d{4})(?<mark>[-/.])(?<m>\\d{1,2})\\k<mark>(?<d>\\d{1,2})',
    before: '(?<!\\d)',
    after: '(?!\\d)',
    read: certain,
  },
  { source: '(?<y>\\d{4})年(?<m>\\d{1,2})月(?<d>\\d{1,2})日', before: '(?<!\\d)', after: '', read: certain },
  {
    source: '(?<a>\\d{1,2})(?<mark>[-/.])(?<b>\\d{1,2})\\k<mark>(?<y>\\d{4}|\\d{2})',
    before: '(?<![\\d.])',
    after: '(?![\\d.]\\d|\\d)',
    read: eitherWay,
  },
  {
    source: `(?<d>\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?[\\s\\-/]*(?:de\\s+|of\\s+)?${name}[\\s\\-/,]*(?:de\\s+|of\\s+)?(?<y>\\d{4}|\\d{2}(?!\\d|:))`,
    before: '(?<!\\d)',
    after: '',
    read: certain,
  },
  {
    source: `${name}\\s*(?<d>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?:of\\s+)?(?<y>\\d{4})`,
    before: '(?<!\\p{L})',
    after: '',
    read: certain,
  },
];
/** Eight digits are a date in running text only, where a cell would hold a number. */
const compact: Form = {
  source: '(?<y>20\\d{2})(?<m>0[1-9]|1[0-2])(?<d>0[1-9]|[12]\\d|3[01])',
  before: '(?<!\\d)',
  after: '(?!\\d)',
  read: certain,
};

const time =
  '[T,\\s]{1,3}(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d{1,9})?)?(?:\\s?(?<half>[ap])\\.?m\\b\\.?)?';
const timeBehind = new RegExp(`^${time}`, 'iu');
/** Room for ", 11:59:59.123456789 p.m.". */
const timeLength = 28;
const whole = forms.map(({ source, read }) => ({
  pattern: new RegExp(`^${source}(?:${time}(?:\\s?(?:z|[-+]\\d{2}:?\\d{2}))?)?$`, 'iu'),
  read,
}));
const inText = [...forms, compact].map(({ source, before, after, read }) => ({
  pattern: new RegExp(before + source + after, 'giu'),
  read,
}));

/** A text that is a date and nothing else, such as a cell: `31/12/2024`, `5.1.24 10:30`, `12 Jan 2024`, `2024年1月5日`; null for any other. */
export function readDate(text: string): DateReading | null {
  const plain = readPlain(text);
  if (plain !== undefined) return plain;
  for (const { pattern, read } of whole) {
    const groups = pattern.exec(text)?.groups;
    const date = groups && read(groups);
    if (date) return date;
  }
  return null;
}

/**
 * Three numbers with one mark between them, by their characters: tables have millions of such cells, and expressions take twenty times
 * as long. Undefined when the text has another form.
 */
function readPlain(text: string): DateReading | null | undefined {
  if (text.length < 6 || text.length > 10) return undefined;
  const numbers = [0, 0, 0];
  const lengths = [0, 0, 0];
  let part = 0;
  let mark = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      numbers[part] = (numbers[part] ?? 0) * 10 + code - 48;
      lengths[part] = (lengths[part] ?? 0) + 1;
    } else if ((code === 45 || code === 46 || code === 47) && (mark === 0 || mark === code) && part < 2) {
      mark = code;
      part++;
    } else return undefined;
  }
  const [first = 0, second = 0, third = 0] = numbers;
  const [ahead = 0, middle = 0, behind = 0] = lengths;
  if (part < 2 || ahead === 0 || middle === 0 || middle > 2) return null;
  if (ahead === 4 && (behind === 1 || behind === 2)) return sure(stamp(first, second, third), undefined);
  if (ahead > 2 || (behind !== 2 && behind !== 4)) return null;
  const year = behind === 2 ? century(third) : third;
  return inEitherOrder(stamp(year, second, first), stamp(year, first, second), undefined);
}

/** All dates of a text from the years 1000 to 2200, in reading order. */
export function findDates(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const { pattern, read } of inText) {
    const isTaken = overlapsAny(found);
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      const date = match.groups && read(match.groups);
      if (!date || date.dayFirst < 1000_00_00 || date.dayFirst > 2200_12_31) continue;
      if (isTaken({ start, end })) continue;
      const behind = timeBehind.exec(text.slice(end, end + timeLength))?.groups;
      found.push({ text: match[0], start, end, ...date, time: behind && clock(behind) });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** `2024-12-31` for 20241231. */
export function isoDay(day: number): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

function certain(groups: Groups): DateReading | null {
  const { y = '', m, name: month = '', d = '' } = groups;
  return sure(stamp(fullYear(y), m === undefined ? (monthOf(month) ?? 0) : Number(m), Number(d)), clock(groups));
}

function eitherWay(groups: Groups): DateReading | null {
  const { a = '', b = '', y = '' } = groups;
  const [year, first, second] = [fullYear(y), Number(a), Number(b)];
  return inEitherOrder(stamp(year, second, first), stamp(year, first, second), clock(groups));
}

const sure = (day: number | null, at: string | undefined): DateReading | null =>
  day === null ? null : { dayFirst: day, monthFirst: day, order: 'iso', time: at };

function inEitherOrder(dayFirst: number | null, monthFirst: number | null, at: string | undefined): DateReading | null {
  const only = dayFirst ?? monthFirst;
  if (only === null) return null;
  const order = monthFirst === null ? 'day' : dayFirst === null ? 'month' : 'either';
  return { dayFirst: dayFirst ?? only, monthFirst: monthFirst ?? only, order, time: at };
}

const fullYear = (digits: string): number => (digits.length === 2 ? century(Number(digits)) : Number(digits));
/** Two digits are a year from 1970 to 2069. */
const century = (year: number): number => (year < 70 ? 2000 : 1900) + year;

const monthLengths = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function stamp(year: number, month: number, day: number): number | null {
  if (day < 1 || day > (monthLengths[month] ?? 0)) return null;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && day === 29 && !isLeap ? null : year * 10_000 + month * 100 + day;
}

function clock({ hour, minute, second, half }: Groups): string | undefined {
  if (hour === undefined || minute === undefined) return undefined;
  const hours = (Number(hour) % (half ? 12 : 24)) + (half?.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}${second === undefined ? '' : `:${second}`}`;
}
