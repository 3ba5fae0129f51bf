import { expect, it } from 'vitest';
import { EngineSightings } from './engine-sightings.ts';

it('tells how each engine was seen last, whatever callers did wrong', () => {
  const sightings = new EngineSightings();
  const saw = (engine: string | null, status: number, created_at: number) =>
    sightings.saw({ engine, status, created_at });
  saw('a/one', 200, 10);
  saw('a/one', 502, 20);
  saw('a/one', 499, 30);
  saw('a/one', 422, 40);
  saw('a/two', 429, 15);
  // Of a process before, told later.
  saw('a/two', 200, 12);
  saw(null, 500, 50);
  expect(sightings.of('a/one')).toEqual({ at: 20, hasFailed: true, status: 502 });
  expect(sightings.of('a/two')).toEqual({ at: 15, hasFailed: true, status: 429 });
  expect(sightings.of('a/three')).toBeNull();
});

it('keeps the videos of an engine apart from its pictures', () => {
  const sightings = new EngineSightings();
  sightings.saw({ engine: 'sketch', endpoint: 'generateImage', status: 200, created_at: 1 });
  expect([sightings.of('sketch')?.at, sightings.of('sketch', { isVideo: true })]).toEqual([1, null]);
  sightings.saw({ engine: 'sketch', endpoint: 'generateVideo', status: 500, created_at: 2 });
  expect(sightings.of('sketch')?.hasFailed).toBe(false);
  expect(sightings.of('sketch', { isVideo: true })?.hasFailed).toBe(true);
});
