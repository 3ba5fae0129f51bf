import type { BackendReport, WebSearchRequest, WebSearchResult } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { useResearchText } from './research-text.ts';

/** A search of the web with the word of every back end. What was searched for lives in the address. */
export function SearchPage() {
  const text = useResearchText();
  const parley = useParley();
  const [query, setQuery] = useUrlState('q');
  const [domains, setDomains] = useUrlState('domains');
  const [draft, setDraft] = useState(query);
  const include = domains.split(',').flatMap((domain) => domain.trim() || []);
  const request: WebSearchRequest = { query, num_results: 20, ...(include.length > 0 && { include_domains: include }) };
  const found = useQuery({
    queryKey: queryKeys.search(request),
    queryFn: ({ signal }) => parley.research.search(request, { signal }),
    enabled: query !== '',
    staleTime: 300_000,
    retry: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setQuery(draft.trim());
  };
  return (
    <>
      <PageHeader title={text.searchTitle} description={text.searchHint} />
      <form onSubmit={submit} className="mb-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_16rem_auto] sm:items-start">
        <Field label={text.query}>
          {(ids) => (
            <Input
              {...ids}
              type="search"
              placeholder={text.queryPlaceholder}
              value={draft}
              onChange={({ target }) => setDraft(target.value)}
            />
          )}
        </Field>
        <Field label={text.domains} hint={text.domainsHint}>
          {(ids) => <Input {...ids} value={domains} onChange={({ target }) => setDomains(target.value)} />}
        </Field>
        <Button
          type="submit"
          look="primary"
          className="sm:mt-6"
          icon={<Search aria-hidden />}
          isBusy={found.isFetching}
        >
          {text.search}
        </Button>
      </form>
      {found.error && <Problem error={found.error} onRetry={() => found.refetch()} />}
      {found.isLoading && <SkeletonRows count={5} className="h-20" />}
      {query === '' && (
        <EmptyState icon={<Search aria-hidden />} title={text.searchEmpty}>
          {text.searchTeaches}
        </EmptyState>
      )}
      {found.data && (
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="min-w-0">
            {found.data.results.length === 0 ? (
              <EmptyState title={text.nothing}>{text.nothingHint}</EmptyState>
            ) : (
              <ol className="flex flex-col gap-3">
                {found.data.results.map((result) => (
                  <Result key={result.url} result={result} />
                ))}
              </ol>
            )}
          </div>
          <Backends reports={found.data.backends} />
        </div>
      )}
    </>
  );
}

function Result({ result }: { result: WebSearchResult }) {
  const text = useResearchText();
  return (
    <li className="min-w-0 rounded-lg border bg-surface px-4 py-3 shadow-card">
      <a
        href={result.url}
        target="_blank"
        rel="noreferrer noopener"
        className="block truncate font-medium text-accent hover:underline"
        title={result.title}
      >
        {result.title}
      </a>
      <p className="flex min-w-0 items-center gap-2 text-xs text-muted">
        <span className="truncate" title={result.url}>
          {result.url}
        </span>
        {result.published_date && <Time value={result.published_date} />}
        <span className="ml-auto shrink-0 tabular-nums" title={text.agreement}>
          {Math.round(result.score * 100)} %
        </span>
      </p>
      <p className="mt-1 line-clamp-3 text-sm break-words text-soft">{result.snippet}</p>
    </li>
  );
}

const tones: Record<BackendReport['outcome'], Tone> = {
  found: 'good',
  nothing_found: 'neutral',
  refused: 'bad',
  unreachable: 'bad',
  timed_out: 'warn',
};

function Backends({ reports }: { reports: readonly BackendReport[] }) {
  const text = useResearchText();
  return (
    <Card title={text.backends} className="self-start">
      <ul className="flex flex-col gap-2 text-sm">
        {reports.map((report) => (
          <li key={report.name} className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="min-w-0 flex-1 truncate font-mono text-xs" title={report.name}>
              {report.name}
            </span>
            <span className="text-xs text-muted tabular-nums">{report.results}</span>
            <Badge tone={tones[report.outcome]}>{text.outcomes[report.outcome]}</Badge>
            {report.message && <span className="w-full text-xs break-words text-muted">{report.message}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
