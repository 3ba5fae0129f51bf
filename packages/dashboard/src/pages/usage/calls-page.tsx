import type { CallSummary, CallsQuery } from '@parley/sdk';
import { Download, Radio, ScrollText } from 'lucide-react';
import { useCallback, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem, useProblemSentence } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { CallDialog } from './call-dialog.tsx';
import { CallFilters, useCallFilter } from './call-filters.tsx';
import { callGroupings } from './call-groupings.ts';
import { CallGroups } from './call-groups.tsx';
import { CallTable } from './call-table.tsx';
import { csvOfCalls } from './csv-of-calls.ts';
import { SavedFilters } from './saved-filters.tsx';
import { useUsageText } from './usage-text.ts';

const firstPageSize = 100;
/** Of further pages, so that a log of a hundred thousand is read on faster than one scrolls. */
const pageSize = 1000;
const liveMs = 3_000;
const maxExported = 100_000;

/** Every call, newest first; one of them whole. */
export function CallsPage() {
  const text = useUsageText();
  const language = useLanguage();
  const parley = useParley();
  const { workspace_id } = useSession();
  const { filter, clear } = useCallFilter();
  const isFiltered = Object.keys(filter).length > 0;
  const [open, setOpen] = useUrlState('call');
  const [live, setLive] = useUrlState('live');
  const [byInUrl] = useUrlState('by');
  const by = callGroupings.find((one) => one === byInUrl);
  const openCall = useCallback(({ request_id }: CallSummary) => setOpen(request_id), [setOpen]);
  const query: CallsQuery = { ...filter, ...(workspace_id !== null && { workspace_id }) };
  const { rows, error, refetch, onEnd, hasMore } = usePages<CallSummary>({
    queryKey: queryKeys.usage.calls(query),
    refreshMs: live === '' ? undefined : liveMs,
    fetchPage: (after, signal) => {
      const limit = after.after === undefined ? firstPageSize : pageSize;
      return parley.api.listCalls({ query: { ...query, ...after, limit } }, { signal });
    },
  });
  return (
    <>
      <PageHeader
        title={text.calls}
        description={text.callsHint}
        actions={
          <>
            <Button
              aria-pressed={live !== ''}
              className="aria-pressed:bg-accent-soft"
              icon={<Radio aria-hidden />}
              onClick={() => setLive(live === '' ? '1' : '')}
            >
              {text.live}
            </Button>
            <SavedFilters />
            <ExportButton query={query} />
          </>
        }
      />
      <CallFilters />
      {by && <CallGroups query={query} by={by} />}
      {!by && error && <Problem error={error} onRetry={() => refetch()} />}
      {!by && !rows && !error && <SkeletonRows count={10} />}
      {!by && rows?.length === 0 && (
        <EmptyState
          icon={<ScrollText aria-hidden />}
          title={isFiltered ? text.noCalls : text.noCallsYet}
          action={isFiltered && <Button onClick={clear}>{text.allStatuses}</Button>}
        >
          {isFiltered ? text.noCallsHint : text.noCallsYetHint}
        </EmptyState>
      )}
      {!by && rows && rows.length > 0 && (
        <>
          <p className="mb-2 text-xs text-muted tabular-nums" aria-live="polite">
            {text.shown(formatNumber(rows.length, language), !hasMore)}
          </p>
          <Card isFlush>
            <CallTable calls={rows} onEnd={onEnd} onOpen={openCall} />
          </Card>
        </>
      )}
      {open !== '' && <CallDialog requestId={open} onClose={() => setOpen('')} />}
    </>
  );
}

/** All calls that match, page by page, as one file. */
function ExportButton({ query }: { query: CallsQuery }) {
  const text = useUsageText();
  const language = useLanguage();
  const parley = useParley();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const [count, setCount] = useState<number | null>(null);
  const run = async () => {
    const calls: CallSummary[] = [];
    setCount(0);
    try {
      let after: string | null = '';
      while (after !== null && calls.length < maxExported) {
        const page = await parley.api.listCalls({
          query: { ...query, limit: pageSize, ...(after !== '' && { after }) },
        });
        calls.push(...page.data);
        setCount(calls.length);
        after = page.next;
      }
      saveBlob(csvOfCalls(calls), 'calls.csv');
      toaster.done(text.exported(formatNumber(calls.length, language)));
    } catch (error) {
      toaster.failed(sentence(error));
    } finally {
      setCount(null);
    }
  };
  return (
    <Button icon={<Download aria-hidden />} onClick={run} isBusy={count !== null}>
      {count === null ? text.export : text.exporting(formatNumber(count, language))}
    </Button>
  );
}
