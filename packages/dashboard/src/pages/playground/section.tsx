import type { ReactNode } from 'react';

/** A part that is folded away until it is wanted. */
export function Section({ title, isOpen, children }: { title: ReactNode; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="group rounded-md border" open={isOpen}>
      <summary className="cursor-pointer rounded-md px-3 py-2 text-sm font-medium text-soft hover:text-ink">
        {title}
      </summary>
      <div className="px-3 pb-3">{children}</div>
    </details>
  );
}
