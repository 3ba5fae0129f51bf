import { readDigits, readNumber } from '@parley/text';
import { expect, it } from 'vitest';
import { CellReader, cellClass } from './cell-value.ts';

const plain: [string, boolean, number][] = [
  ['0', false, 0],
  ['42', false, 42],
  ['-7', false, -7],
  ['3.25', false, 3.25],
  ['-0.5', false, -0.5],
  ['3,25', true, 3.25],
  ['-1200,75', true, -1200.75],
  ['999999999999999', false, 999999999999999],
];
const written: [string, boolean, number][] = [
  ['$1,234.50', false, 1234.5],
  ['1.234,50 €', true, 1234.5],
  ['(12.00)', false, -12],
  ['45 %', false, 45],
  ["12'500.25", false, 12500.25],
];

it.each([...plain, ...written])('%s is one number, whoever reads it', (text, decimalComma, value) => {
  const bytes = Buffer.from(text);
  const cell = new CellReader(decimalComma);
  expect([cellClass.integer, cellClass.number]).toContain(cell.read(bytes, 0, bytes.length));
  expect(cell.number).toBe(value);
  expect(readNumber(text, decimalComma)?.value).toBe(value);
  const digits = /\d[\d.,']*/.exec(text)?.[0] ?? '';
  expect(readDigits(digits, decimalComma ? ',' : '.')).toBe(Math.abs(value));
  expect(readDigits(digits)).toBe(Math.abs(value));
});
