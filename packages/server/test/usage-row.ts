import type { UsageRow } from '../src/features/money/billing/usage-row.ts';

/** A record of the ledger; each costs something over one dollar. */
export function usageRow(id: string, more: Partial<UsageRow> = {}): UsageRow {
  return {
    id,
    request_id: `request-${id}`,
    workspace_id: 'w',
    key_id: 'k',
    endpoint: 'createAnswer',
    model: 'small-2',
    user_id: null,
    tags: null,
    guards: null,
    prompt: null,
    metadata: null,
    input_tokens: 10,
    cached_tokens: 2,
    cache_write_tokens: 0,
    output_tokens: 5,
    cost_nanos: 1_000_000_007,
    upstream_cost_nanos: 3,
    saved_nanos: 0,
    is_unpriced: 0,
    error_code: null,
    explanation: null,
    status: 200,
    is_streamed: 0,
    engine: 'openai/gpt',
    attempts: 1,
    rounds: null,
    first_token_ms: 5,
    duration_ms: 12,
    created_at: Date.UTC(2026, 10, 21, 23, 59),
    ...more,
  };
}
