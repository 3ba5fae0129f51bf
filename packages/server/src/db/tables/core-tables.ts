import type { ColumnType, Generated } from 'kysely';

/** All times are milliseconds since 1970-01-01 UTC; money is in billionths of a US dollar; flags are 0 or 1. */
export interface CoreTables {
  workspaces: {
    id: string;
    name: string;
    created_at: number;
    budget_nanos: number | null;
    /** What its files may take; null for no limit. */
    storage_bytes: Generated<number | null>;
    /** JSON array of origins that users may be sent back to after signing in; null for none. */
    callback_origins: Generated<string | null>;
    /** 0: its calls may not ask the web. */
    web: Generated<number | null>;
    /** 1 where people come in with a second factor only. */
    require_second_factor: Generated<number | null>;
    /** Goes up with each change of its budgets; 0 where it never had one. */
    budgets_version: Generated<number>;
    /** JSON object of days by kind; null for those of the installation. */
    retention: Generated<string | null>;
  };
  api_keys: {
    id: string;
    workspace_id: string | null;
    kind: 'key' | 'admin';
    /** Keys of the environment are valid only while it names them; that of the dashboard opens nothing by itself. */
    source: Generated<'made' | 'environment' | 'dashboard'>;
    /** The person or key that made it. */
    created_by: Generated<string | null>;
    /** The key of the dashboard whose budget it shares, where a member made it. */
    shares_budget_of: Generated<string | null>;
    /** The key that it was rolled from. */
    succeeds: Generated<string | null>;
    name: string;
    /** The readable beginning that is shown in lists. */
    prefix: string;
    /** SHA-256 of the whole key, hexadecimal. */
    hash: string;
    /** JSON array of scopes. */
    scopes: string;
    /** JSON object of limits; absent ones follow the defaults. */
    limits: string;
    budget_nanos: number | null;
    budget_period: 'day' | 'month' | 'total';
    /** Null for the default. */
    confirm_changes: 'always' | 'agents' | 'never' | null;
    /** 0: its calls may not ask the web. */
    web: Generated<number | null>;
    /** 1: fields that an endpoint does not know are refused. */
    strict: Generated<number | null>;
    /** JSON of the models, endpoints and addresses it is limited to; null for none. */
    restrictions: Generated<string | null>;
    /** JSON array of tags that every call of it carries; null for none. */
    tags: Generated<string | null>;
    /** 0: nothing of what its calls say is kept. */
    store: Generated<number | null>;
    is_active: number;
    expires_at: number | null;
    revoked_at: number | null;
    last_used_at: number | null;
    created_at: number;
  };
  usage_records: {
    id: string;
    request_id: string;
    workspace_id: string;
    key_id: string;
    endpoint: string;
    model: string | null;
    /** The caller's own user, tags as `,a,b,`, and pairs as JSON; null for none. */
    user_id: string | null;
    tags: string | null;
    metadata: string | null;
    /** What guards found, as JSON; null for nothing. */
    guards: string | null;
    /** The kept prompt that the call began with, as `id@version`. */
    prompt: string | null;
    input_tokens: number;
    cached_tokens: number;
    cache_write_tokens: number;
    output_tokens: number;
    cost_nanos: number;
    upstream_cost_nanos: number;
    /** What replies that were given again had cost. */
    saved_nanos: number;
    /** 1: something was used whose price nobody knows, so that the costs are too low. */
    is_unpriced: number;
    /** Of the error that the caller got; null for none, and in records of older versions. */
    error_code: string | null;
    /** JSON of what its caller was told of an error and of the steps within it; null where there is neither. */
    explanation: string | null;
    status: number;
    is_streamed: number;
    /** `provider/model` of the engine that answered last or, where none did, was asked last. */
    engine: string | null;
    /** Calls to engines, those that failed included. */
    attempts: number;
    /** JSON of each call to an engine; null where there was one, which the record tells itself. */
    rounds: string | null;
    first_token_ms: number | null;
    duration_ms: number;
    created_at: number;
  };
  /** Sums of the records of a day (UTC), written together with them: they stay when records are dropped. */
  usage_days: UsageDay;
  /** Records that are still to be written to the export of the ledger. */
  ledger_exports: {
    id: string;
    created_at: number;
  };
  /** What was learned of an engine, such as which formats it takes and how much it reads. */
  engine_lessons: {
    /** `provider/model`. */
    engine: string;
    kind: string;
    /** JSON. */
    value: string;
    expires_at: number;
  };
  /** Running sums, written together with the records they sum: what budgets compare with. */
  spend: {
    /** Id of a key, a workspace or a budget; of a budget that each has of its own `id:subject`. */
    owner_id: string;
    /** `total`, `2026-11`, `2026-W47` or `2026-11-21` (UTC). */
    period: string;
    /** Read as text: beyond nine million dollars it is more than a number tells apart. */
    cost_nanos: ColumnType<number, number | bigint, number | bigint>;
  };
  audit_events: {
    id: string;
    workspace_id: string | null;
    /** Key id, or `system`. */
    actor: string;
    action: string;
    target: string;
    address: string | null;
    /** JSON object; never holds a secret. */
    details: string;
    created_at: number;
  };
  idempotency_records: {
    /** SHA-256 over key id and the caller's key. */
    id: string;
    /** Null for management calls. */
    workspace_id: string | null;
    /** The caller's own user whom the request named, if any. */
    user_id: string | null;
    /** SHA-256 over method, path and query, and after a space that of the body, empty until it was read. */
    body_hash: string;
    state: 'running' | 'done';
    status: number;
    content_type: string;
    body: string;
    created_at: number;
    expires_at: number;
  };
  /** Facts that every process of one installation shares. */
  installation: { name: string; value: string };
}

interface UsageDay {
  /** The first moment of the day in which the calls ended. */
  day: number;
  /** The first moment of the day in which they began, by which budgets count. */
  began_day: number;
  workspace_id: string;
  key_id: string;
  endpoint: string;
  /** Each of these is empty for none. */
  model: string;
  user_id: string;
  tags: string;
  requests: number;
  /** Calls with a status from 400 on. */
  errors: number;
  /** Calls whose price nobody knows. */
  unpriced: number;
  input_tokens: number;
  cached_tokens: number;
  cache_write_tokens: number;
  output_tokens: number;
  cost_nanos: number;
  upstream_cost_nanos: number;
  saved_nanos: number;
}
