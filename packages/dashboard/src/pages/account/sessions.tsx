import type { SessionInfo } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Problem, useProblemSentence } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { Time } from '../../ui/values.tsx';
import { useAccountText } from './account-text.ts';
import { describeBrowser } from './describe-browser.ts';

const pageSize = 50;

/** Where one is signed in; each session can be ended but this one. */
export function Sessions() {
  const text = useAccountText();
  const parley = useParley();
  const queries = useQueryClient();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const { rows, error, refetch } = usePages<SessionInfo>({
    queryKey: queryKeys.sessions,
    fetchPage: (after, signal) => parley.api.listSessions({ query: { ...after, limit: pageSize } }, { signal }),
  });
  const end = useMutation({
    mutationFn: (id: string) => parley.api.endSession({ params: { id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.sessions });
      toaster.done(text.ended);
    },
    onError: (problem) => toaster.failed(sentence(problem)),
  });
  // That of this browser first: it is what the others are told apart from.
  const shown = rows?.toSorted((one, other) => Number(other.current) - Number(one.current));
  return (
    <Card title={text.sessions} description={text.sessionsHint} isFlush>
      <div className="px-4 pb-3 empty:hidden">
        {error && <Problem error={error} onRetry={() => refetch()} />}
        {!rows && !error && <SkeletonRows count={2} className="h-12" />}
      </div>
      <ul className="divide-y border-t">
        {shown?.map((session) => (
          <li key={session.id} className="flex items-center gap-3 px-4 py-2.5 text-sm">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2">
                <Device userAgent={session.user_agent} />
                {session.current && <Badge tone="good">{text.thisOne}</Badge>}
              </p>
              <p className="text-xs text-muted">
                {session.address && <>{session.address} · </>}
                {text.lastSeen} <Time value={session.last_seen_at} /> · {text.since}{' '}
                <Time value={session.created_at} isFull />
              </p>
            </div>
            {!session.current && (
              <Button
                size="small"
                onClick={() => end.mutate(session.id)}
                isBusy={end.isPending && end.variables === session.id}
              >
                {text.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Device({ userAgent }: { userAgent: string | null }) {
  const text = useAccountText();
  const found = describeBrowser(userAgent);
  return (
    <span title={userAgent ?? ''} className="truncate font-medium">
      {found ? text.onSystem(found.browser, found.system) : (userAgent ?? text.unknownDevice)}
    </span>
  );
}
