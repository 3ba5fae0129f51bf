import { lazy, Suspense } from 'react';
import { formatDateTime } from '../lib/format.ts';
import { useLanguage } from '../lib/language.ts';
import type { ChartProps } from './chart-props.ts';
import { Skeleton } from './skeleton.tsx';
import { useUiText } from './ui-text.ts';

const Plot = lazy(() => import('./plot.tsx'));

/** Values over time. The library is fetched with the first chart; a table of the same values serves screen readers. */
export function Chart(props: ChartProps) {
  const text = useUiText();
  const language = useLanguage();
  const { label, times, series, format, height = 220 } = props;
  return (
    <figure className="relative min-w-0" aria-label={label}>
      <ul className={series.length > 1 ? 'mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted' : 'hidden'}>
        {series.map(({ key, name }, index) => (
          <li key={key} className="flex min-w-0 items-center gap-1.5">
            <span
              aria-hidden
              className="size-2 shrink-0 rounded-full"
              style={{ background: `var(--series-${index + 1})` }}
            />
            <span className="truncate">{name}</span>
          </li>
        ))}
      </ul>
      <div style={{ height }} aria-hidden>
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <Plot {...props} />
        </Suspense>
      </div>
      <div className="sr-only">
        <table>
          <caption>{text.chartTable(label)}</caption>
          <thead>
            <tr>
              <th scope="col">{text.time}</th>
              {series.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, index) => (
              <tr key={time}>
                <th scope="row">{formatDateTime(new Date(time * 1000), language)}</th>
                {series.map(({ key, values }) => (
                  <td key={key}>{format(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
