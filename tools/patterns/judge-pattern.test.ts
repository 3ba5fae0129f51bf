import { expect, it } from 'vitest';
import { judge } from './judge-pattern.ts';

it.each([
  ['^(?:a|b)*$', 'linear'],
  ['^(?:[ab]+,)*$', 'linear'],
  ['\\s+$', 'degree 2'],
  ['^\\s*\\s*\\s*$', 'degree 3'],
  ['^(?:a|a)*$', 'exponential'],
  ['^(?:a+)+$', 'exponential'],
])('judges /%s/ as %s', async (source, verdict) => expect(await judge(source, '')).toBe(verdict));

it('never says more than the loops of a pattern allow', async () =>
  expect(await judge('(?:kinds?|one of)[^.:]{0,40}?:\\s*[^.]{3,200}$', '')).not.toBe('degree 3'));
