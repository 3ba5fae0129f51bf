import { expect, test } from 'vitest';
import { currencyOf, currencyPattern } from './currencies.ts';
import { figuresOf } from './figures.ts';

test.each([
  ['€', 'EUR'],
  ['Pounds', 'GBP'],
  ['US$', 'USD'],
  ['R$', 'BRL'],
  ['Rs.', 'INR'],
  ['kč', 'CZK'],
  ['euronews', undefined],
  ['.', undefined],
])('%s stands for %s', (mark, code) => expect(currencyOf(mark)).toBe(code));

test('a sign of two characters is found whole, and a code only where the letters end', () => {
  const marks = 'US$ 5, C$ 6, 7元整, 8 EUROPE, 9 euros, 3 Rs.'.match(new RegExp(currencyPattern, 'giu'));
  expect(marks).toEqual(['US$', 'C$', '元', 'euros', 'Rs.']);
});

test('figures in one currency are told from those in another, and seconds from kronor', () => {
  const units = (text: string) => figuresOf(text).map(({ unit }) => unit);
  expect(units('5 CHF and 5 EUR and 5 SEK and 5 Sek.')).toEqual(['chf', 'eur', 'sek', 'second']);
  expect(units('¥5 or 5 yuan')).toEqual(['yen', 'yen']);
});
