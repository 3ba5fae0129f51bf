/** `iso`: year first, no doubt · `day` or `month`: what comes first can be only that · `either`: both readings are dates. */
export type DateOrder = 'iso' | 'day' | 'month' | 'either';

export interface LooseDate {
  /** `yyyymmdd` if the day stands first, and if the month does. */
  dayFirst: number;
  monthFirst: number;
  order: DateOrder;
  hasTime: boolean;
}

const numberShape =
  /^(\()?([-+−])?\s?(?:[$€£¥₹₽]|usd|eur|gbp|chf|rm|us\$)?\s?([-+−])?(\d{1,3}(?:([,.'’ \u00a0\u202f])\d{3})+|\d+)?(?:([.,])(\d+))?\s?(?:%|[$€£¥₹₽]|usd|eur|gbp|chf|kr|zł)?(\))?$/i;

/** Amounts as people write them: `$1,234.50`, `1.234,50 €`, `(12.00)`, `45 %`. A per cent sign divides nothing. */
export function looseNumber(text: string, decimalComma: boolean): { value: number; decimals: number } | null {
  const match = numberShape.exec(text);
  if (!match) return null;
  const [, open, sign, innerSign, digits = '', separator, point, decimals = '', close] = match;
  if ((digits === '' && decimals === '') || (open === undefined) !== (close === undefined)) return null;
  if (/^0\d/.test(digits) || (separator !== undefined && separator === point)) return null;
  // The other locale's mark before three digits or fewer is ambiguous; it is read as the column's own style says.
  if (point !== undefined && (point === ',') !== decimalComma && separator === undefined) return null;
  if (separator === '.' && !decimalComma && point === undefined) return null;
  const whole = digits.replace(/[^\d]/g, '');
  // Longer than a number can hold exactly, digits are a name.
  if (whole.length + decimals.length > 15) return null;
  const value = Number(`${whole || '0'}.${decimals || '0'}`);
  const isNegative = open !== undefined || /[-−]/.test(`${sign ?? ''}${innerSign ?? ''}`);
  return { value: isNegative ? -value : value, decimals: decimals.length };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const time = '(?:[ T,]+\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:\\s?[ap]\\.?m\\.?)?)?';
const threeNumbers = new RegExp(`^(\\d{1,4})([./-])(\\d{1,2})\\2(\\d{1,4})(${time})$`, 'i');
const dayMonthName = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?[ .-]+([a-z]{3,9})\\.?[ ,.-]+(\\d{4}|\\d{2})(${time})$`,
  'i',
);
const monthNameDay = new RegExp(`^([a-z]{3,9})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(${time})$`, 'i');

/** Dates as people write them: `31/12/2024`, `2024/1/5`, `5.1.24 10:30`, `12 Jan 2024`, `January 12, 2024`. */
export function looseDate(text: string): LooseDate | null {
  const numeric = threeNumbers.exec(text);
  if (numeric) return fromNumbers(numeric);
  const named = dayMonthName.exec(text);
  if (named) return fromName(named[3] ?? '', named[2] ?? '', named[1] ?? '', named[4]);
  const american = monthNameDay.exec(text);
  return american && fromName(american[3] ?? '', american[1] ?? '', american[2] ?? '', american[4]);
}

function fromNumbers(match: RegExpExecArray): LooseDate | null {
  const [, first = '', , second = '', third = '', clock] = match;
  const hasTime = clock !== undefined && clock !== '';
  if (first.length === 4) {
    const day = stamp(Number(first), Number(second), Number(third));
    return day === null || third.length > 2 ? null : { dayFirst: day, monthFirst: day, order: 'iso', hasTime };
  }
  if (first.length > 2 || third.length === 3 || third.length === 1) return null;
  const year = fullYear(third);
  const dayFirst = stamp(year, Number(second), Number(first));
  const monthFirst = stamp(year, Number(first), Number(second));
  if (dayFirst === null && monthFirst === null) return null;
  const order = monthFirst === null ? 'day' : dayFirst === null ? 'month' : 'either';
  return { dayFirst: dayFirst ?? monthFirst ?? 0, monthFirst: monthFirst ?? dayFirst ?? 0, order, hasTime };
}

function fromName(year: string, month: string, day: string, clock: string | undefined): LooseDate | null {
  const index = months.indexOf(month.slice(0, 3).toLowerCase());
  const date = index < 0 ? null : stamp(fullYear(year), index + 1, Number(day));
  return date === null
    ? null
    : { dayFirst: date, monthFirst: date, order: 'iso', hasTime: clock !== undefined && clock !== '' };
}

function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length === 2 ? (year < 70 ? 2000 + year : 1900 + year) : year;
}

function stamp(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return year * 10_000 + month * 100 + day;
}
