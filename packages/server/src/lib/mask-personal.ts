const shapes: readonly [RegExp, string][] = [
  [/(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi, '[e-mail]'],
  // Two letters, two digits, and groups of letters and digits up to 34 signs.
  [/(?<![A-Za-z\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Za-z\d])/g, '[IBAN]'],
  [/(?<![\d.,-])(?:\d[ -]?){12,18}\d(?![\d.,-]\d|\d)/g, '[card]'],
  [/(?<![\w.,])(?:\+|00)\d{1,3}(?:[ ./-]?\(?\d{1,5}\)?){2,6}(?!\d)/g, '[telephone]'],
  [/(?<![\w.,-])\(?0\d{2,5}\)?[ /-]\d{2,5}(?:[ -]?\d{2,5}){0,3}(?![\w])/g, '[telephone]'],
];

/** A text without e-mail addresses, IBANs, numbers of payment cards and telephone numbers, as far as their shape tells. */
export function maskPersonal(text: string): string {
  let result = text;
  for (const [shape, word] of shapes) {
    result = result.replace(shape, (found) => (word === '[card]' && !isCard(found) ? found : word));
  }
  return result;
}

/** Luhn's sum, so that other long numbers stay. */
function isCard(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((all, digit, place) => {
    const value = place % 2 === 1 ? digit * 2 : digit;
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
