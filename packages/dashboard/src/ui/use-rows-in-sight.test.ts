import { expect, it } from 'vitest';
import { rowsInSight } from './use-rows-in-sight.ts';

const parts = { rowHeight: 40, count: 100_000, spare: 12 };

it('draws what is in sight with spare rows on both sides', () => {
  expect(rowsInSight({ top: 0, height: 400 }, parts)).toEqual({ first: 0, end: 22 });
  expect(rowsInSight({ top: 4_000, height: 390 }, parts)).toEqual({ first: 88, end: 122 });
});

it('stays within the list, also when it has become shorter than what was scrolled away', () => {
  expect(rowsInSight({ top: 3_999_600, height: 400 }, parts)).toEqual({ first: 99_978, end: 100_000 });
  expect(rowsInSight({ top: 3_999_600, height: 400 }, { ...parts, count: 80 })).toEqual({ first: 79, end: 80 });
  expect(rowsInSight({ top: 0, height: 400 }, { ...parts, count: 0 })).toEqual({ first: 0, end: 0 });
});

it('draws some rows before the height of the list is known', () => {
  expect(rowsInSight({ top: 0, height: 0 }, parts)).toEqual({ first: 0, end: 12 });
});
