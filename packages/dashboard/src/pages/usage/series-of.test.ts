import type { SeriesPoint, UsageSeries } from '@parley/sdk';
import { expect, it } from 'vitest';
import { seriesOf } from './series-of.ts';

const sums = {
  cached_tokens: 0,
  upstream_cost_usd: 0,
  saved_usd: 0,
  unpriced_requests: 0,
  input_tokens: 10,
  output_tokens: 5,
  cost_usd: 0.5,
};
const point = (hour: number, requests: number): SeriesPoint => ({
  ...sums,
  start: `2026-01-01T0${hour}:00:00.000Z`,
  requests,
  errors: 1,
  p50_ms: requests === 0 ? null : 20,
  p95_ms: requests === 0 ? null : 90,
});
const group = (name: string | null) => {
  const { start: _, ...total } = point(0, 2);
  return { group: name, label: name ?? '', total, points: [point(0, 2), point(1, 0)] };
};
const usage = (group_by: UsageSeries['group_by'], names: Array<string | null>): UsageSeries => ({
  from: '',
  to: '',
  interval: 'hour',
  group_by,
  total: group('x').total,
  groups: names.map(group),
});
const names = { half: 'half', most: 'most', noModel: 'none', measure: 'Requests' };

it('draws one line a group, six at most', () => {
  const { times, series } = seriesOf(usage('model', ['a', null, 'c', 'd', 'e', 'f', 'g']), 'tokens', names);
  expect(times).toEqual([1767225600, 1767229200]);
  expect(series.map(({ name }) => name)).toEqual(['a', 'none', 'c', 'd', 'e', 'f']);
  expect(series[0]?.values).toEqual([15, 15]);
});

it('draws the median and the slow end of all together, and gaps where nothing was called', () => {
  const { series } = seriesOf(usage(null, [null]), 'latency', names);
  expect(series).toEqual([
    { key: 'p50', name: 'half', values: [20, null] },
    { key: 'p95', name: 'most', values: [90, null] },
  ]);
  expect(seriesOf(usage(null, [null]), 'requests', names).series[0]?.name).toBe('Requests');
});

it('draws nothing of nothing', () => {
  expect(seriesOf(usage('key', []), 'cost', names)).toEqual({ times: [], series: [] });
});
