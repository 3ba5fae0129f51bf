import type { Overview } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight } from 'lucide-react';
import { hasRole, useSession } from '../../lib/session.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useHomeText } from './home-text.ts';

interface Step {
  key: 'playground' | 'key' | 'invite';
  to: string;
  search?: Record<string, string>;
  isDone: boolean;
}

/** What to do next; what is done is ticked off. */
export function NextSteps({ overview }: { overview: Overview | undefined }) {
  const text = useHomeText();
  const session = useSession();
  const steps: Step[] = overview
    ? [
        { key: 'playground', to: '/playground', isDone: overview.last_call_at !== null },
        ...(hasRole(session, 'member')
          ? [{ key: 'key' as const, to: '/keys', search: { new: 'key' }, isDone: overview.counts.keys > 1 }]
          : []),
        ...(hasRole(session, 'admin')
          ? [
              {
                key: 'invite' as const,
                to: '/members',
                search: { new: 'invitation' },
                isDone: overview.counts.members > 1,
              },
            ]
          : []),
      ]
    : [];
  // Nobody needs a list on which everything is done.
  if (overview && steps.every(({ isDone }) => isDone)) return null;
  return (
    <Card title={text.nextTitle} isFlush>
      {!overview && (
        <div className="px-4 pb-4">
          <SkeletonRows count={3} className="h-12" />
        </div>
      )}
      <ul className="divide-y border-t empty:hidden">
        {steps.map(({ key, to, search = {}, isDone }) => (
          <li key={key}>
            <Link to={to} search={search} className="flex items-center gap-3 px-4 py-2.5 text-sm hover:bg-sunken">
              <span
                className={
                  isDone
                    ? 'flex size-5 shrink-0 items-center justify-center rounded-full bg-good-soft text-good'
                    : 'size-5 shrink-0 rounded-full border-2 border-line-strong'
                }
              >
                {isDone && <Check role="img" aria-label={text.done} className="size-3.5" />}
              </span>
              <span className="min-w-0 flex-1">
                <span className={isDone ? 'block font-medium text-muted' : 'block font-medium'}>
                  {text.next[key][0]}
                </span>
                <span className="block text-muted">{text.next[key][1]}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
