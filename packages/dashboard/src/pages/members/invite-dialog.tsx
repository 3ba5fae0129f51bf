import type { RoleName } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useShellText } from '../../app/shell-text.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { hasRole, useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMembersText } from './members-text.ts';
import { roleOptions } from './role-options.ts';

/** The place that means the whole installation. */
const whole = 'all';

/** Asks whom to invite to what, then shows the link this once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const text = useMembersText();
  const parley = useParley();
  const queries = useQueryClient();
  const { workspace_id } = useSession();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleName>('member');
  const [place, setPlace] = useState(workspace_id ?? whole);
  const invite = useMutation({
    mutationFn: () =>
      parley.api.createInvitation({
        body: { email: email.trim(), role, workspace_id: place === whole ? null : place },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.members.all }),
  });
  if (invite.data) {
    const { link } = invite.data;
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={text.linkTitle}
        description={text.linkHint(invite.data.email)}
        actions={
          <Button look="primary" onClick={onClose}>
            {text.done}
          </Button>
        }
      >
        <div className="flex flex-col gap-2 sm:flex-row">
          <output className="min-w-0 flex-1 rounded-md border bg-sunken px-3 py-1.5 font-mono text-xs leading-5 break-all">
            {link}
          </output>
          <CopyButton value={link} label={text.copyLink} hasWords />
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title={text.invite}
      description={text.inviteHint}
      action={text.inviteAction}
      onSubmit={invite.mutate}
      isBusy={invite.isPending}
      error={invite.error}
    >
      <TextField label={text.email} type="email" required value={email} onChange={setEmail} />
      <RoleAndPlace role={role} onRole={setRole} place={place} onPlace={setPlace} />
    </FormDialog>
  );
}

interface RoleAndPlaceProps {
  role: RoleName;
  onRole: (role: RoleName) => void;
  place: string;
  onPlace: (place: string) => void;
}

function RoleAndPlace({ role, onRole, place, onPlace }: RoleAndPlaceProps) {
  const text = useMembersText();
  const shell = useShellText();
  const session = useSession();
  const isOwner = hasRole(session, 'owner', 'instance');
  const places = session.workspaces
    .filter((workspace) => hasRole({ ...session, role: workspace.role }, 'admin'))
    .map(({ id, name }) => ({ value: id, label: text.here(name) }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={text.role} hint={text.roleHints[role]}>
        {(ids) => (
          <Select
            {...ids}
            value={role}
            onValue={(value) => onRole(roleOptions.find((one) => one === value) ?? 'viewer')}
            options={roleOptions
              .filter((one) => isOwner || one !== 'owner')
              .map((value) => ({ value, label: shell.roles[value] }))}
          />
        )}
      </Field>
      <Field label={text.place}>
        {(ids) => (
          <Select
            {...ids}
            value={place}
            onValue={onPlace}
            options={[
              ...places,
              ...(hasRole(session, 'admin', 'instance') ? [{ value: whole, label: text.whole }] : []),
            ]}
          />
        )}
      </Field>
    </div>
  );
}
