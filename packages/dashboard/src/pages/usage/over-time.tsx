import type { SeriesGroup, SeriesQuery, UsageSeries } from '@parley/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Download } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { toCsv } from '../../lib/csv.ts';
import { formatCompact, formatDuration, formatMoney, formatNumber } from '../../lib/format.ts';
import { type Language, useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { labelOfGroup } from './endpoint-name.ts';
import { GroupTable, nameOfNone } from './group-table.tsx';
import { type Measure, measures, seriesOf } from './series-of.ts';
import { SourceSelect, sources } from './source-select.tsx';
import { Totals } from './totals.tsx';
import { useUsageText } from './usage-text.ts';

const hourMs = 3_600_000;
const ranges = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, '90d': 2160 } as const;
const rangeKeys = ['1h', '24h', '7d', '30d', '90d'] as const;
const groupings = ['key', 'model', 'endpoint', 'user', 'tag', 'workspace'] as const;
const refreshMs = 30_000;

const formats: Record<Measure, (value: number, language: Language, digits?: number) => string> = {
  requests: formatCompact,
  errors: formatCompact,
  tokens: formatCompact,
  cost: formatMoney,
  latency: formatDuration,
};

/** Requests, errors, tokens, cost and latency over time, together or by key, model or endpoint. */
export function OverTime() {
  const text = useUsageText();
  const [rangeInUrl, setRange] = useUrlState('range', '24h');
  const [groupInUrl, setGroup] = useUrlState('by', 'none');
  const isOperator = useHasRole('viewer', 'instance');
  const range = rangeKeys.find((key) => key === rangeInUrl) ?? '24h';
  const groupBy = groupings.find((key) => key === groupInUrl);
  const [sourceInUrl] = useUrlState('source');
  const source = sources.find((one) => one === sourceInUrl);
  const { data, error, refetch } = useSeries({ range, groupBy, source });
  const offered = groupings.filter((key) => key !== 'workspace' || isOperator);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Select
          aria-label={text.range}
          className="w-36!"
          value={range}
          onValue={setRange}
          options={rangeKeys.map((value) => ({ value, label: text.ranges[value] }))}
        />
        <Select
          aria-label={text.groupBy}
          className="w-40!"
          value={groupBy ?? 'none'}
          onValue={setGroup}
          options={(['none', ...offered] as const).map((value) => ({ value, label: text.groups[value] }))}
        />
        <SourceSelect className="w-44!" />
        {data && data.total.requests > 0 && (
          <Button
            className="ml-auto"
            icon={<Download aria-hidden />}
            onClick={() => saveBlob(csvOf(data), 'usage.csv')}
          >
            {text.export}
          </Button>
        )}
      </div>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!error && !data && <Loading />}
      {data?.total.requests === 0 && (
        <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title={text.emptyTitle}>
          {text.emptyHint}
        </EmptyState>
      )}
      {data && data.total.requests > 0 && <Charts usage={data} />}
    </>
  );
}

/** Endpoints by method and path, as people know them. */
const withNames = (usage: UsageSeries, words: ReturnType<typeof useUsageText>): UsageSeries =>
  usage.group_by === 'endpoint'
    ? { ...usage, groups: usage.groups.map((one) => ({ ...one, label: labelOfGroup(one, words) })) }
    : usage;

interface Shown {
  range: keyof typeof ranges;
  groupBy: SeriesQuery['group_by'];
  source: SeriesQuery['source'];
}

function useSeries({ range, groupBy, source }: Shown) {
  const text = useUsageText();
  const parley = useParley();
  const { workspace_id } = useSession();
  return useQuery({
    queryKey: queryKeys.usage.series({ range, groupBy, source, workspace_id }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    select: useCallback((usage: UsageSeries) => withNames(usage, text), [text]),
    queryFn: ({ signal }) => {
      const query: SeriesQuery = {
        from: new Date(Date.now() - ranges[range] * hourMs).toISOString(),
        ...(groupBy && { group_by: groupBy }),
        ...(source && { source }),
        ...(workspace_id !== null && groupBy !== 'workspace' && { workspace_id }),
      };
      return parley.api.getUsageSeries({ query }, { signal });
    },
  });
}

function Charts({ usage }: { usage: UsageSeries }) {
  const text = useUsageText();
  return (
    <div className="flex flex-col gap-5">
      <Totals total={usage.total} />
      <div className="grid gap-5 lg:grid-cols-2">
        {measures.map((measure) => (
          <MeasureCard key={measure} usage={usage} measure={measure} />
        ))}
      </div>
      {usage.group_by !== null && (
        <Card title={text.groups[usage.group_by]} isFlush>
          <GroupTable
            label={text.groups[usage.group_by]}
            groups={usage.groups}
            total={usage.total}
            by={usage.group_by}
          />
        </Card>
      )}
    </div>
  );
}

function MeasureCard({ usage, measure }: { usage: UsageSeries; measure: Measure }) {
  const text = useUsageText();
  const language = useLanguage();
  const { times, series } = useMemo(
    () =>
      seriesOf(usage, measure, {
        half: text.half,
        most: text.most,
        noModel: nameOfNone(text, usage.group_by),
        measure: text.measures[measure],
      }),
    [usage, measure, text],
  );
  const format = useMemo(
    () => (value: number, digits?: number) => formats[measure](value, language, digits),
    [measure, language],
  );
  return (
    <Card title={text.measures[measure]} className="last:lg:col-span-2">
      <Chart
        label={text.measures[measure]}
        times={times}
        series={series}
        format={format}
        kind={measure === 'latency' ? 'line' : series.length > 1 ? 'line' : measure === 'requests' ? 'bars' : 'area'}
        height={180}
      />
    </Card>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-20 w-full" />
      <div className="grid gap-5 lg:grid-cols-2">
        {measures.map((measure) => (
          <Skeleton key={measure} className="h-64 w-full" />
        ))}
      </div>
    </div>
  );
}

const names = ['group', 'start', 'requests', 'errors', 'input_tokens', 'output_tokens', 'cost_usd', 'p50_ms', 'p95_ms'];

const csvOf = ({ groups }: UsageSeries): Blob =>
  toCsv(
    names,
    groups.flatMap(({ label, points }: SeriesGroup) =>
      points.map((point) => [
        label,
        point.start,
        point.requests,
        point.errors,
        point.input_tokens,
        point.output_tokens,
        point.cost_usd,
        point.p50_ms === null ? null : formatPlain(point.p50_ms),
        point.p95_ms === null ? null : formatPlain(point.p95_ms),
      ]),
    ),
  );

/** For machines: no separators, no unit. */
const formatPlain = (value: number): number => Number(formatNumber(value, 'en', 1).replaceAll(',', ''));
