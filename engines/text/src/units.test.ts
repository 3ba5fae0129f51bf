import { expect, test } from 'vitest';
import { figuresOf } from './figures.ts';
import { readNumber } from './read-number.ts';
import { convert, isPlainUnit, unitOf } from './units.ts';

test.each([
  ['litres', 'liter', 'volume'],
  ['L', 'liter', 'volume'],
  ['Stunden', 'hour', 'time'],
  ['horas', 'hour', 'time'],
  ['Std.', 'hour', 'time'],
  ['km/h', 'kmh', 'length/time'],
  ['€', 'eur', 'money'],
  ['pounds', 'lb', 'mass'],
])('%s is the unit %s of %s', (word, name, dimension) => expect(unitOf(word)).toMatchObject({ name, dimension }));

test('a word that is none in one language or a single letter needs a number beside it', () => {
  expect(['tag', 'um', 'h', 'day', '%', 'kg'].filter(isPlainUnit)).toEqual(['day', '%', 'kg']);
  expect(unitOf('chair')).toBeUndefined();
});

test('hectares are square metres and knots are kilometres an hour by one table', () => {
  const [hectare, square, knot, kmh] = ['ha', 'm²', 'knots', 'kph'].map((word) => unitOf(word));
  expect(hectare && square && convert(2, hectare, square)).toBe(20_000);
  expect(knot && kmh && convert(10, knot, kmh)).toBe(18.52);
});

test('figures in short and long forms of one unit agree, in three languages', () => {
  const units = (text: string) => figuresOf(text).map(({ unit }) => unit);
  expect(units('3 h, 3 hours, 3 Stunden, 3 horas, 5 min, 7 litros, 7 l')).toEqual([
    ...['hour', 'hour', 'hour', 'hour', 'minute', 'liter', 'liter'],
  ]);
  expect(units('12 pounds and the 1960s')).toEqual(['gbp', null]);
});

test('a mark of money belongs to the number that it stands before', () => {
  const money = (text: string) => figuresOf(text).map(({ values, unit }) => [values[0], unit]);
  expect(money('€5 million and $7')).toEqual([
    [5_000_000, 'eur'],
    [7, 'usd'],
  ]);
  expect(money('12 dollars and €5, then 3 kg for US$ 9')).toEqual([
    [12, 'usd'],
    [5, 'eur'],
    [3, 'kg'],
    [9, 'usd'],
  ]);
  expect(money('5 €')).toEqual([[5, 'eur']]);
});

test('a number in a cell may bear any known mark of a currency', () => {
  expect(readNumber('1.234,50 kč', true)?.value).toBe(1234.5);
  expect(readNumber('₩ 12,000', false)?.value).toBe(12_000);
  expect(readNumber('-45.20 kr', false)?.value).toBe(-45.2);
  expect(readNumber('12 dollars', false)).toBeNull();
});
