import type { Overview } from '@parley/sdk';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { useHomeText } from './home-text.ts';

const tones: Record<Overview['capabilities'][number]['state'], Tone> = {
  untried: 'neutral',
  ok: 'good',
  degraded: 'bad',
  off: 'neutral',
};

/** Every capability with what serves it. */
export function ServedBy({ overview }: { overview: Overview | undefined }) {
  const text = useHomeText();
  return (
    <Card title={text.servesTitle} description={text.servesHint} isFlush>
      {overview ? (
        <ul className="divide-y border-t">
          {overview.capabilities.map(({ capability, served_by, embedded, state, seen_at, reason }) => (
            <li key={capability} className="flex items-start gap-3 px-4 py-2 text-sm">
              <span className="w-24 shrink-0 font-medium">{text.capabilities[capability]}</span>
              <span className="min-w-0 flex-1">
                <span className="flex min-w-0 items-baseline gap-2">
                  <span className="truncate font-mono text-xs leading-5" title={served_by}>
                    {served_by}
                  </span>
                  {embedded && <span className="hidden shrink-0 text-xs text-muted sm:inline">{text.embedded}</span>}
                </span>
                {reason && <span className="block text-xs text-muted">{reason}</span>}
              </span>
              <span className="flex shrink-0 flex-col items-end gap-0.5">
                <Badge tone={tones[state]}>{text.states[state]}</Badge>
                {seen_at && (
                  <span className="text-xs text-muted">
                    <Time value={seen_at} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <div className="p-4">
          <SkeletonRows count={9} className="h-7" />
        </div>
      )}
    </Card>
  );
}
