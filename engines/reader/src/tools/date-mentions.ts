import { findDays, weekdayOf } from '@parley/text';
import { type Mention, mention } from './mention.ts';

/** A day; month and day may be missing. */
export interface DateParts {
  year: number | null;
  month: number | null;
  day: number | null;
}

/** A date that a request names, as text and as its parts. */
export interface FoundDate {
  mention: Mention;
  parts: DateParts | null;
}

/** Days that are told from today, in English, German, Spanish and French; the reader of dates knows none of them. */
const awayBy: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '-2': 'the day before yesterday|day before yesterday|vorgestern|anteayer|avant-hier',
    '-1': 'yesterday|gestern|ayer',
    '0': "today|tonight|heute|hoy|aujourd'hui|aujourd’hui",
    '1': 'tomorrow|morgen|mañana|demain',
    '2': 'the day after tomorrow|day after tomorrow|übermorgen|pasado mañana|après-demain',
    '7': 'next week|nächste woche|la próxima semana|la semaine prochaine',
  }).flatMap(([days, names]) => names.split('|').map((name): [string, number] => [name, Number(days)])),
);
// such as: /(?<![\p{L}\p{N}])(?:tomorrow|yesterday|next week)(?![\p{L}\p{N}])/giu
const awayPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...awayBy.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);
const spanPattern = /\b(?:this|next|last|coming) (?:week|weekend|month|year)\b/gi;
const weekdayPattern = /(?<![\p{L}\p{N}])(?:(?:this|next|last|coming) )?(\p{L}{5,12})(?![\p{L}\p{N}])/giu;
/** The time of day and the zone that belong to an ISO date. */
const isoTime = /^[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/i;

const timePattern =
  /\b(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?\s*(a\.?m\.?|p\.?m\.?)(?![\p{L}])|\b([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?\b|\b(?:noon|midnight)\b/giu;

/** Days in digits or words, and days that are told from `now`, in reading order. Of two small numbers the first is the month. */
export function findDates(text: string, now: number): FoundDate[] {
  const found = findDays(text, { monthFirst: true }).flatMap(({ start, end, text: written, ...parts }): FoundDate[] => {
    // Eight digits without a mark are a number in a request, and so is a month in digits.
    if (/^(?:\d{8}|\d{4}-\d{2})$/.test(written)) return [];
    const rest = /^\d{4}-/.test(written) ? (isoTime.exec(text.slice(end, end + 40))?.[0] ?? '') : '';
    const { year, month, day } = parts;
    return [{ mention: mention('date', start, end + rest.length, written + rest), parts: { year, month, day } }];
  });
  const weekdays = [...text.matchAll(weekdayPattern)].filter((match) => weekdayOf(match[1] ?? '') !== undefined);
  for (const match of [...text.matchAll(awayPattern), ...weekdays, ...text.matchAll(spanPattern)]) {
    const end = match.index + match[0].length;
    if (found.some((other) => other.mention.start < end && match.index < other.mention.end)) continue;
    found.push({ mention: mention('date', match.index, end, match[0]), parts: relative(match[0].toLowerCase(), now) });
  }
  return found.sort((a, b) => a.mention.start - b.mention.start);
}

/** Times of day as `HH:MM`. */
export function findTimes(text: string): Mention[] {
  const found: Mention[] = [];
  for (const match of text.matchAll(timePattern)) {
    const [whole, hour, minute, second, half, hour24, minute24, second24] = match;
    let h = Number(hour ?? hour24 ?? (/noon/i.test(whole) ? 12 : 0));
    if (half && /p/i.test(half) && h < 12) h += 12;
    if (half && /a/i.test(half) && h === 12) h = 0;
    const seconds = second ?? second24;
    const value = `${pad(h)}:${minute ?? minute24 ?? '00'}${seconds === undefined ? '' : `:${seconds}`}`;
    found.push(mention('time', match.index, match.index + whole.length, value, { form: whole }));
  }
  return found;
}

/** The date in the form that a description shows, such as `MM/DD/YYYY`; null when it shows none or a part is missing. */
export function writeDate(date: DateParts, description: string, now: number): string | null {
  const shown = /\b(?:(?:yyyy|yy|mm|dd|d|m)[-/.](?:yyyy|yy|mm|dd|d|m)(?:[-/.](?:yyyy|yy|dd|mm|d|m))?|yyyymmdd)\b/i.exec(
    description,
  );
  const sample = shown ? null : /\b(?:\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4})\b/.exec(description);
  const form =
    shown?.[0] ??
    (sample
      ? sample[0].includes('/')
        ? 'MM/DD/YYYY'
        : 'YYYY-MM-DD'
      : /iso[- ]?8601/i.test(description)
        ? 'YYYY-MM-DD'
        : null);
  if (form === null || date.month === null) return null;
  const year = date.year ?? new Date(now).getUTCFullYear();
  if (/d/i.test(form) && date.day === null) return null;
  return form.replace(/yyyy|yy|mm|m|dd|d/gi, (part) => {
    const letter = part[0]?.toLowerCase();
    if (letter === 'y') return part.length === 2 ? pad(year % 100) : String(year);
    const value = letter === 'm' ? (date.month ?? 1) : (date.day ?? 1);
    return part.length === 1 ? String(value) : pad(value);
  });
}

function relative(text: string, now: number): DateParts | null {
  const day = new Date(now);
  const shift = (days: number): DateParts => {
    day.setUTCDate(day.getUTCDate() + days);
    return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
  };
  const days = awayBy.get(text);
  if (days !== undefined) return shift(days);
  const weekday = weekdayOf(text.split(' ').at(-1) ?? '');
  if (weekday !== undefined) {
    const ahead = (weekday - day.getUTCDay() + 7) % 7 || 7;
    return shift(text.startsWith('last') ? ahead - 7 : ahead);
  }
  return null;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
