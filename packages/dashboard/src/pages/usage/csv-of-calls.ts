import type { CallSummary } from '@parley/sdk';
import { toCsv } from '../../lib/csv.ts';

const columns = [
  'created_at',
  'request_id',
  'status',
  'endpoint',
  'model',
  'engine',
  'key_id',
  'key_name',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'cost_usd',
  'upstream_cost_usd',
  'duration_ms',
  'first_token_ms',
  'attempts',
  'streamed',
  'source',
  'price_known',
  'error_code',
] as const;

/** Calls as a table for a spreadsheet, under the names of the API. */
export const csvOfCalls = (calls: readonly CallSummary[]): Blob =>
  toCsv(
    columns,
    calls.map((call) => columns.map((name) => call[name])),
  );
