import type { UsageRound } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import type { ModelRound } from '../../../ports/meter.ts';

/** As the ledger keeps them; null where the record itself says all of its only one. `beganAt`: of the call, by `performance.now()`. */
export function toStoredRounds(rounds: readonly ModelRound[], beganAt: number): string | null {
  const [only] = rounds;
  if (only === undefined || (rounds.length === 1 && only.error === null && only.savedUsd === undefined)) return null;
  return JSON.stringify(
    rounds.map(
      ({ engine, usage, upstreamCostUsd, error, said, times, savedUsd }): UsageRound => ({
        engine,
        input_tokens: usage.inputTokens,
        cached_tokens: usage.cachedTokens,
        cache_write_tokens: usage.cacheWriteTokens ?? 0,
        output_tokens: usage.outputTokens,
        upstream_cost_usd: Math.round(upstreamCostUsd * 1e9) / 1e9,
        error,
        ...(said !== undefined && { error_message: said }),
        started_ms: Math.max(0, Math.round(times.startedAt - beganAt)),
        duration_ms: Math.round(times.durationMs),
        first_token_ms: times.firstTokenMs === null ? null : Math.round(times.firstTokenMs),
        ...(savedUsd !== undefined && { from_cache: true, saved_usd: Math.round(savedUsd * 1e9) / 1e9 }),
      }),
    ),
  );
}

/** One line for each call to an engine. Records of an older release have one where there was only one. */
export function roundsOf(row: Selectable<Tables['usage_records']>): UsageRound[] {
  if (row.rounds !== null) return JSON.parse(row.rounds);
  if (row.attempts !== 1 || row.engine === null) return [];
  const { engine, input_tokens, cached_tokens, cache_write_tokens, output_tokens } = row;
  const counts = { input_tokens, cached_tokens, cache_write_tokens, output_tokens };
  const times = { duration_ms: row.duration_ms, first_token_ms: row.first_token_ms };
  return [{ engine, ...counts, upstream_cost_usd: row.upstream_cost_nanos / 1e9, error: null, ...times }];
}
