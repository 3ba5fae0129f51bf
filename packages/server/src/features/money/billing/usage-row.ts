import { isJsonObject } from '@parley/contract';
import type { Insertable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';

/** One record of the ledger, as it is stored. */
export interface UsageRow extends Insertable<Tables['usage_records']> {
  /** The key whose budget counts it, too. In the journal and in the running sums, not in the table. */
  shares_with?: string;
}

const text = ['id', 'request_id', 'workspace_id', 'key_id', 'endpoint'] as const;
const numbers = [
  'input_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'output_tokens',
  'cost_nanos',
  'upstream_cost_nanos',
  'saved_nanos',
  'is_unpriced',
  'status',
  'is_streamed',
  'attempts',
  'duration_ms',
  'created_at',
] as const;

/** May be null. */
const texts = ['model', 'engine', 'user_id', 'tags', 'metadata', 'rounds', 'error_code', 'guards'] as const;

/** In the order of the table. */
export const usageColumns = [...text, ...texts, ...numbers, 'first_token_ms'] as const satisfies (keyof UsageRow)[];

/** The record of a line of JSON. None for a line cut short by a crash, or with anything else that the table would refuse. */
export function parseUsageRow(line: string): UsageRow[] {
  if (line === '') return [];
  try {
    // Lines of an older release know nothing of these.
    const added = {
      cache_write_tokens: 0,
      is_unpriced: 0,
      saved_nanos: 0,
      engine: null,
      user_id: null,
      tags: null,
      metadata: null,
      guards: null,
      attempts: 0,
      first_token_ms: null,
      rounds: null,
      error_code: null,
    };
    const row: unknown = { ...added, ...JSON.parse(line) };
    return isUsageRow(row) ? [row] : [];
  } catch {
    return [];
  }
}

function isUsageRow(row: unknown): row is UsageRow {
  return (
    isJsonObject(row) &&
    text.every((name) => typeof row[name] === 'string') &&
    numbers.every((name) => typeof row[name] === 'number') &&
    texts.every((name) => row[name] === null || typeof row[name] === 'string') &&
    (row.first_token_ms === null || typeof row.first_token_ms === 'number') &&
    (row.shares_with === undefined || typeof row.shares_with === 'string')
  );
}

/** The periods (UTC) that a moment belongs to. */
export function periodsOf(at: number): { day: string; month: string; total: string } {
  const day = new Date(at).toISOString().slice(0, 10);
  return { day, month: day.slice(0, 7), total: 'total' };
}

/** What records that are not in the database yet add to what an owner (a key or a workspace) spent in a period. */
export function spentIn(rows: readonly UsageRow[], ownerId: string, period: string): number {
  let nanos = 0;
  for (const row of rows) {
    const owners = [row.key_id, row.workspace_id, row.shares_with];
    if (row.cost_nanos === 0 || !owners.includes(ownerId)) continue;
    const { day, month, total } = periodsOf(row.created_at);
    if (period === day || period === month || period === total) nanos += row.cost_nanos;
  }
  return nanos;
}
