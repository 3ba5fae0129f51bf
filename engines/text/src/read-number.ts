import { currencyMarkPattern } from './currencies.ts';

const numberShape = new RegExp(
  String.raw`^(\()?([-+\u2212])?\s?(?:${currencyMarkPattern})?\s?([-+\u2212])?(\d{1,3}(?:([,.'\u2019 \u00a0\u202f])\d{3})+|\d+)?(?:([.,])(\d+))?\s?(?:%|${currencyMarkPattern})?(\))?$`,
  'iu',
);

/** Amounts as people write them: `$1,234.50`, `1.234,50 €`, `(12.00)`, `45 %`. A per cent sign divides nothing. */
export function readNumber(text: string, decimalComma: boolean): { value: number; decimals: number } | null {
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

/**
 * The value of digits with grouping marks. `decimal` is the decimal mark where the table or document tells it; without, it is the last
 * full stop or comma, unless just three digits follow as in a group. Undefined when it is no number.
 */
export function readDigits(digits: string, decimal?: '.' | ','): number | undefined {
  if (decimal !== undefined)
    return finite(digits.replace(decimal === '.' ? /[^\d.]/g : /[^\d,]/g, '').replace(',', '.'));
  let plain = digits.replace(/[ '’]/g, '');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last >= 0) {
    const decimals = plain.length - last - 1;
    const sign = plain.charAt(last);
    const other = sign === '.' ? ',' : '.';
    const isGroup =
      decimals === 3 &&
      !plain.includes(other) &&
      (plain.split(sign).length > 2 || (sign === ',' && !plain.startsWith('0')));
    plain = isGroup
      ? plain.replace(/[.,]/g, '')
      : `${plain.slice(0, last).replace(/[.,]/g, '')}.${plain.slice(last + 1)}`;
  }
  return finite(plain);
}

function finite(plain: string): number | undefined {
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
