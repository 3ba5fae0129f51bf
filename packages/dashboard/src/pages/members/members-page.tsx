import { UserPlus } from 'lucide-react';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberList } from './member-list.tsx';
import { useMembersText } from './members-text.ts';
import { WorkspaceDialog } from './workspace-dialog.tsx';

/** Who is here, who is invited, and new workspaces. */
export function MembersPage() {
  const text = useMembersText();
  const canManage = useHasRole('admin');
  const isOperator = useHasRole('admin', 'instance');
  const [dialog, setDialog] = useUrlState('new');
  const actions = (
    <>
      {isOperator && <Button onClick={() => setDialog('workspace')}>{text.newWorkspace}</Button>}
      {canManage && (
        <Button look="primary" icon={<UserPlus aria-hidden />} onClick={() => setDialog('invitation')}>
          {text.invite}
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={text.title} description={text.hint} actions={actions} />
      <div className="flex flex-col gap-5">
        <MemberList canManage={canManage} />
        {canManage ? <Invitations /> : <p className="text-sm text-muted">{text.invitationsHidden}</p>}
      </div>
      {dialog === 'invitation' && canManage && <InviteDialog onClose={() => setDialog('')} />}
      {dialog === 'workspace' && isOperator && <WorkspaceDialog onClose={() => setDialog('')} />}
    </>
  );
}
