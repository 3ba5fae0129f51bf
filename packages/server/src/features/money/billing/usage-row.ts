import { isJsonObject } from '@parley/contract';
import type { Insertable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import { periodsOf } from './budget-periods.ts';

/** What a call adds to what a budget spent in a period. */
export type Counted = readonly [ownerId: string, period: string, nanos: number];

/** One record of the ledger, as it is stored. */
export interface UsageRow extends Insertable<Tables['usage_records']> {
  /** The key whose budget counts it, too. In the journal and in the running sums, not in the table. */
  shares_with?: string;
  /** The budgets that count it, besides those of its key and workspace. In the journal and in the running sums, not in the table. */
  counts?: readonly Counted[];
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
const texts = [
  'model',
  'engine',
  'user_id',
  'tags',
  'metadata',
  'rounds',
  'error_code',
  'guards',
  'prompt',
  'explanation',
] as const;

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
      prompt: null,
      attempts: 0,
      first_token_ms: null,
      rounds: null,
      error_code: null,
      explanation: null,
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
    (row.shares_with === undefined || typeof row.shares_with === 'string') &&
    (row.counts === undefined || isCounts(row.counts))
  );
}

function isCounts(counts: unknown): boolean {
  const isCounted = (one: unknown) =>
    Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string' && typeof one[2] === 'number';
  return Array.isArray(counts) && counts.every(isCounted);
}

/** When the call began, which says in which periods it counts. */
export const beganAt = (row: Pick<UsageRow, 'created_at' | 'duration_ms'>): number => row.created_at - row.duration_ms;

/** What records that are not in the database yet add to what an owner (a key, a workspace or a budget) spent in a period. */
export function spentIn(rows: readonly UsageRow[], ownerId: string, period: string): number {
  let nanos = 0;
  for (const row of rows) {
    if (row.cost_nanos === 0) continue;
    for (const [owner, within, counted] of row.counts ?? []) {
      if (owner === ownerId && within === period) nanos += counted;
    }
    if (row.key_id !== ownerId && row.workspace_id !== ownerId && row.shares_with !== ownerId) continue;
    const { day, month, total } = periodsOf(beganAt(row));
    if (period === day || period === month || period === total) nanos += row.cost_nanos;
  }
  return nanos;
}
