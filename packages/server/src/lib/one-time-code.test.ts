import { expect, it } from 'vitest';
import { codeAt, secretOf, stepOf, textOf } from './one-time-code.ts';

/** RFC 6238, appendix B (SHA-1), of which six digits are shown. */
const published: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];
const secret = Buffer.from('12345678901234567890');

it.each(published)('gives the code that RFC 6238 publishes for second %d', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(codeAt(secret, step)).toBe(code);
  expect(stepOf(secret, code, seconds * 1000)).toBe(step);
});

it('takes the codes of the step before and after, for clocks that differ, and no other', () => {
  const at = 1_111_111_109_000;
  const step = Math.floor(at / 30_000);
  for (const [off, found] of [
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ] as const) {
    expect(stepOf(secret, codeAt(secret, step + off), at)).toBe(found);
  }
  expect(stepOf(secret, '12345', at)).toBeNull();
});

it('writes secrets as authenticator apps read them', () => {
  expect(textOf(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(secretOf(textOf(secret))).toEqual(secret);
});
