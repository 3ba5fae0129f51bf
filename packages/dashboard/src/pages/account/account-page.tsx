import { useShellText } from '../../app/shell-text.ts';
import { useSession } from '../../lib/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { useAccountText } from './account-text.ts';
import { MailedLink } from './mailed-link.tsx';
import { Offers } from './offers.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** Who one is here, one's password, and where one is signed in. */
export function AccountPage() {
  const text = useAccountText();
  const shell = useShellText();
  const { user, instance, instance_role, workspaces } = useSession();
  return (
    <>
      <PageHeader title={text.title} description={text.titleHint} />
      <Offers />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex flex-col gap-5">
          <Card title={text.profile}>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
              <dt className="text-muted">{text.name}</dt>
              <dd className="truncate" title={user.name}>
                {user.name}
              </dd>
              <dt className="text-muted">{text.email}</dt>
              <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
                <span className="min-w-0 break-all">{user.email}</span>
                {!user.verified && (
                  <span title={text.notProvedHint}>
                    <Badge>{text.notProved}</Badge>
                  </span>
                )}
              </dd>
              {instance_role && (
                <>
                  <dt className="text-muted">{text.wholeInstance}</dt>
                  <dd>{shell.roles[instance_role]}</dd>
                </>
              )}
              {workspaces.map(({ id, name, role }) => (
                <div key={id} className="contents">
                  <dt className="max-w-40 break-words text-muted">{name}</dt>
                  <dd>{shell.roles[role]}</dd>
                </div>
              ))}
            </dl>
            {!user.verified && instance.mail && <MailedLink email={user.email} label={text.proveByMail} />}
          </Card>
          <PasswordForm />
          <SecondFactor />
          <Passkeys />
        </div>
        <Sessions />
      </div>
    </>
  );
}
