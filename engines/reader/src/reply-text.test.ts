import { expect, test } from 'vitest';
import { splitForStreaming } from './reply-text.ts';

test('a reply is streamed sentence by sentence', () => {
  expect(splitForStreaming('It rains. Take a coat. Then go.')).toEqual(['It rains. ', 'Take a coat. ', 'Then go.']);
});

test('a long reply of short lines is streamed in at most a thousand parts, and whole', () => {
  const text = 'a\n'.repeat(200_000);
  const parts = splitForStreaming(text);
  expect(parts.length).toBeLessThanOrEqual(1000);
  expect(parts.length).toBeGreaterThan(500);
  expect(parts.join('')).toBe(text);
});
