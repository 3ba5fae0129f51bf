import { cardinalOf, cardinalPattern } from '@parley/text';
import { type DateParts, findDates } from '../tools/date-mentions.ts';

// bounded: every pattern of this file sees a question, at most 2,000 characters

const dayMs = 86_400_000;
const format = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** What time or day it is (UTC), for a question that asks nothing else. */
export function answerAboutNow(question: string, now: number): string | undefined {
  const text = question.toLowerCase();
  if (
    /\bwhat(?:['’]s| is) (?:the )?(?:current )?time(?: now| right now| please)?\s*[?.!]*$|\bwhat time is it\b/.test(
      text,
    )
  )
    return `It is ${new Date(now).toISOString().slice(11, 16)} UTC.`;
  if (
    /\b(?:what|which) (?:day|date) is (?:it|today)\b|\b(?:today['’]s|current|today's) date\b|\bwhat is today\b/.test(
      text,
    )
  )
    return `Today is ${format.format(now)} (UTC).`;
  return undefined;
}

/** Answers questions about days (UTC): today, a weekday, the days between two dates, a date so many days away. */
export function answerAboutDates(question: string, now: number): string | undefined {
  const ofNow = answerAboutNow(question, now);
  if (ofNow !== undefined) return ofNow;
  const text = question.toLowerCase();
  if (!/\b(?:days?|weeks?|months?|date|weekday)\b/.test(text)) return undefined;
  const days = daysIn(question, now);
  const first = days[0];
  const span = /\bhow many (days|weeks)\b/.exec(text);
  if (span && first) {
    const from = days[1] ? first.day : dayNumber(now);
    const to = days[1]?.day ?? first.day;
    const count = Math.abs(to - from);
    const amount = span[1] === 'weeks' ? `${Number((count / 7).toFixed(2))} weeks` : `${count} days`;
    return `${amount}: from ${format.format(from * dayMs)} to ${format.format(to * dayMs)}.`;
  }
  if (!first || !/\b(?:what|which)(?:['’]s)?(?: (?:is|was|will be))?(?: the)? (?:week ?)?(?:day|date)\b/.test(text))
    return undefined;
  return `${capitalise(first.text)} is ${format.format(first.day * dayMs)}.`;
}

/** A day that a question names, in days since 1970-01-01, and the words that name it. */
interface NamedDay {
  day: number;
  text: string;
}

/** The days of a question in its order, whole dates only; one without a year is the next of its kind. */
function daysIn(question: string, now: number): NamedDay[] {
  const dates = findDates(
    question.replace(/\b(?:day of the week|weekday)\b/gi, (words) => '-'.repeat(words.length)),
    now,
  );
  const named = dates.flatMap(({ mention: { start, end }, parts }): NamedDay[] => {
    const day = parts && dayOf(parts, dayNumber(now));
    return day == null ? [] : [moved(question, { start, end, day })];
  });
  if (named.length > 0) return named;
  const away = aroundNow.exec(question);
  if (!away) return [];
  const direction = /ago|before|earlier/i.test(away[0]) ? -1 : 1;
  return [{ day: shifted(dayNumber(now), direction, away[1] ?? away[3], away[2] ?? away[4]), text: away[0] }];
}

const amount = `(\\d{1,4}|an?|${cardinalPattern(['en'])})\\s+(days?|weeks?|months?|years?)`;
const aroundNow = new RegExp(
  `\\bin\\s+${amount}\\b|\\b${amount}\\s+(?:ago|from now|from today|before today|after today|later|earlier)\\b`,
  'i',
);
const beforeDate = new RegExp(`\\b${amount}\\s+(after|from|before|prior to)\\s+(?:the\\s+)?$`, 'i');

/** The date itself, or "90 days after 1 March". */
function moved(question: string, { start, end, day }: { start: number; end: number; day: number }): NamedDay {
  const lead = beforeDate.exec(question.slice(0, start));
  if (!lead) return { day, text: question.slice(start, end) };
  const direction = /before|prior/i.test(lead[3] ?? '') ? -1 : 1;
  return { day: shifted(day, direction, lead[1], lead[2]), text: question.slice(lead.index, end) };
}

function shifted(day: number, direction: number, count = '', unit = ''): number {
  const steps = direction * (/^\d/.test(count) ? Number(count) : (cardinalOf(count.toLowerCase()) ?? 1));
  if (/^day/i.test(unit)) return day + steps;
  if (/^week/i.test(unit)) return day + 7 * steps;
  const date = new Date(day * dayMs);
  const months = date.getUTCMonth() + steps * (/^year/i.test(unit) ? 12 : 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  return dayNumber(Date.UTC(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), last)));
}

/** A date that the calendar has; without a year the first on or after today. */
function dayOf({ year, month, day }: DateParts, today: number): number | null {
  if (month === null || day === null) return null;
  const thisYear = new Date(today * dayMs).getUTCFullYear();
  const at = (of: number): number | null => {
    const date = new Date(Date.UTC(of, month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? dayNumber(date.getTime()) : null;
  };
  if (year !== null) return at(year);
  const next = at(thisYear);
  return next !== null && next >= today ? next : at(thisYear + 1);
}

const dayNumber = (time: number): number => Math.floor(time / dayMs);
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
