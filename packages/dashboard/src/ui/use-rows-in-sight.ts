import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows that are drawn: from the index `first` until before the index `end`. */
export interface RowsInSight {
  first: number;
  end: number;
}

export interface RowsInSightParts {
  /** Pixels of each row. */
  rowHeight: number;
  count: number;
  /** So many rows are drawn above and below what is in sight. */
  spare: number;
}

/**
 * Which rows of one height a scrolled list has to draw. It keeps two numbers, however many rows there are: nothing is measured or made
 * anew when rows are added.
 */
export function useRowsInSight(scroller: RefObject<HTMLElement | null>, parts: RowsInSightParts): RowsInSight {
  const { rowHeight } = parts;
  const [sight, setSight] = useState({ top: 0, height: 0 });
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight: height = 0 } = scroller.current ?? {};
    const top = Math.floor(scrollTop / rowHeight) * rowHeight;
    setSight((last) => (last.top === top && last.height === height ? last : { top, height }));
  }, [scroller, rowHeight]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // In the frame that is scrolled in, before it is shown.
    const onScroll = () => flushSync(look);
    element.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, look]);
  return rowsInSight(sight, parts);
}

/** Rows between a height scrolled away and the lower edge, with the spare ones; always within the list. */
export function rowsInSight(
  { top, height }: { top: number; height: number },
  { rowHeight, count, spare }: RowsInSightParts,
): RowsInSight {
  const above = Math.floor(top / rowHeight);
  const below = Math.ceil((top + height) / rowHeight);
  const end = Math.min(count, below + spare);
  return { first: Math.max(0, Math.min(above - spare, end - 1)), end };
}
