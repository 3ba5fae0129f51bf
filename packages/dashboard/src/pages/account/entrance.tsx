import type { ReactNode } from 'react';
import { usePageTitle } from '../../ui/page-title.ts';

/** What pages look like that come before the dashboard: sign-in, claim, invitation. */
export function Entrance({ title, hint, children }: { title: ReactNode; hint: ReactNode; children: ReactNode }) {
  usePageTitle(typeof title === 'string' ? title : undefined);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-sm">
        <img src="/assets/parley.svg" alt="" width={40} height={40} className="mb-5" />
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 mb-6 text-sm text-muted">{hint}</p>
        {children}
      </div>
    </main>
  );
}
