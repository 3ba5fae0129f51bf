import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useShellText } from '../../app/shell-text.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useEnter } from '../../lib/session.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useAccountText } from './account-text.ts';
import { Entrance } from './entrance.tsx';
import { NewAccountFields } from './new-account-fields.tsx';
import { useOffersText } from './offers-text.ts';
import { useLinkToken } from './use-link-token.ts';

/** Where the link of an invitation leads: `/accept-invitation#token=…`. */
export function InvitationPage() {
  const text = useAccountText();
  const offers = useOffersText();
  const shell = useShellText();
  const parley = useParley();
  const token = useLinkToken();
  const { data, error } = useQuery({
    queryKey: queryKeys.invitation(token),
    enabled: token !== '',
    queryFn: ({ signal }) => parley.api.previewInvitation({ body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error || (token === '' && !data)) {
    return (
      <Entrance title={text.invitationGone} hint={text.invitationGoneHint}>
        {error && <Problem error={error} />}
        <Link to="/" className={`${buttonClass('plain')} mt-4`}>
          {text.toSignIn}
        </Link>
      </Entrance>
    );
  }
  if (!data) {
    return (
      <Entrance title={text.invitationTitle} hint={text.signInHint}>
        <SkeletonRows count={4} />
      </Entrance>
    );
  }
  const role = shell.roles[data.role];
  const place =
    data.workspace_name === null ? offers.invitationToAll(role) : offers.invitationTo(data.workspace_name, role);
  const sender = data.invited_by === null ? '' : ` ${offers.invitedBy(data.invited_by)}`;
  return (
    <Entrance title={text.invitationTitle} hint={place + sender}>
      <AcceptForm token={token} email={data.email} />
    </Entrance>
  );
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const text = useAccountText();
  const parley = useParley();
  const enter = useEnter();
  const navigate = useNavigate();
  const [hasAccount, setHasAccount] = useState(false);
  const [person, setPerson] = useState({ name: '', password: '' });
  const accept = useMutation({
    mutationFn: () => {
      const { name, password } = person;
      return parley.api.acceptInvitation({ body: { token, password, ...(!hasAccount && { name }) } });
    },
    onSuccess: async (session) => {
      enter(session);
      await navigate({ to: '/', replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={text.email}>
        {(ids) => <Input {...ids} type="email" autoComplete="username" readOnly value={email} />}
      </Field>
      <Field label={text.account}>
        {(ids) => (
          <Select
            {...ids}
            value={hasAccount ? 'known' : 'new'}
            onValue={(value) => setHasAccount(value === 'known')}
            options={[
              { value: 'new', label: text.isNew },
              { value: 'known', label: text.hasAccount },
            ]}
          />
        )}
      </Field>
      {hasAccount ? (
        <Field label={text.password}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="current-password"
              required
              value={person.password}
              onChange={(event) => setPerson({ ...person, password: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <NewAccountFields value={person} onValue={setPerson} />
      )}
      {accept.error && <Problem error={accept.error} />}
      <Button type="submit" look="primary" isBusy={accept.isPending}>
        {text.accept}
      </Button>
    </form>
  );
}
