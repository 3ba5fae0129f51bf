import type { Member, RoleName } from '@parley/sdk';
import { KeyRound, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useShellText } from '../../app/shell-text.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { hasRole, useSession } from '../../lib/session.tsx';
import { usePages } from '../../lib/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Time } from '../../ui/values.tsx';
import { useMembersText } from './members-text.ts';
import { PasswordLinkDialog } from './password-link-dialog.tsx';
import { roleOptions } from './role-options.ts';

const pageSize = 100;

/** Everybody whom the reader may see, with the roles that the reader may give. */
export function MemberList({ canManage }: { canManage: boolean }) {
  const text = useMembersText();
  const parley = useParley();
  const [forgetful, setForgetful] = useState<Member | null>(null);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const { setRole, remove } = useMemberChanges();
  const columns = useColumns(canManage, {
    onRole: (id, role) => setRole.mutate({ id, role }),
    onPassword: setForgetful,
    onRemove: setLeaving,
  });
  const { rows, error, refetch, onEnd } = usePages<Member>({
    queryKey: queryKeys.members.list,
    fetchPage: (after, signal) => parley.api.listMembers({ query: { ...after, limit: pageSize } }, { signal }),
  });
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  return (
    <Card isFlush>
      {rows ? (
        <DataTable label={text.title} columns={columns} rows={rows} rowKey={({ id }) => id} onEnd={onEnd} />
      ) : (
        <div className="p-4">
          <SkeletonRows count={4} />
        </div>
      )}
      {forgetful && <PasswordLinkDialog member={forgetful} onClose={() => setForgetful(null)} />}
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && remove.mutate(leaving.id, { onSettled: () => setLeaving(null) })}
        title={text.removeTitle(leaving?.user.name ?? '')}
        action={text.remove}
        isBusy={remove.isPending}
      >
        {text.removeHint}
      </ConfirmDialog>
    </Card>
  );
}

interface MemberActions {
  onRole: (id: string, role: RoleName) => void;
  onPassword: (member: Member) => void;
  onRemove: (member: Member) => void;
}

function useColumns(canManage: boolean, { onRole, onPassword, onRemove }: MemberActions): Column<Member>[] {
  const text = useMembersText();
  const shell = useShellText();
  const session = useSession();
  const isOwner = hasRole(session, 'owner', 'instance');
  const places = new Map(session.workspaces.map(({ id, name }) => [id, name]));
  const canChange = ({ role, workspace_id }: Member) =>
    canManage && (isOwner || role !== 'owner') && (workspace_id !== null || hasRole(session, 'admin', 'instance'));
  return [
    {
      key: 'person',
      header: text.person,
      cell: (member) => <Person member={member} isSelf={member.user.id === session.user.id} />,
    },
    {
      key: 'place',
      header: text.place,
      width: '12rem',
      from: 'lg',
      cell: ({ workspace_id }) => (workspace_id === null ? text.whole : (places.get(workspace_id) ?? workspace_id)),
    },
    {
      key: 'role',
      header: text.role,
      width: '7.5rem',
      cell: (member) =>
        canChange(member) && member.user.id !== session.user.id ? (
          <Select
            aria-label={text.roleOf(member.user.name)}
            value={member.role}
            onValue={(role) => onRole(member.id, roleOptions.find((one) => one === role) ?? 'viewer')}
            options={roleOptions
              .filter((one) => isOwner || one !== 'owner')
              .map((value) => ({ value, label: shell.roles[value] }))}
          />
        ) : (
          shell.roles[member.role]
        ),
    },
    {
      key: 'seen',
      header: text.lastSeen,
      width: '9rem',
      from: 'sm',
      cell: ({ last_seen_at }) => <Time value={last_seen_at} />,
    },
    {
      key: 'joined',
      header: text.joined,
      width: '9rem',
      from: 'lg',
      cell: ({ created_at }) => <Time value={created_at} />,
    },
    {
      key: 'remove',
      header: '',
      width: '5rem',
      cell: (member) =>
        canChange(member) &&
        member.user.id !== session.user.id && (
          <span className="flex">
            <IconButton
              label={text.newPassword(member.user.name)}
              onClick={() => onPassword(member)}
              className="size-7"
            >
              <KeyRound aria-hidden />
            </IconButton>
            <IconButton label={text.removeOne(member.user.name)} onClick={() => onRemove(member)} className="size-7">
              <UserMinus aria-hidden />
            </IconButton>
          </span>
        ),
    },
  ];
}

function Person({ member: { user }, isSelf }: { member: Member; isSelf: boolean }) {
  const text = useMembersText();
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2" title={`${user.name} · ${user.email}`}>
        <span className="max-w-full shrink-0 truncate font-medium sm:max-w-3/5">{user.name}</span>
        <span className="hidden shrink-0 gap-2 sm:flex">
          {isSelf && <Badge>{text.you}</Badge>}
          {!user.verified && (
            <span className="hidden lg:inline">
              <Badge title={text.notProvedHint}>{text.notProved}</Badge>
            </span>
          )}
        </span>
        <span className="hidden min-w-0 truncate text-muted sm:inline">{user.email}</span>
      </span>
      <Below>{user.email}</Below>
    </>
  );
}

function useMemberChanges() {
  const text = useMembersText();
  const parley = useParley();
  const queryKey = queryKeys.members.all;
  const setRole = useChange({
    change: ({ id, role }: { id: string; role: RoleName }) =>
      parley.api.updateMember({ params: { id }, body: { role } }),
    said: text.changed,
    queryKey,
  });
  const remove = useChange({
    change: (id: string) => parley.api.removeMember({ params: { id } }),
    said: text.removed,
    queryKey,
  });
  return { setRole, remove };
}
