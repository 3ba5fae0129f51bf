import type { Overview } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import { useHasRole } from '../../lib/session.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useHomeText } from './home-text.ts';

const icons = {
  error: <CircleX className="text-bad" />,
  warning: <TriangleAlert className="text-warn" />,
  info: <Info className="text-accent" />,
};

/** What is misconfigured, and what to do about it. */
export function Attention({ overview }: { overview: Overview | undefined }) {
  const text = useHomeText();
  const mayPrice = useHasRole('admin', 'instance');
  const list = overview?.misconfigurations ?? [];
  return (
    <Card title={text.misTitle} isFlush>
      {!overview && (
        <div className="px-4 pb-4">
          <SkeletonRows count={3} className="h-14" />
        </div>
      )}
      {overview && list.length === 0 && (
        <p className="flex items-center gap-2 px-4 pb-4 text-sm text-muted">
          <CircleCheck aria-hidden className="size-4 text-good" />
          {text.misNone}
        </p>
      )}
      <ul className="divide-y border-t empty:hidden">
        {list.map(({ id, severity, message, advice, setting }) => (
          <li key={id} className="flex gap-2.5 px-4 py-2.5 text-sm">
            <span role="img" aria-label={text.severities[severity]} className="mt-0.5 shrink-0 [&_svg]:size-4">
              {icons[severity]}
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{message}</span>
              <span className="block text-muted">{advice}</span>
              {mayPrice && id.startsWith('unpriced') && (
                <Link
                  to="/settings"
                  search={{ tab: 'models', price: 'unknown' }}
                  className="text-accent underline underline-offset-2"
                >
                  {text.setPrice}
                </Link>
              )}
              {setting && (
                <code
                  className="mt-1 inline-block rounded border bg-sunken px-1 font-mono text-xs break-all"
                  title={text.setting(setting)}
                >
                  {setting}
                </code>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
