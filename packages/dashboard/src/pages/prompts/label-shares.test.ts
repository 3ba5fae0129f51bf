import { expect, it } from 'vitest';
import { partsOf, sharesOf } from './label-shares.ts';

it('reads shares that add up to a hundred', () => {
  expect(sharesOf([{ version: 3, percent: '100' }])).toEqual([{ version: 3, share: 1 }]);
  expect(
    sharesOf([
      { version: 3, percent: '90' },
      { version: 4, percent: '10' },
    ]),
  ).toEqual([
    { version: 3, share: 0.9 },
    { version: 4, share: 0.1 },
  ]);
  expect(sharesOf(['33,34', '33.33', '33.33'].map((percent, at) => ({ version: at + 1, percent })))).toHaveLength(3);
});

it('takes none that do not, that are below zero, or that name a version twice', () => {
  const of = (...parts: [number, string][]) => sharesOf(parts.map(([version, percent]) => ({ version, percent })));
  expect(of([1, '90'])).toBe(null);
  expect(of([1, '110'], [2, '-10'])).toBe(null);
  expect(of([1, '100'], [2, '0'])).toBe(null);
  expect(of([1, '50'], [1, '50'])).toBe(null);
  expect(of([1, 'all'])).toBe(null);
});

it('shows what is set in per cent', () => {
  expect(partsOf([{ version: 2, share: 0.125 }])).toEqual([{ version: 2, percent: '12.5' }]);
});
