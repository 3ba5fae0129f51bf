import type { CallSummary } from '@parley/sdk';
import { toCsv } from '../../lib/csv.ts';

const columns = [
  'created_at',
  'request_id',
  'status',
  'error_code',
  'endpoint',
  'model',
  'engine',
  'key_id',
  'key_name',
  'source',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'cost_usd',
  'upstream_cost_usd',
  'price_known',
  'duration_ms',
  'first_token_ms',
  'attempts',
  'streamed',
] as const;

/** Calls as a table for a spreadsheet, under the names of the API. */
export const csvOfCalls = (calls: readonly CallSummary[]): Blob =>
  toCsv(
    columns,
    calls.map((call) => columns.map((name) => call[name])),
  );
