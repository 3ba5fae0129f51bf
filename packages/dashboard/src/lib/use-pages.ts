import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

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
  refreshMs?: number | undefined;
}

/** A list that is read on as one scrolls: give `onEnd` to `DataTable`. `rows` is undefined until the first page is there. */
export function usePages<Row>({ queryKey, fetchPage, refreshMs }: PagesOptions<Row>) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === '' ? {} : { after: pageParam }, signal),
    getNextPageParam: ({ next }: Page<Row>) => next,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  });
  const canRead = hasNextPage && !isFetchingNextPage;
  const onEnd = useCallback(() => {
    if (canRead) void fetchNextPage();
  }, [canRead, fetchNextPage]);
  return { rows: data?.pages.flatMap((page) => page.data), error, refetch, onEnd, hasMore: hasNextPage };
}
