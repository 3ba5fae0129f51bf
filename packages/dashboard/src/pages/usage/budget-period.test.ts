import { expect, it } from 'vitest';
import { budgetPeriodOf } from './budget-period.ts';

const budget = { scope: 'workspace', target: null, period: 'month', created_at: '2026-01-05T10:00:00.000Z' } as const;
/** A Sunday. */
const now = new Date('2026-11-29T13:30:00Z');

it('begins where the period of a budget does, in UTC and weeks on Monday', () => {
  const from = (period: 'day' | 'week' | 'month' | 'total') => budgetPeriodOf({ ...budget, period }, now).from;
  expect(from('day')).toBe('2026-11-29T00:00:00.000Z');
  expect(from('week')).toBe('2026-11-23T00:00:00.000Z');
  expect(from('month')).toBe('2026-11-01T00:00:00.000Z');
  expect(from('total')).toBe(budget.created_at);
});

it('asks for the calls that count, and for all where usage cannot tell them apart', () => {
  const of = (scope: 'key' | 'user' | 'tag' | 'model', target: string) => {
    const { from: _, ...filter } = budgetPeriodOf({ ...budget, scope, target }, now);
    return filter;
  };
  expect(of('key', 'key_1')).toEqual({ key_id: 'key_1' });
  expect(of('user', 'ann')).toEqual({ user_id: 'ann' });
  expect(of('tag', 'support')).toEqual({ tag: 'support' });
  expect(of('model', 'openai/gpt-5')).toEqual({ model: 'openai/gpt-5' });
  expect(of('model', 'openai/*')).toEqual({});
});
