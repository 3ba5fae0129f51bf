/** Currencies by their ISO code, with every way in which texts write them but the code itself: marks, then words. Case makes no difference. */
const spellings: Record<string, string> = {
  EUR: '€ euro euros',
  USD: '$ us$ dollar dollars bucks dólar dólares',
  GBP: '£ pound pounds sterling',
  JPY: '¥ yen',
  INR: '₹ rs rs. rupee rupees rupien rupias roupies',
  MYR: 'rm',
  CHF: 'sfr franken',
  CAD: 'c$',
  AUD: 'a$',
  CNY: 'rmb yuan 元',
  SEK: '',
  NOK: '',
  DKK: '',
  PLN: 'zł',
  BRL: 'r$',
  MXN: '',
  SGD: 's$',
  KRW: '₩',
  CZK: 'kč',
  RUB: '₽ rouble roubles ruble rubles',
};

export const currencyCodes: readonly string[] = Object.keys(spellings);

const codes = new Map<string, string>();
for (const [code, written] of Object.entries(spellings))
  for (const spelling of [code.toLowerCase(), ...written.split(' ').filter(Boolean)]) codes.set(spelling, code);

/** The ISO code of the currency that a sign, a code or a word stands for, in any case; undefined for anything else. */
export const currencyOf = (mark: string): string | undefined => codes.get(mark.toLowerCase());

/** A pattern, for the flags `i` and `u`, for a sign, a code or a word of a currency; in Latin script it ends where the letters end. */
export const currencyPattern: string = patternOf([...codes.keys()]);

/** The same without words: "$5" and "5 usd" have one, "5 dollars" none. With the crown, whose sign does not tell of which country it is. */
export const currencyMarkPattern: string = patternOf(['kr', ...[...codes.keys()].filter((mark) => mark.length <= 3)]);

function patternOf(marks: readonly string[]): string {
  const longestFirst = [...marks].sort((one, other) => other.length - one.length);
  const ended = (mark: string) => (/\p{sc=Latin}$/u.test(mark) ? String.raw`(?!\p{L})` : '');
  return `(?:${longestFirst.map((mark) => mark.replaceAll(/[$.]/g, String.raw`\$&`) + ended(mark)).join('|')})`;
}
