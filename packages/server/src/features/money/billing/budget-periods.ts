import type { BudgetPeriod } from '@parley/contract';

const dayMs = 24 * 60 * 60_000;
let last = { day: Number.NaN, periods: { day: '', week: '', month: '', total: 'total' } };

/** The periods (UTC) that a moment belongs to: `2026-11-25`, `2026-W48`, `2026-11`, `total`. */
export function periodsOf(at: number): Readonly<Record<BudgetPeriod, string>> {
  const day = Math.floor(at / dayMs);
  // Nearly all are asked of the same day, some of them for each record.
  if (day !== last.day) last = { day, periods: ofDay(day) };
  return last.periods;
}

function ofDay(day: number): Record<BudgetPeriod, string> {
  const text = new Date(day * dayMs).toISOString().slice(0, 10);
  // A week belongs to the year of its Thursday (ISO 8601).
  const thursday = new Date((mondayOf(day) + 3) * dayMs);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / (7 * dayMs)) + 1;
  return {
    day: text,
    week: `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`,
    month: text.slice(0, 7),
    total: 'total',
  };
}

/** The first moment of the period that a moment belongs to; that of all time for `total`. */
export function beginOf(period: BudgetPeriod, at: number): number {
  const day = Math.floor(at / dayMs);
  if (period === 'day') return day * dayMs;
  if (period === 'week') return mondayOf(day) * dayMs;
  const date = new Date(at);
  return period === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) : 0;
}

/** The first moment of the next period; null for `total`, after which none comes. */
export function endOf(period: BudgetPeriod, at: number): number | null {
  const begin = beginOf(period, at);
  if (period === 'day') return begin + dayMs;
  if (period === 'week') return begin + 7 * dayMs;
  const date = new Date(at);
  return period === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) : null;
}

/** 1970-01-01 was a Thursday. */
const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);
