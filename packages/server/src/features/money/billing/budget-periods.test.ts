import { describe, expect, it } from 'vitest';
import { beginOf, endOf, periodsOf } from './budget-periods.ts';

const at = (text: string): number => Date.parse(text);

describe('periods of budgets', () => {
  it.each([
    ['2026-11-25T23:59:59.999Z', { day: '2026-11-25', week: '2026-W48', month: '2026-11', total: 'total' }],
    ['2026-11-26T00:00:00.000Z', { day: '2026-11-26', week: '2026-W48', month: '2026-11', total: 'total' }],
    // Weeks belong to the year of their Thursday.
    ['2027-01-03T23:59:59.999Z', { day: '2027-01-03', week: '2026-W53', month: '2027-01', total: 'total' }],
    ['2027-01-04T00:00:00.000Z', { day: '2027-01-04', week: '2027-W01', month: '2027-01', total: 'total' }],
    ['2024-12-30T00:00:00.000Z', { day: '2024-12-30', week: '2025-W01', month: '2024-12', total: 'total' }],
    ['2024-12-29T23:59:59.999Z', { day: '2024-12-29', week: '2024-W52', month: '2024-12', total: 'total' }],
  ])('%s', (moment, periods) => {
    expect(periodsOf(at(moment))).toEqual(periods);
  });

  it.each([
    ['day', '2026-11-25T13:00:00Z', '2026-11-25T00:00:00Z', '2026-11-26T00:00:00Z'],
    ['week', '2026-11-29T23:59:59.999Z', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
    ['week', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
    ['month', '2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['month', '2028-02-29T00:00:00Z', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
  ] as const)('a %s around %s begins and ends where the names change', (period, moment, begin, end) => {
    expect(beginOf(period, at(moment))).toBe(at(begin));
    expect(endOf(period, at(moment))).toBe(at(end));
    const name = periodsOf(at(moment))[period];
    expect(periodsOf(at(begin))[period]).toBe(name);
    expect(periodsOf(at(end) - 1)[period]).toBe(name);
    expect(periodsOf(at(begin) - 1)[period]).not.toBe(name);
    expect(periodsOf(at(end))[period]).not.toBe(name);
  });

  it('all time has no end', () => {
    expect(beginOf('total', at('2026-11-25T00:00:00Z'))).toBe(0);
    expect(endOf('total', at('2026-11-25T00:00:00Z'))).toBeNull();
  });
});
