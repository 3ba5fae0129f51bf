import { expect, it } from 'vitest';
import { SafeNames } from './safe-names.ts';

it('keeps names that fit, gives others one that fits, and finds the way back', () => {
  const pattern = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
  const names = new SafeNames(pattern, 64);
  const given = ['get_weather', 'get.weather', 'get:weather', '9lives', 'ä', 'x'.repeat(128), `${'x'.repeat(127)}y`];
  const safe = given.map((name) => names.toSafe(name));
  expect(safe[0]).toBe('get_weather');
  expect(new Set(safe).size).toBe(given.length);
  for (const name of safe) expect(name).toMatch(pattern);
  expect(safe.map((name) => names.toOriginal(name))).toEqual(given);
  expect(names.toOriginal('invented')).toBe('invented');
});
