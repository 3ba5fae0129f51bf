import type { CallsQuery, SeriesGroup, SeriesQuery } from '@parley/sdk';
import { routeOf } from '@parley/sdk/management';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { CallGrouping } from './call-groupings.ts';
import { labelOfGroup } from './endpoint-name.ts';
import { GroupTable } from './group-table.tsx';
import { useUsageText } from './usage-text.ts';

/** Where the filter names no beginning. */
const usualMs = 30 * 24 * 3_600_000;

/** The calls that match, summed by one of their properties; each sum leads to its calls. */
export function CallGroups({ query, by }: { query: CallsQuery; by: CallGrouping }) {
  const text = useUsageText();
  const parley = useParley();
  const navigate = useNavigate();
  const { limit: _, after: __, engine: ___, request_id: ____, ...filter } = query;
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.usage.groups({ filter, by }),
    queryFn: ({ signal }) => {
      const from = filter.from ?? new Date(Date.now() - usualMs).toISOString();
      const series: SeriesQuery = { ...filter, from, interval: 'day', group_by: by };
      return parley.api.getUsageSeries({ query: series }, { signal });
    },
  });
  const open = ({ group }: SeriesGroup) => {
    const value = by === 'endpoint' ? (routeOf(group ?? '') ?? group) : group;
    void navigate({
      to: '/calls',
      search: (before: Record<string, unknown>) => ({ ...before, by: undefined, [by]: value ?? undefined }),
    });
  };
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  const groups = data.groups.map((one) => (by === 'endpoint' ? { ...one, label: labelOfGroup(one, text) } : one));
  return (
    <>
      <p className="mb-2 text-xs text-muted">{filter.from === undefined ? text.lastThirtyDays : text.inThisTime}</p>
      <Card isFlush>
        <GroupTable label={text.groups[by]} groups={groups} total={data.total} by={by} onOpen={open} />
      </Card>
    </>
  );
}
