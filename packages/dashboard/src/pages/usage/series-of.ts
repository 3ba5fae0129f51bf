import type { SeriesPoint, UsageSeries } from '@parley/sdk';
import type { Series } from '../../ui/chart-props.ts';

export const measures = ['requests', 'errors', 'tokens', 'cost', 'latency'] as const;
export type Measure = (typeof measures)[number];

/** Charts tell no more than this many lines apart. */
const maxSeries = 6;

export interface SeriesNames {
  half: string;
  most: string;
  noModel: string;
  measure: string;
}

const values: Record<Measure, (point: SeriesPoint) => number | null> = {
  requests: ({ requests }) => requests,
  errors: ({ errors }) => errors,
  tokens: ({ input_tokens, output_tokens }) => input_tokens + output_tokens,
  cost: ({ cost_usd }) => cost_usd,
  latency: ({ p95_ms }) => p95_ms,
};

/** What a chart of a measure draws: one line a group; of the latency of all together, the median and the slow end. */
export function seriesOf(
  usage: UsageSeries,
  measure: Measure,
  names: SeriesNames,
): { times: number[]; series: Series[] } {
  const groups = usage.groups.slice(0, maxSeries);
  const times = (groups[0]?.points ?? []).map(({ start }) => Date.parse(start) / 1000);
  const [only] = groups;
  if (measure === 'latency' && usage.group_by === null && only) {
    return {
      times,
      series: [
        { key: 'p50', name: names.half, values: only.points.map(({ p50_ms }) => p50_ms) },
        { key: 'p95', name: names.most, values: only.points.map(({ p95_ms }) => p95_ms) },
      ],
    };
  }
  const series = groups.map(({ group, label, points }, index) => ({
    key: `${group}-${index}`,
    name: usage.group_by === null ? names.measure : group === null ? names.noModel : label,
    values: points.map(values[measure]),
  }));
  return { times, series };
}
