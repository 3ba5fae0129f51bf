import { monthOf, weekdayOf } from '@parley/text';
import { type Mention, mention } from './mention.ts';

const monthPattern =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

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

const datePatterns: [RegExp, (match: RegExpExecArray) => DateParts | null][] = [
  [
    /\b(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?/gi,
    (m) => parts(m[1], m[2], m[3]),
  ],
  [/\b(\d{4})\/(\d{1,2})\/(\d{1,2})\b/gi, (m) => parts(m[1], m[2], m[3])],
  [/\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/gi, (m) => parts(m[3], m[1], m[2])],
  [
    new RegExp(`\\b(${monthPattern})(?:\\. ?| ?)(\\d{1,2})(?:st|nd|rd|th)?(?:(?:, ?| )(?:of )?(\\d{4}))?\\b`, 'gi'),
    (m) => parts(m[3], m[1], m[2]),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthPattern})\\.?(?:(?:, ?| )(\\d{4}))?\\b`, 'gi'),
    (m) => parts(m[3], m[2], m[1]),
  ],
  [new RegExp(`\\b(${monthPattern})\\.?,? (?:of )?(\\d{4})\\b`, 'gi'), (m) => parts(m[2], m[1], undefined)],
  [
    /\b(?:today|tonight|tomorrow|yesterday|(?:this|next|last|coming) (?:week|weekend|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:the )?day (?:after tomorrow|before yesterday))\b/gi,
    () => null,
  ],
  [/\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/gi, () => null],
];

const timePattern =
  /\b(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?\s*(a\.?m\.?|p\.?m\.?)(?![\p{L}])|\b([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?\b|\b(?:noon|midnight)\b/giu;

export function findDates(text: string, now: number): FoundDate[] {
  const found: FoundDate[] = [];
  for (const [pattern, read] of datePatterns) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (found.some((other) => other.mention.start < end && match.index < other.mention.end)) continue;
      const date = read(match) ?? relative(match[0].toLowerCase(), now);
      found.push({ mention: mention('date', match.index, end, match[0]), parts: date });
    }
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

function parts(year: string | undefined, month: string | undefined, day: string | undefined): DateParts | null {
  let m = monthNumber(month ?? '');
  let d = day === undefined ? null : Number(day);
  // A first number above twelve can only be the day.
  if (m !== null && m > 12 && d !== null && d <= 12) [m, d] = [d, m];
  if (m === null || m < 1 || m > 12 || (d !== null && (d < 1 || d > 31))) return null;
  return { year: year === undefined ? null : Number(year), month: m, day: d };
}

function monthNumber(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  return monthOf(text) ?? null;
}

function relative(text: string, now: number): DateParts | null {
  const day = new Date(now);
  const shift = (days: number): DateParts => {
    day.setUTCDate(day.getUTCDate() + days);
    return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
  };
  if (text === 'today' || text === 'tonight') return shift(0);
  if (text === 'tomorrow') return shift(1);
  if (text === 'yesterday') return shift(-1);
  if (text.endsWith('after tomorrow')) return shift(2);
  if (text.endsWith('before yesterday')) return shift(-2);
  const weekday = weekdayOf(text.split(' ').at(-1) ?? '');
  if (weekday !== undefined) {
    const ahead = (weekday - day.getUTCDay() + 7) % 7 || 7;
    return shift(text.startsWith('last') ? ahead - 7 : ahead);
  }
  if (text === 'next week') return shift(7);
  return null;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
