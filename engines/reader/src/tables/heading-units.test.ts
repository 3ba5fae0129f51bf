import { describe, expect, it } from 'vitest';
import { isUnitSign, unitsOf } from './heading-units.ts';

describe('units of headings', () => {
  it.each([
    ['range_km', ['km']],
    ['Fee (GBP)', ['gbp']],
    ['Share in %', ['percent']],
    ['Top speed km/h', ['kmh']],
    ['time (h)', ['hour']],
    ['Weight, oz', ['oz']],
    ['Second driver', []],
    ['Entrepreneur', []],
    ['Vitamin C', []],
    ['Bar', []],
  ])('are read from %j', (heading, names) => {
    expect(unitsOf(heading).map(({ name }) => name)).toEqual(names);
  });

  it('are signs that say nothing else, words such as "year" are not', () => {
    expect(['kwh', 'gbp', 'percent', 'cm', 'lb'].map(isUnitSign)).toEqual([true, true, true, true, true]);
    expect(['year', 'day', 'bar', 'second', 'name'].map(isUnitSign)).toEqual([false, false, false, false, false]);
  });
});
