-- The table that LEDGER_EXPORT_URL writes into. A record can come more than once: the one exported last stays when parts are merged, and
-- `FINAL` reads it so at once. Costs are whole billionths of a US dollar, so that sums are exact.
CREATE TABLE IF NOT EXISTS usage_records
(
    id String,
    created_at_ms UInt64,
    created_at DateTime('UTC') MATERIALIZED toDateTime(intDiv(created_at_ms, 1000), 'UTC'),
    exported_at_ms UInt64,
    request_id String,
    workspace_id LowCardinality(String),
    key_id LowCardinality(String),
    endpoint LowCardinality(String),
    model LowCardinality(String),
    engine LowCardinality(String),
    prompt String,
    user_id String,
    tags Array(String),
    metadata String,
    status UInt16,
    error_code LowCardinality(String),
    is_streamed UInt8,
    attempts UInt32,
    input_tokens UInt64,
    cached_tokens UInt64,
    cache_write_tokens UInt64,
    output_tokens UInt64,
    cost_nanos Int64,
    upstream_cost_nanos Int64,
    saved_nanos Int64,
    is_unpriced UInt8,
    first_token_ms Nullable(UInt64),
    duration_ms UInt64
)
ENGINE = ReplacingMergeTree(exported_at_ms)
PARTITION BY toYYYYMM(created_at)
ORDER BY (workspace_id, created_at_ms, id);
