import type { Overview } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCompact, formatCost, formatDuration, formatNumber } from '../../lib/format.ts';
import { type Language, useLanguage } from '../../lib/language.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useHomeText } from './home-text.ts';

type Sums = Overview['today'];

const tokensOf = ({ input_tokens, output_tokens }: Sums) => input_tokens + output_tokens;

/** The day so far in five figures. */
export function Today({ overview }: { overview: Overview | undefined }) {
  const text = useHomeText();
  const ui = useUiText();
  const language = useLanguage();
  const { today, yesterday } = overview ?? {};
  const figures: Figure[] = [
    { label: text.requests, of: (sums) => sums.requests, format: formatCompact, calls: {} },
    {
      label: text.errors,
      of: (sums) => sums.errors,
      format: formatNumber,
      isBad: true,
      calls: { status: 'error' },
    },
    { label: text.tokens, of: tokensOf, format: formatCompact },
    {
      label: text.cost,
      of: (sums) => sums.cost_usd,
      format: (usd) => formatCost({ usd, isKnown: (today?.unpriced_requests ?? 0) === 0, language }, ui),
    },
    { label: text.latency, of: (sums) => sums.p50_ms, format: formatDuration },
  ];
  return (
    <section aria-label={text.today}>
      <h2 className="mb-2 text-sm">
        <span className="font-semibold">{text.today}</span> <span className="text-muted">· {text.todayHint}</span>
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line shadow-card sm:grid-cols-3 lg:grid-cols-5">
        {figures.map((figure) => (
          <div
            key={figure.label}
            className="flex flex-col gap-1 bg-surface px-4 py-3 last:col-span-2 sm:last:col-span-2 lg:last:col-span-1"
          >
            <dt className="text-xs text-muted">
              {figure.calls ? (
                <Link to="/calls" search={figure.calls} className="underline-offset-2 hover:underline">
                  {figure.label}
                </Link>
              ) : (
                figure.label
              )}
            </dt>
            <dd
              className={classNames(
                'text-xl font-semibold tabular-nums',
                figure.isBad && (today?.errors ?? 0) > 0 && 'text-bad',
              )}
            >
              {today ? show(figure, today, language, text.noCalls) : <Skeleton className="my-1 h-5 w-16" />}
            </dd>
            <dd className="h-4.5 text-xs text-muted tabular-nums">
              {today && yesterday && change(figure.of(today), figure.of(yesterday), language, text.same)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Figure {
  label: string;
  of: (sums: Sums) => number | null;
  format: (value: number, language: Language) => string;
  isBad?: boolean;
  /** What it counts, as filters of the log of calls. */
  calls?: Record<string, string>;
}

function show({ of, format }: Figure, sums: Sums, language: Language, none: string): ReactNode {
  const value = of(sums);
  return value === null ? <span className="text-base font-normal text-muted">{none}</span> : format(value, language);
}

/** Against yesterday, in per cent; nothing where there is nothing to compare with. */
function change(now: number | null, before: number | null, language: Language, same: string): string {
  if (now === null || before === null || before === 0) return '';
  const share = Math.round(((now - before) / before) * 100);
  if (share === 0) return same;
  return `${share > 0 ? '+' : '−'}${formatNumber(Math.abs(share), language)} %`;
}
