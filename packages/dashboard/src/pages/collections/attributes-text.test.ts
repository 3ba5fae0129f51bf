import { expect, it } from 'vitest';
import { readAttributes, showAttributes } from './attributes-text.ts';

it('reads lines as texts, numbers and truths, and writes the same again', () => {
  const attributes = { team: 'people and work', year: 2026, share: -0.5, open: true, code: '007' };
  const text = 'team: people and work\nyear: 2026\nshare = -0.5\n\nopen: true\ncode: "007"';
  expect(readAttributes(text)).toEqual({ attributes });
  expect(readAttributes(showAttributes(attributes))).toEqual({ attributes });
  expect(showAttributes({ code: '007' })).toBe('code: "007"');
});

it('names the line that is no attribute', () => {
  expect(readAttributes('team: people\nnonsense')).toEqual({ wrong: 'nonsense' });
  expect(readAttributes('two words: x')).toEqual({ wrong: 'two words: x' });
});

it('reads a name that holds a mark, and a value that holds one', () => {
  expect(readAttributes(':a=b\nc : d: e\n  f=  g h  ')).toEqual({ attributes: { ':a': 'b', c: 'd: e', f: 'g h' } });
  expect(readAttributes('name:')).toEqual({ wrong: 'name:' });
});

it('reads a long line in one pass', () => {
  const line = `name${' '.repeat(50_000)}x${' '.repeat(50_000)}y`;
  const before = process.threadCpuUsage();
  expect(readAttributes(line)).toEqual({ wrong: line });
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500);
});
