import type { SeriesTotal } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import { usdOf } from '../billing/cost.ts';
import { addLatency, type LatencySteps, latenciesFromJson, mergeLatencies, percentile } from './latency-steps.ts';

/** Sums of calls, that can be added up further. */
export class UsageTotals {
  requests = 0;
  errors = 0;
  inputTokens = 0;
  cachedTokens = 0;
  outputTokens = 0;
  costNanos = 0n;
  upstreamCostNanos = 0n;
  savedNanos = 0n;
  unpriced = 0;
  readonly latencies: LatencySteps = new Map();

  addRecord(row: MeasuredRecord): void {
    this.requests++;
    if (row.status >= 400) this.errors++;
    this.inputTokens += row.input_tokens;
    this.cachedTokens += row.cached_tokens;
    this.outputTokens += row.output_tokens;
    this.costNanos += BigInt(row.cost_nanos);
    this.upstreamCostNanos += BigInt(row.upstream_cost_nanos);
    this.savedNanos += BigInt(row.saved_nanos);
    this.unpriced += row.is_unpriced;
    addLatency(this.latencies, row.duration_ms);
  }

  addHour(row: HourRow): void {
    this.requests += row.requests;
    this.errors += row.errors;
    this.inputTokens += row.input_tokens;
    this.cachedTokens += row.cached_tokens;
    this.outputTokens += row.output_tokens;
    this.costNanos += BigInt(row.cost_nanos);
    this.upstreamCostNanos += BigInt(row.upstream_cost_nanos);
    this.savedNanos += BigInt(row.saved_nanos);
    this.unpriced += row.unpriced;
    mergeLatencies(this.latencies, latenciesFromJson(row.latencies));
  }

  add(other: UsageTotals): void {
    this.requests += other.requests;
    this.errors += other.errors;
    this.inputTokens += other.inputTokens;
    this.cachedTokens += other.cachedTokens;
    this.outputTokens += other.outputTokens;
    this.costNanos += other.costNanos;
    this.upstreamCostNanos += other.upstreamCostNanos;
    this.savedNanos += other.savedNanos;
    this.unpriced += other.unpriced;
    mergeLatencies(this.latencies, other.latencies);
  }

  toJson(): SeriesTotal {
    return {
      requests: this.requests,
      errors: this.errors,
      input_tokens: this.inputTokens,
      cached_tokens: this.cachedTokens,
      output_tokens: this.outputTokens,
      cost_usd: usdOf(this.costNanos),
      upstream_cost_usd: usdOf(this.upstreamCostNanos),
      saved_usd: usdOf(this.savedNanos),
      unpriced_requests: this.unpriced,
      p50_ms: percentile(this.latencies, 0.5),
      p95_ms: percentile(this.latencies, 0.95),
    };
  }
}

type Amount = 'cost_nanos' | 'upstream_cost_nanos' | 'saved_nanos';

/** The sum of an hour, with its amounts as text. */
export type HourRow = Omit<Selectable<Tables['usage_hours']>, Amount> & Record<Amount, string>;

export type MeasuredRecord = Pick<
  Selectable<Tables['usage_records']>,
  | 'status'
  | 'input_tokens'
  | 'cached_tokens'
  | 'output_tokens'
  | 'cost_nanos'
  | 'upstream_cost_nanos'
  | 'saved_nanos'
  | 'is_unpriced'
  | 'duration_ms'
>;
