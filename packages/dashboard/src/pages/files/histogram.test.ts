import { expect, it } from 'vitest';
import { histogramOf, readSheets } from './histogram.ts';

it('reads the tables of a text as sheets with columns', () => {
  const text = '## A\n\n| x | y |\n|---|---|\n| 1 | a\\|b |\n| 2 |  |\n\n## B\n\n| z |\n|---|\n| 3 |';
  expect(readSheets(text, 10).map((sheet) => Object.fromEntries(sheet))).toEqual([
    { x: ['1', '2'], y: ['a|b', ''] },
    { z: ['3'] },
  ]);
  expect(readSheets(text, 1)[0]?.get('x')).toEqual(['1']);
});

it('puts numbers and days into bars of equal width and loses none', () => {
  const bars = histogramOf(['0', '1', '11.9', '12', '', 'x'], 'number', String);
  expect(bars).toHaveLength(12);
  expect(bars.map(({ count }) => count)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  expect(bars[0]?.label).toBe('0 – 1');
  expect(histogramOf(['2025-01-01', '2025-01-13'], 'date', String)[0]?.label).toBe('2025-01-01 – 2025-01-02');
  expect(histogramOf(['7', '7'], 'integer', String)).toEqual([{ label: '7', count: 2 }]);
});

it('counts the most frequent words, and says nothing where each is its own', () => {
  expect(histogramOf(['b', 'a', 'b', ''], 'text', String)).toEqual([
    { label: 'b', count: 2 },
    { label: 'a', count: 1 },
  ]);
  const names = Array.from({ length: 30 }, (_, index) => `name ${index}`);
  expect(histogramOf(names, 'text', String)).toEqual([]);
  expect(histogramOf(['', ''], 'text', String)).toEqual([]);
});
