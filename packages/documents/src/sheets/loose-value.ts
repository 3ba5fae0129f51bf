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
