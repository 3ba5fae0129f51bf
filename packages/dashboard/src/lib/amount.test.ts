import { expect, it } from 'vitest';
import { isAmount } from './amount.ts';

it.each([
  ['', true],
  ['0', true],
  ['12.50', true],
  ['12,50', true],
  ['-5', false],
  ['five', false],
  ['1e9', false],
])('takes %j as an amount: %j', (text, isOne) => {
  expect(isAmount(text)).toBe(isOne);
});
