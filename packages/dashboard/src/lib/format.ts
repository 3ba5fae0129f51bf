import type { Language } from './language.ts';

const locales = { en: 'en-GB', de: 'de-DE' } as const;

/** Makes what formats once per language and options: to make one takes as long as to use it a hundred times. */
function once<Options, Format>(
  make: (locale: string, options: Options) => Format,
  names: Record<Language, string> = locales,
) {
  const made = new Map<string, Format>();
  return (language: Language, options: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`;
    const format = made.get(key) ?? make(names[language], options);
    made.set(key, format);
    return format;
  };
}

const numbers = once((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
/** British English shortens a million to m, which stands for a thousandth elsewhere. */
const shortNumbers = once((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options), {
  ...locales,
  en: 'en-US',
});
const dates = once((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
const spansOfTime = once(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** A count with separators: `12,345`. */
export const formatNumber = (value: number, language: Language, digits = 0): string =>
  numbers(language, { maximumFractionDigits: digits }).format(value);

/** A count in short: `12.3K`. */
export const formatCompact = (value: number, language: Language, digits = 1): string =>
  value < 10_000
    ? formatNumber(value, language, digits === 1 ? 0 : digits)
    : shortNumbers(language, { notation: 'compact', maximumFractionDigits: digits }).format(value);

/** US dollars. Two digits; below a cent as many as two figures need, so that a cost never shows as nothing. */
export function formatMoney(usd: number, language: Language, given?: number): string {
  const size = Math.abs(usd);
  const usual = size === 0 || size >= 0.01 ? 2 : Math.min(9, 1 - Math.floor(Math.log10(size)));
  const digits = given ?? usual;
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const format = { ...style, minimumFractionDigits: given ?? Math.min(digits, 2), maximumFractionDigits: digits };
  return numbers(language, format).format(usd);
}

/** A cost of which the price of some calls may be missing: what is not known never shows as nothing. */
export function formatCost(
  { usd, isKnown, language }: { usd: number; isKnown: boolean; language: Language },
  words: { costUnknown: string; costAtLeast: (cost: string) => string },
): string {
  if (isKnown) return formatMoney(usd, language);
  return usd === 0 ? words.costUnknown : words.costAtLeast(formatMoney(usd, language));
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in powers of 1000: `1.2 MB`. */
export function formatBytes(bytes: number, language: Language): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${formatNumber(value, language, unit === 0 || value >= 100 ? 0 : 1)} ${byteUnits[unit]}`;
}

const fixed = (value: number, language: Language, digits: number): string =>
  numbers(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/** Milliseconds as people say them: `320 ms`, `1.4 s`, `2 min 5 s`. */
export function formatDuration(ms: number, language: Language, digits?: number): string {
  if (ms < 1000) return `${fixed(ms, language, digits ?? 0)} ms`;
  if (ms < 60_000) {
    return `${digits === undefined ? formatNumber(ms / 1000, language, ms < 10_000 ? 1 : 0) : fixed(ms / 1000, language, digits)} s`;
  }
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Day and time in the reader's zone. */
export const formatDateTime = (date: Date, language: Language): string =>
  dates(language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);

/** Day and time to the second with the zone, for titles. */
export const formatExact = (date: Date, language: Language): string =>
  dates(language, { dateStyle: 'full', timeStyle: 'long' }).format(date);

/** The day alone. */
const formatDate = (date: Date, language: Language): string => dates(language, { dateStyle: 'medium' }).format(date);

/** The day without its year, for axes. */
export const formatDay = (date: Date, language: Language): string =>
  dates(language, { day: 'numeric', month: 'short' }).format(date);

/** The time of the day, for axes. */
export const formatTime = (date: Date, language: Language): string =>
  dates(language, { hour: '2-digit', minute: '2-digit' }).format(date);

const spans = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [604_800, 'day', 86_400],
] as const;

/** How long ago or from now, within a week; the day beyond that. */
export function formatRelative(date: Date, now: Date, language: Language): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const span = spans.find(([limit]) => Math.abs(seconds) < limit);
  if (!span) return formatDate(date, language);
  const [, unit, size] = span;
  return spansOfTime(language, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/** How long ago. What a clock that runs ahead put into the future was just now. */
export const formatPast = (date: Date, now: Date, language: Language): string =>
  formatRelative(date < now ? date : now, now, language);
