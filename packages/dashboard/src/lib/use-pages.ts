import { hashKey, type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';

/** One answer of a list of the service. */
interface Page<Row> {
  data: Row[];
  next: string | null;
}

export interface PagesOptions<Row> {
  queryKey: readonly unknown[];
  /** Asks for the page that begins after the mark; without one for the first. */
  fetchPage: (after: { after?: string }, signal: AbortSignal) => Promise<Page<Row>>;
  /** Milliseconds between looks at what is there. Default: only when it may have changed. */
  refreshMs?: number | ((rows: Row[]) => number | undefined) | undefined;
}

/** Of so many pages at most all are asked for again because the reader came back to the window. */
const maxLookedAtAgain = 5;

/** A list that is read on as one scrolls: give `onEnd` to `DataTable`. `rows` is undefined until the first page is there. */
export function usePages<Row>({ queryKey, fetchPage, refreshMs }: PagesOptions<Row>) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === '' ? {} : { after: pageParam }, signal),
    getNextPageParam: ({ next }: Page<Row>) => next,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= maxLookedAtAgain,
    refetchInterval: ({ state: { data: read } }) => {
      if (typeof refreshMs !== 'function') return refreshMs ?? false;
      return refreshMs(read?.pages.flatMap((page) => page.data) ?? []) ?? false;
    },
  });
  useFirstPageOnly(queryKey);
  const canRead = hasNextPage && !isFetchingNextPage;
  const onEnd = useCallback(() => {
    if (canRead) void fetchNextPage();
  }, [canRead, fetchNextPage]);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  return { rows, error, refetch, onEnd, hasMore: hasNextPage };
}

/** Keeps of a list that is left its first page, so that who comes back does not wait for all of them to be fetched again. */
function useFirstPageOnly(queryKey: readonly unknown[]): void {
  const queries = useQueryClient();
  const id = hashKey(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the key, which is a new array each time
  useEffect(() => {
    const left = queryKey;
    return () => {
      const query = queries.getQueryCache().find<InfiniteData<unknown, unknown>>({ queryKey: left, exact: true });
      const data = query?.state.data;
      if (!query || !data || data.pages.length < 2 || query.isActive()) return;
      const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
      queries.setQueryData(left, first, { updatedAt: query.state.dataUpdatedAt });
    };
  }, [queries, id]);
}
