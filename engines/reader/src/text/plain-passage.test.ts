import { expect, it } from 'vitest';
import { plainPassage, plainText } from './plain-passage.ts';

it.each([
  ['- **Monthly fee:** 840.00 EUR', 'Monthly fee: 840.00 EUR'],
  ['3. The soup keeps for *three* days', 'The soup keeps for three days'],
  ['## The [lake](https://lake.example)', 'The lake'],
  ['a\\_b and 5 \\* 3<br>next', 'a_b and 5 * 3 next'],
  ['- [x] done `code`', 'done code'],
  ['From: Ana <ana@example.com> <b>now</b>', 'From: Ana <ana@example.com> now'],
  ['1.5 m high and snake_case_name', '1.5 m high and snake_case_name'],
])('%s', (marked, plain) => {
  expect(plainText(marked)).toBe(plain);
});

it('reads a row with its headings', () => {
  const text = '| Item | Price |\n|---|---|\n| Lamp | 31.90 EUR |';
  const header = { start: 0, end: 16 };
  expect(plainPassage(text, { start: 27, end: text.length }, header)).toBe('Item: Lamp, Price: 31.90 EUR');
});
