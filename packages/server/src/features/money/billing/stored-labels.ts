import type { CallLabels } from '@parley/contract';
import { sql } from 'kysely';

interface StoredLabels {
  user_id: string | null;
  /** With a comma before, between and behind them, so that one is found as a part. */
  tags: string | null;
  /** JSON. */
  metadata: string | null;
}

export function toStoredLabels(labels: CallLabels | null): StoredLabels {
  const { user_id = null, tags = [], metadata = {} } = labels ?? {};
  return {
    user_id,
    tags: tags.length === 0 ? null : `,${tags.join()},`,
    metadata: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
  };
}

export const labelsOfRow = ({ user_id, tags, metadata }: StoredLabels): CallLabels => ({
  user_id,
  tags: tagsOf(tags),
  metadata: metadata === null ? {} : JSON.parse(metadata),
});

export const tagsOf = (stored: string | null): string[] => (stored === null ? [] : stored.slice(1, -1).split(','));

/** What bears a tag: records of calls, or sums of them. */
export const hasTag = (tag: string, table: 'usage_records' | 'usage_days' = 'usage_records') =>
  sql<boolean>`${sql.ref(`${table}.tags`)} like ${`%,${tag.replaceAll(/[!%_]/g, '!$&')},%`} escape '!'`;
