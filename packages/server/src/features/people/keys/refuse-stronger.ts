import type { ConfirmChanges } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import type { KeyRecord } from './key-record.ts';
import { looserRestriction } from './key-restrictions.ts';

const limitNames = {
  requests_per_minute: 'requestsPerMinute',
  tokens_per_minute: 'tokensPerMinute',
  open_streams: 'openStreams',
  grounding_tokens: 'groundingTokens',
  max_call_usd: 'maxCallUsd',
} as const;
const bySafety: readonly ConfirmChanges[] = ['always', 'agents', 'never'];

/**
 * Throws `forbidden` for a key that would do more than another key, under which its maker acts, may do. Both are compared as they come
 * out, defaults included: a setting that nobody named is one all the same. A key that is turned off does nothing.
 */
export function refuseStronger(wanted: KeyRecord, own: KeyRecord | null): void {
  if (own === null) throw new AppError('forbidden', 'This workspace is gone');
  if (!wanted.isActive) return;
  if (!own.isActive || own.revokedAt !== null) throw tooStrong('active', 'false');
  const missing = wanted.scopes.find((scope) => !own.scopes.includes(scope));
  if (missing !== undefined) throw tooStrong('scopes', own.scopes.join(', '));
  for (const [field, name] of Object.entries(limitNames)) {
    if (!isAbove(wanted.limits[name], own.limits[name])) continue;
    throw tooStrong(`limits.${field}`, `at most ${own.limits[name]}`);
  }
  if (isAbove(wanted.expiresAt, own.expiresAt))
    throw tooStrong('expires_at', `at the latest ${isoTime(own.expiresAt)}`);
  if (own.budgetNanos !== null) {
    const isOtherPeriod = wanted.budgetPeriod !== own.budgetPeriod;
    if (isAbove(wanted.budgetNanos, own.budgetNanos) || isOtherPeriod) {
      throw tooStrong('budget_usd', `at most ${own.budgetNanos / 1e9} with budget_period ${own.budgetPeriod}`);
    }
  }
  if (own.tags.some((tag) => !wanted.tags.includes(tag)))
    throw tooStrong('tags', `such that they include ${own.tags.join(', ')}`);
  if (own.keepsNothing && !wanted.keepsNothing) throw tooStrong('store', 'false');
  if (wanted.web && !own.web) throw tooStrong('web', 'false');
  const looser = looserRestriction(wanted.restrictions, own.restrictions);
  if (looser !== null) throw tooStrong(looser, `within ${own.restrictions[looser]?.join(', ')}`);
  if (bySafety.indexOf(wanted.confirmChanges) > bySafety.indexOf(own.confirmChanges)) {
    throw tooStrong('confirm_changes', own.confirmChanges);
  }
}

/** Null is no limit. */
const isAbove = (wanted: number | null, most: number | null): boolean =>
  most !== null && (wanted === null || wanted > most);

const tooStrong = (field: string, most: string): AppError =>
  new AppError('forbidden', `${field} may be ${most}, as for yourself; ask an admin of the workspace for more`, {
    title: `${field} is not valid`,
    param: field,
  });
