import { useCallback, useMemo } from 'react';
import type { Span } from '../../lib/markdown.ts';
import { useUrlState } from '../../lib/url-state.ts';

/** A passage of the text and, where there are pages, the page that it stands on. */
export interface Place extends Span {
  page: number | undefined;
}

/** Reads `start-end` or `start-end-page`. */
function readPlace(text: string): Place | undefined {
  const [start, end, page] = text.split('-').map(Number);
  if (start === undefined || end === undefined || !(end > start && start >= 0)) return undefined;
  return { start, end, page: page !== undefined && page > 0 ? page : undefined };
}

/** The passage that the address points at, and the way to let go of it. */
export function usePlace(): { place: Place | undefined; clear: () => void } {
  const [at, setAt] = useUrlState('at');
  const place = useMemo(() => readPlace(at), [at]);
  const clear = useCallback(() => setAt(''), [setAt]);
  return { place, clear };
}
