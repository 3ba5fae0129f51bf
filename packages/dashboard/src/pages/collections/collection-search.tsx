import type { Collection, CollectionSearchRequest } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useCollectionsText } from './collections-text.ts';
import { SearchResults } from './search-results.tsx';

const modes = ['hybrid', 'lexical', 'semantic'] as const;

/** A search of a collection that says why each passage stands where it does. What was searched for lives in the address. */
export function CollectionSearch({ collection }: { collection: Collection }) {
  const text = useCollectionsText();
  const parley = useParley();
  const [query, setQuery] = useUrlState('q');
  const [mode, setMode] = useUrlState('mode', 'hybrid');
  const [topK, setTopK] = useUrlState('top', '10');
  const [filter, setFilter] = useUrlState('filter');
  const [draft, setDraft] = useState(query);
  const [filterDraft, setFilterDraft] = useState(filter);
  const read = readFilter(filter);
  const request: CollectionSearchRequest = {
    query,
    mode: modes.find((one) => one === mode) ?? 'hybrid',
    top_k: Math.min(100, Math.max(1, Number(topK) || 10)),
    ...(read && { filter: read }),
  };
  const found = useQuery({
    queryKey: queryKeys.collections.search(collection.id, request),
    queryFn: ({ signal }) => parley.collections.search(collection.id, request, { signal }),
    enabled: query.trim() !== '' && read !== null,
    staleTime: 60_000,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setQuery(draft.trim());
    if (readFilter(filterDraft) !== null) setFilter(filterDraft.trim());
  };
  const isFilterWrong = readFilter(filterDraft) === null;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <form onSubmit={submit} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_6rem_auto] sm:items-end">
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
        <Field label={text.mode}>
          {(ids) => (
            <Select
              {...ids}
              value={mode}
              onValue={setMode}
              options={modes.map((value) => ({ value, label: text.modes[value] }))}
            />
          )}
        </Field>
        <Field label={text.topK}>
          {(ids) => (
            <Input
              {...ids}
              type="number"
              min={1}
              max={100}
              value={topK}
              onChange={({ target }) => setTopK(target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" icon={<Search aria-hidden />} isBusy={found.isFetching}>
          {text.find}
        </Button>
        <Field
          label={text.filter}
          hint={text.filterHint}
          error={isFilterWrong ? text.filterWrong : undefined}
          className="sm:col-span-4"
        >
          {(ids) => (
            <Input
              {...ids}
              className="font-mono"
              spellCheck={false}
              value={filterDraft}
              onChange={({ target }) => setFilterDraft(target.value)}
            />
          )}
        </Field>
      </form>
      {found.error && <Problem error={found.error} onRetry={() => found.refetch()} />}
      {found.isLoading && <SkeletonRows count={4} className="h-24" />}
      {query.trim() === '' && (
        <EmptyState icon={<Search aria-hidden />} title={text.search}>
          {text.searchHint}
        </EmptyState>
      )}
      {found.data && <SearchResults found={found.data} />}
    </div>
  );
}

/** A filter as typed; undefined for none, null where it is no object. */
function readFilter(text: string): Record<string, unknown> | undefined | null {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
