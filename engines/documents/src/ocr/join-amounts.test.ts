import { expect, it } from 'vitest';
import { word } from '../../test/ocr-readings.ts';
import { joinAmounts } from './join-amounts.ts';

/** Words side by side, as their texts. */
const joined = (line: string) =>
  joinAmounts(line.split(' ').map((text, index) => word(text, index * 40, 0.9 - index / 10)));
const texts = (line: string) => joined(line).map(({ text }) => text);

it.each([
  ['TOTAL 84 . 14', ['TOTAL', '84.14']],
  ['£1,084 , 50 paid', ['£1,084,50', 'paid']],
  ['3 . 20 4 . 75', ['3.20', '4.75']],
])('puts the amounts of %s together', (line, expected) => {
  expect(texts(line)).toEqual(expected);
});

it.each(['end . 14 left', '84 . May', '84 . 145', '4 14', 'A4 . 14'])('leaves %s as it is', (line) => {
  expect(texts(line)).toEqual(line.split(' '));
});

it('is as sure of an amount as of its least sure part, and spans them all', () => {
  const [amount] = joined('84 . 14');
  const [first, , last] = ['84', '.', '14'].map((text, index) => word(text, index * 40, 0.9));
  expect(amount?.confidence).toBeCloseTo(0.7);
  expect(amount?.box.x).toBe(first?.box.x);
  expect((amount?.box.x ?? 0) + (amount?.box.width ?? 0)).toBeCloseTo((last?.box.x ?? 0) + (last?.box.width ?? 0));
  expect(amount?.characters).toBeUndefined();
});
