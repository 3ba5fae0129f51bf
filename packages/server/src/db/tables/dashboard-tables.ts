import type { PlaygroundRun } from '@parley/contract';
import type { ColumnType } from 'kysely';

export interface DashboardTables {
  /** Sums of the ledger's records by the hour, made when somebody first looks at them. */
  usage_hours: {
    /** Its beginning, in milliseconds. */
    hour: number;
    workspace_id: string;
    key_id: string;
    endpoint: string;
    /** Empty for calls without a model. */
    model: string;
    requests: number;
    errors: number;
    input_tokens: number;
    cached_tokens: number;
    output_tokens: number;
    /** These three are read as text: beyond nine million dollars they are more than a number tells apart. */
    cost_nanos: ColumnType<number, number | bigint, number | bigint>;
    upstream_cost_nanos: ColumnType<number, number | bigint, number | bigint>;
    saved_nanos: ColumnType<number, number | bigint, number | bigint>;
    /** Calls whose price nobody knows. */
    unpriced: number;
    /** JSON object: how many calls by step of `latency-steps.ts`. */
    latencies: string;
  };
  /** What was asked and answered, where that is kept: without secrets, and no longer than `Retention` says. */
  call_contents: {
    id: string;
    workspace_id: string;
    request_id: string;
    /** The caller's own user whom the request named, if any. */
    user_id: string | null;
    request: string | null;
    reply: string | null;
    is_truncated: number;
    created_at: number;
  };
  /** What was said of the reply to a call. */
  call_feedback: {
    id: string;
    workspace_id: string;
    request_id: string;
    /** -1 to 1. */
    score: number;
    comment: string | null;
    created_at: number;
  };
  playground_runs: {
    id: string;
    workspace_id: string;
    /** A person or a key. */
    created_by: string;
    title: string;
    mode: PlaygroundRun['mode'];
    model: string | null;
    /** JSON. */
    request: string;
    /** JSON, null where nothing came. */
    reply: string | null;
    request_id: string | null;
    status: number | null;
    duration_ms: number | null;
    first_token_ms: number | null;
    is_shared: number;
    created_at: number;
  };
}
