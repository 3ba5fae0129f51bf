import type { SeriesTotal } from '@parley/sdk';
import { formatCompact, formatCost, formatDuration, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useUiText } from '../../ui/ui-text.ts';
import { useUsageText } from './usage-text.ts';

/** The sums of the time that is shown. */
export function Totals({ total }: { total: SeriesTotal }) {
  const text = useUsageText();
  const language = useLanguage();
  const errorShare = total.requests === 0 ? 0 : total.errors / total.requests;
  const share = `${formatNumber(errorShare * 100, language, 1)} %`;
  const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(ms, language));
  const ui = useUiText();
  const cost = (usd: number) => formatCost({ usd, isKnown: total.unpriced_requests === 0, language }, ui);
  const figures = [
    { label: text.requests, value: formatCompact(total.requests, language), note: '' },
    { label: text.errors, value: formatCompact(total.errors, language), note: text.share(share) },
    {
      label: text.tokens,
      value: formatCompact(total.input_tokens + total.output_tokens, language),
      note: `${formatCompact(total.input_tokens, language)} + ${formatCompact(total.output_tokens, language)}`,
    },
    {
      label: text.cost,
      value: cost(total.cost_usd),
      note:
        total.unpriced_requests > 0
          ? text.unpriced(formatNumber(total.unpriced_requests, language))
          : total.saved_usd > 0
            ? text.saved(cost(total.saved_usd))
            : `${text.upstreamCost}: ${cost(total.upstream_cost_usd)}`,
    },
    { label: text.half, value: duration(total.p50_ms), note: `${text.most}: ${duration(total.p95_ms)}` },
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line shadow-card md:grid-cols-5">
      {figures.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col gap-0.5 bg-surface px-4 py-3 last:col-span-2 md:last:col-span-1"
        >
          <dt className="truncate text-xs text-muted">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          <dd className="text-xs text-muted tabular-nums">{note || '\u00a0'}</dd>
        </div>
      ))}
    </dl>
  );
}
