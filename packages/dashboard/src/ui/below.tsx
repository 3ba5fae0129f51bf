import type { ReactNode } from 'react';

/** A second line of a cell, on narrow screens only: what columns say there is no room for. The first line stands in a block. */
export function Below({ children }: { children: ReactNode }) {
  return <span className="block truncate text-xs leading-4 text-muted sm:hidden">{children}</span>;
}
