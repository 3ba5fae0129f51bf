import type { Invitation } from '@parley/sdk';
import { useShellText } from '../../app/shell-text.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Time } from '../../ui/values.tsx';
import { useMembersText } from './members-text.ts';

const pageSize = 100;

/** Invitations that nobody has accepted yet. */
export function Invitations() {
  const text = useMembersText();
  const shell = useShellText();
  const parley = useParley();
  const { workspaces } = useSession();
  const { rows, error, refetch } = usePages<Invitation>({
    queryKey: queryKeys.members.invitations,
    fetchPage: (after, signal) => parley.api.listInvitations({ query: { ...after, limit: pageSize } }, { signal }),
  });
  const takeBack = useChange({
    change: (id: string) => parley.api.deleteInvitation({ params: { id } }),
    said: text.takenBack,
    queryKey: queryKeys.members.all,
  });
  const placeOf = (id: string | null) =>
    id === null ? text.whole : (workspaces.find((workspace) => workspace.id === id)?.name ?? id);
  return (
    <Card title={text.invitations} isFlush>
      <div className="px-4 pb-3 text-sm empty:hidden">
        {error && <Problem error={error} onRetry={() => refetch()} />}
        {rows?.length === 0 && <p className="text-muted">{text.noInvitations}</p>}
      </div>
      <ul className="divide-y border-t empty:hidden">
        {rows?.map(({ id, email, role, workspace_id, expires_at }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2 text-sm">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium" title={email}>
                {email}
              </p>
              <p className="text-xs text-muted">
                {shell.roles[role]} · {placeOf(workspace_id)} · {text.expires} <Time value={expires_at} mayBeAhead />
              </p>
            </div>
            <Button size="small" onClick={() => takeBack.mutate(id)}>
              {text.takeBack}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
