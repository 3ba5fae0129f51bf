import { currencyOf, currencyPattern, readDigits, scales } from '@parley/text';

/** A number that stands in a text. */
export interface FoundNumber {
  /** As printed, without its currency. */
  text: string;
  start: number;
  end: number;
  value: number;
  /** ISO code of the currency beside it. */
  currency: string | undefined;
  /** Has two decimals or a currency, as amounts of money have. */
  isMoney: boolean;
  isPercent: boolean;
}

const numberPattern = new RegExp(
  `(?:(?<![\\p{L}])(${currencyPattern})\\s{0,3})?(?<![\\p{L}\\d.,/-]|\\d[-/])(-?\\d{1,3}(?:[ .,'’]\\d{3})+(?:[.,]\\d{1,4})?|-?\\d+(?:[.,]\\d+)?)(?![\\d]|[-/.,:]\\d|[\\p{L}_])(?:\\s{0,2}(%|${currencyPattern}))?`,
  'giu',
);

/** All numbers of a text, in reading order; parts of dates, codes and telephone numbers left out where their form tells. */
export function findNumbers(text: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  const hasDecimalComma = decimalComma.test(text) && !decimalPoint.test(text);
  for (const match of text.matchAll(numberPattern)) {
    const [whole, before, digits = '', after] = match;
    const start = match.index + whole.indexOf(digits, before?.length ?? 0);
    const currency = currencyOf(before ?? '') ?? currencyOf(after ?? '');
    const value = readDigits(
      (currency !== undefined || hasDecimalComma) && isGrouped(text, match.index + whole.length, digits)
        ? digits.replaceAll('.', '')
        : digits,
    );
    if (value === undefined || isInTime(text, start, digits.length)) continue;
    const isPercent = after === '%';
    const scaled = currency === undefined ? scaleBehind(text, start + digits.length) : undefined;
    found.push({
      text: digits + (scaled?.text ?? ''),
      start,
      end: start + digits.length + (scaled?.text.length ?? 0),
      value: value * (scaled?.factor ?? 1),
      currency: currency ?? scaled?.currency,
      isMoney: !isPercent && ((currency ?? scaled?.currency) !== undefined || /[.,]\d{2}$/.test(digits)),
      isPercent,
    });
  }
  return found;
}

const scaleWord = new RegExp(`^(\\s(\\p{L}{3,9})\\.?)(?:\\s(?:de\\s|d['’])?(${currencyPattern}))?`, 'iu');

/** "1.3 million euros": what a number is multiplied by, with its currency. */
function scaleBehind(
  text: string,
  end: number,
): { text: string; factor: number; currency: string | undefined } | undefined {
  const [, behind = '', word = '', currency = ''] = scaleWord.exec(text.slice(end, end + 40)) ?? [];
  const factor = scales.get(word.toLowerCase());
  return factor === undefined || factor < 1000 ? undefined : { text: behind, factor, currency: currencyOf(currency) };
}

/** What tells how a whole text writes its decimals. */
const decimalComma = /(?<![\d.,])\d{1,3}(?:\.\d{3}){0,4},\d{1,2}(?!\d)/;
const decimalPoint = /(?<![\d.,])\d{1,9}\.\d{1,2}(?![\d.])/;

/** "38.400 €": no sum has three decimals, unless it is the price of a litre. */
const isGrouped = (text: string, end: number, digits: string): boolean =>
  /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(digits) && !/^\s?(?:\/|per|pro|por|par|je)/i.test(text.slice(end, end + 6));

/** The hours or the minutes of 18:30. */
const isInTime = (text: string, start: number, length: number): boolean =>
  /\d:$/.test(text.slice(Math.max(0, start - 2), start)) ||
  /^:\d\d\b/.test(text.slice(start + length, start + length + 3));

/** The currency that the text's amounts are most often given in, or that it names, and where it first stands. */
export function mainCurrency(text: string): { text: string; start: number; end: number } | undefined {
  const seen = new Map<string, { count: number; start: number; end: number }>();
  // such as: /(?<![\p{L}])(?:EUR|USD|US\$|€|\$)/giu
  for (const match of text.matchAll(new RegExp(`(?<![\\p{L}])${currencyPattern}`, 'giu'))) {
    const code = currencyOf(match[0]);
    // In small letters a code may be a word.
    if (code === undefined || /^\p{Ll}{2,3}$/u.test(match[0])) continue;
    const known = seen.get(code);
    if (known) known.count++;
    else seen.set(code, { count: 1, start: match.index, end: match.index + match[0].length });
  }
  const [best] = [...seen].sort(([, one], [, other]) => other.count - one.count);
  return best && { text: best[0], start: best[1].start, end: best[1].end };
}
