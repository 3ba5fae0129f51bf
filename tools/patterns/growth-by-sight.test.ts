import { describe, expect, it } from 'vitest';
import { growthBySight } from './growth-by-sight.ts';

describe('growthBySight', () => {
  it.each([
    ['without a loop', 'a{1,20}(?:b|cd)?', '', 1],
    ['one loop behind the beginning', '^\\s*x', '', 1],
    ['one loop, from each place', '\\s+$', '', 2],
    ['the beginning of each line', '^\\s*x', 'm', 2],
    ['a search that goes on where the last one ended', '^\\s*x', 'y', 2],
    ['loops that follow one another', '^\\w+\\s*=\\s*\\w+', '', 4],
    ['the worst of several ways', '^(?:a+|b+c+)', '', 2],
    ['only some ways behind the beginning', '^a+|b', '', 2],
    ['a group that is taken several times', '^(?:a+b){0,3}', '', 3],
    ['a loop that looks ahead', '^(?=.*x)y+', '', 2],
    ['brackets and stars inside a class', '^[)*+\\]]+', '', 1],
    ['a class in a class', '^[a[b*]+]c', 'v', 1],
    ['names and properties', '^(?<day>\\p{L}+)\\u{1f600}', 'u', 1],
  ])('%s', (_, source, flags, most) => expect(growthBySight(source, flags)).toBe(most));

  it.each([
    ['a loop around a group', '(?:a|ab)*'],
    ['a loop in a loop', '(?:a+)+'],
    ['what refers back', '(?<mark>.)\\k<mark>'],
    ['limits that multiply', '[^.]{0,400}x[^.]{0,400}'],
    ['ways that multiply', '(?:a{0,9}){0,9}'],
  ])('cannot tell of %s', (_, source) => expect(growthBySight(source, '')).toBeUndefined());
});
