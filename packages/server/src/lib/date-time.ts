import { AppError } from './app-error.ts';

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/i;

/**
 * Milliseconds since 1970-01-01 UTC of a date-time as RFC 3339 writes it, or null for anything else. Stricter where the
 * standard leaves room for doubt: no leap second (it has no place on this clock), a zone always, no year 0, no 24:00,
 * only days that exist.
 */
export function parseDateTime(text: string): number | null {
  const match = form.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const isDate = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && zoneHour <= 23 && zoneMinute <= 59;
  const time = isDate && isTime ? Date.parse(text.toUpperCase()) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

export const isDateTime = (text: string): boolean => parseDateTime(text) !== null;

/** The same for a field of a request. Throws `invalid_request` that names it. */
export function dateTimeOf(text: string, field: string): number {
  const time = parseDateTime(text);
  if (time !== null) return time;
  throw new AppError('invalid_request', `${field} ${dateTimeRule}`, { title: `${field} is not valid` });
}

export const dateTimeRule = 'must be a date and time with a zone, such as 2027-01-31T23:59:59Z';

function daysIn(year: number, month: number): number {
  const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : days;
}
