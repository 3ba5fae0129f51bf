import { expect, it } from 'vitest';
import { reducePattern } from './reduce-pattern.ts';

it('has a few characters of each kind in place of a property, and low limits in place of high ones', () => {
  expect(reducePattern('\\p{Nd}{2,80}x{3}')).toBe('[0-9\\u0660-\\u0663]{1,2}x{2}');
  expect(reducePattern('[\\p{Nd}-]+')).toBe('[0-9\\u0660-\\u0663-]+');
  expect(reducePattern('\\P{Zs}')).toBe('[^ \\u00a0\\u2000-\\u2003]');
});

it('leaves what it does not know, and limits that are felt', () => {
  expect(reducePattern('\\p{Emoji}a{0,400}')).toBe('\\p{Emoji}a{0,400}');
  expect(reducePattern('[{2,80}]')).toBe('[{2,80}]');
});
