import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';

/** Leads to the list that a page belongs to. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="mb-2 inline-flex items-center gap-0.5 rounded text-sm text-muted hover:text-ink">
      <ChevronLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}
