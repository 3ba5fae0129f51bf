import { expect, test } from 'vitest';
import { findDays } from './find-days.ts';

const days = (text: string) =>
  findDays(text).map(({ year, month, day }) => [year ?? '*', month ?? '*', day ?? '*'].join('-'));

test.each([
  ['from 5 Sept to Sept 9th', ['*-9-5', '*-9-9']],
  ['on February 22, 2025 and on 22.02.2025', ['2025-2-22', '2025-2-22']],
  ['im März 2024 oder am 3. Mai', ['2024-3-*', '*-5-3']],
  ['en mayo de 2024, el 15 de junio', ['2024-5-*', '*-6-15']],
  ['in 2024-05', ['2024-5-*']],
  ['Gen 3 and Mars 2030', []],
  ['we may 5 times march on', ['*-5-5']],
  ['version 1.12.3.4 of the 50 marches', []],
])('%s names %j', (text, named) => expect(days(text)).toEqual(named));

test('of two small numbers the month is first where that is asked for, but not before dots', () => {
  const [slash, dot] = findDays('3/4/2025 and 3.4.2025', { monthFirst: true });
  expect([slash?.month, slash?.day, slash?.order]).toEqual([3, 4, 'either']);
  expect([dot?.month, dot?.day]).toEqual([4, 3]);
});
