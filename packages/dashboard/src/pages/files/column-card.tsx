import { useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { asNumber } from '../../lib/read-json.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFilesText } from './files-text.ts';
import { type Bar, histogramOf } from './histogram.ts';

export interface ColumnCardProps {
  name: string;
  type: string;
  stats: Record<string, unknown>;
  rows: number;
  values: readonly string[] | undefined;
  isLoading: boolean;
}

/** One column of a sheet: type, range, how full it is, and how its values are spread. */
export function ColumnCard({ name, type, stats, rows, values, isLoading }: ColumnCardProps) {
  const text = useFilesText();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language, 2);
  const bars = useMemo(
    () => histogramOf(values ?? [], type, (value) => formatNumber(value, language, Math.abs(value) < 100 ? 1 : 0)),
    [values, type, language],
  );
  const show = (value: unknown) => (typeof value === 'number' ? number(value) : String(value));
  const nulls = asNumber(stats.nulls) ?? 0;
  const facts = [
    [text.distinct, number(asNumber(stats.distinct) ?? 0)],
    [text.empty, `${number(nulls)}${rows > 0 && nulls > 0 ? ` (${Math.round((nulls / rows) * 100)} %)` : ''}`],
    ...(stats.min === null || stats.min === undefined ? [] : [[text.from, show(stats.min)]]),
    ...(stats.max === null || stats.max === undefined ? [] : [[text.to, show(stats.max)]]),
  ];
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface p-3 shadow-card">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold" title={name}>
          {name}
        </h2>
        <Badge>{type}</Badge>
      </div>
      {isLoading ? <Skeleton className="h-12 w-full" /> : <Histogram name={name} bars={bars} />}
      <dl className="grid grid-cols-2 gap-x-3 gap-y-0.5 text-xs">
        {facts.map(([label, value]) => (
          <div key={label} className="flex min-w-0 justify-between gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className="truncate tabular-nums" title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Histogram({ name, bars }: { name: string; bars: Bar[] }) {
  const text = useFilesText();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  if (bars.length === 0) return <p className="flex h-12 items-center border-b text-xs text-muted">{text.allDiffer}</p>;
  return (
    <ul aria-label={text.histogramOf(name)} className="flex h-12 items-end gap-px border-b">
      {bars.map(({ label, count }) => (
        <li key={label} title={`${label}: ${count}`} className="flex h-full min-w-0 max-w-10 flex-1 items-end">
          <span className="sr-only">{`${label}: ${count}`}</span>
          <span
            aria-hidden
            className="w-full rounded-t-[2px] bg-(--series-1)/75 hover:bg-accent"
            style={{ height: count === 0 ? 0 : `max(2px, ${(count / most) * 100}%)` }}
          />
        </li>
      ))}
    </ul>
  );
}
