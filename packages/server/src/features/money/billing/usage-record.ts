import type { UsageRecord } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import { type Explanation, explanationOf } from './stored-explanation.ts';
import { labelsOfRow } from './stored-labels.ts';
import { roundsOf } from './stored-rounds.ts';

/** A record of the ledger as callers see it. */
export function toUsageRecord(row: Selectable<Tables['usage_records']>): UsageRecord {
  return {
    request_id: row.request_id,
    workspace_id: row.workspace_id,
    key_id: row.key_id,
    endpoint: row.endpoint,
    model: row.model,
    ...labelsOfRow(row),
    prompt: row.prompt,
    guards: row.guards === null ? [] : JSON.parse(row.guards),
    input_tokens: row.input_tokens,
    cached_tokens: row.cached_tokens,
    cache_write_tokens: row.cache_write_tokens,
    output_tokens: row.output_tokens,
    cost_usd: row.cost_nanos / 1e9,
    upstream_cost_usd: row.upstream_cost_nanos / 1e9,
    saved_usd: row.saved_nanos / 1e9,
    price_known: row.is_unpriced === 0,
    error_code: row.error_code,
    status: row.status,
    streamed: row.is_streamed === 1,
    engine: row.engine,
    attempts: row.attempts,
    // What a vendor said is for those who may look at the call itself.
    rounds: roundsOf(row).map(({ error_message: _, ...round }) => round),
    first_token_ms: row.first_token_ms,
    duration_ms: row.duration_ms,
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** The same with why it failed and what was done within it. What a vendor said may name the operator's account and machines: for admins. */
export function toExplainedRecord(
  row: Selectable<Tables['usage_records']>,
  isAdmin: boolean,
): UsageRecord & Explanation {
  const record = { ...toUsageRecord(row), ...explanationOf(row) };
  return isAdmin ? { ...record, rounds: roundsOf(row) } : { ...record, vendor_message: null };
}
