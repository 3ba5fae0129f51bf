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
