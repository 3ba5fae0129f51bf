import type { Citation, ResearchRun } from '@parley/sdk';
import { useCallback } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Money } from '../../ui/values.tsx';
import { useResearchText } from './research-text.ts';
import { SourceDialog } from './source-dialog.tsx';

/** The report with marks that open the passage each statement stands on, its sources, and what went wrong on the way. */
export function Report({ run }: { run: ResearchRun }) {
  const text = useResearchText();
  const language = useLanguage();
  const [open, setOpen] = useUrlState('source');
  const citations = run.citations ?? [];
  const renderCitation = useCallback(
    (n: number) => (
      <button
        type="button"
        aria-label={text.openSource(String(n))}
        onClick={() => setOpen(String(n))}
        className="mx-0.5 inline rounded bg-accent-soft px-1 align-[0.15em] text-[0.7em] font-semibold text-accent hover:underline"
      >
        {n}
      </button>
    ),
    [text, setOpen],
  );
  const count = (value: number | undefined) => formatNumber(value ?? 0, language);
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] print:block">
      <Card className="print:border-0 print:shadow-none">
        {typeof run.output === 'object' ? (
          <JsonTree value={run.output} label={text.report} openDepth={4} />
        ) : (
          <div className="text-[0.9375rem] leading-7">
            <Markdown text={withoutTitle(run.output ?? '')} renderCitation={renderCitation} />
          </div>
        )}
        {run.unverified && run.unverified.length > 0 && (
          <p className="mt-4 text-sm text-warn">
            {text.unverified}: <span className="font-mono text-xs">{run.unverified.join(', ')}</span>
          </p>
        )}
      </Card>
      <div className="flex min-w-0 flex-col gap-5">
        <Card>
          <Facts
            facts={[
              [text.searches, count(run.searches_performed)],
              [text.pages, count(run.pages_read)],
              [text.sources, count(citations.length)],
              [text.model, run.model],
              [text.cost, run.cost_usd !== undefined && <Money usd={run.cost_usd} />],
            ]}
          />
          {run.degraded && (
            <p className="mt-3 text-sm text-warn" title={run.degraded.reason}>
              {text.degraded(count(run.degraded.failed), count(run.degraded.calls))}
            </p>
          )}
          {run.shortfall && (
            <details className="mt-3 text-sm text-warn">
              <summary>{text.shortfall}</summary>
              <JsonTree value={run.shortfall} label={text.shortfall} />
            </details>
          )}
        </Card>
        <Sources citations={citations} onOpen={(n) => setOpen(String(n))} />
        {run.failed_sources && run.failed_sources.length > 0 && (
          <Card title={text.failedSources} className="print:hidden">
            <ul className="flex flex-col gap-2 text-xs">
              {run.failed_sources.map(({ url, reason }) => (
                <li key={url} className="min-w-0">
                  <span className="block truncate" title={url}>
                    {url}
                  </span>
                  <span className="block text-muted">{reason}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      {open !== '' && <SourceDialog researchId={run.research_id} n={Number(open)} onClose={() => setOpen('')} />}
    </div>
  );
}

function Sources({ citations, onOpen }: { citations: readonly Citation[]; onOpen: (n: number) => void }) {
  const text = useResearchText();
  if (citations.length === 0) return null;
  return (
    <Card title={text.sources}>
      <ol className="flex flex-col gap-2.5">
        {citations.map(({ id, title, url, quote, file_id }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the number of the source
          <li key={`${id}-${index + 1}`} className="min-w-0">
            <button
              type="button"
              onClick={() => onOpen(index + 1)}
              className="flex w-full min-w-0 gap-2 rounded text-left text-xs hover:bg-sunken"
            >
              <span className="w-5 shrink-0 text-right font-semibold text-accent tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium" title={title}>
                  {title}
                </span>
                {file_id === undefined && (
                  <span className="block truncate text-muted" title={url}>
                    {hostOf(url)}
                  </span>
                )}
                <span className="line-clamp-2 text-soft">{quote}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The first heading stands above the page already. */
const withoutTitle = (report: string): string => report.replace(/^\s*# .*\n+/, '');

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
