import type { ConfirmChanges, UpdateKeyRequest } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { KeyRecord } from './key-record.ts';

const limitNames = {
  requests_per_minute: 'requestsPerMinute',
  tokens_per_minute: 'tokensPerMinute',
  open_streams: 'openStreams',
} as const;
const bySafety: readonly ConfirmChanges[] = ['always', 'agents', 'never'];

/** Throws `forbidden` for settings that would let a key do more than another key, under which its maker acts, may do. */
export function refuseStronger(settings: UpdateKeyRequest, own: KeyRecord | null): void {
  if (own === null) throw new AppError('forbidden', 'This workspace is gone');
  for (const [field, name] of Object.entries(limitNames)) {
    const wanted = settings.limits?.[field as keyof typeof limitNames];
    const most = own.limits[name];
    if (wanted === undefined || most === null || (wanted !== null && wanted <= most)) continue;
    throw tooStrong(`limits.${field}`, `at most ${most}`);
  }
  if (own.budgetNanos !== null) {
    const most = own.budgetNanos / 1e9;
    const hasBudget = typeof settings.budget_usd === 'number' && settings.budget_usd <= most;
    const period = settings.budget_period ?? 'month';
    if (!hasBudget || period !== own.budgetPeriod) {
      throw tooStrong('budget_usd', `at most ${most} with budget_period ${own.budgetPeriod}`);
    }
  }
  if (!own.web && settings.web !== false) throw tooStrong('web', 'false');
  const wanted = settings.confirm_changes;
  if (wanted && bySafety.indexOf(wanted) > bySafety.indexOf(own.confirmChanges)) {
    throw tooStrong('confirm_changes', own.confirmChanges);
  }
}

const tooStrong = (field: string, most: string): AppError =>
  new AppError('forbidden', `${field} may be ${most}, as for yourself; ask an admin of the workspace for more`, {
    title: `${field} is not valid`,
    param: field,
  });
