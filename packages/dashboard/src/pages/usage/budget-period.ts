import type { Budget, SeriesQuery } from '@parley/sdk';

const dayMs = 86_400_000;

/** Which calls count for a budget in the period that runs, as usage is asked for them: of all of it where usage cannot tell them apart. */
export function budgetPeriodOf(
  { scope, target, period, created_at }: Pick<Budget, 'scope' | 'target' | 'period' | 'created_at'>,
  now: Date,
): SeriesQuery {
  return { from: beginOf(period, created_at, now), ...(target !== null && filterOf(scope, target)) };
}

/** Periods are UTC, and weeks begin on Monday. */
function beginOf(period: Budget['period'], createdAt: string, now: Date): string {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  if (period === 'total') return createdAt;
  if (period === 'day') return new Date(day).toISOString();
  if (period === 'week') return new Date(day - ((now.getUTCDay() + 6) % 7) * dayMs).toISOString();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
}

function filterOf(scope: Budget['scope'], target: string): SeriesQuery {
  if (scope === 'key') return { key_id: target };
  if (scope === 'user') return { user_id: target };
  if (scope === 'tag') return { tag: target };
  return scope === 'model' && !target.endsWith('*') ? { model: target } : {};
}
