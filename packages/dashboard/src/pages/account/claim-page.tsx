import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { useEnter } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAccountText } from './account-text.ts';
import { Entrance } from './entrance.tsx';
import { NewAccountFields } from './new-account-fields.tsx';
import { useLinkToken } from './use-link-token.ts';

/** The first account of an instance: with the token of the printed link (`/claim#token=…`), or with the admin key. */
export function ClaimPage() {
  const text = useAccountText();
  const parley = useParley();
  const enter = useEnter();
  const token = useLinkToken();
  const [adminKey, setAdminKey] = useState('');
  const [email, setEmail] = useState('');
  const [person, setPerson] = useState({ name: '', password: '' });
  const claim = useMutation({
    mutationFn: () => {
      const proof = token === '' ? { admin_key: adminKey.trim() } : { token };
      return parley.api.claimInstance({ body: { ...proof, email: email.trim(), ...person } });
    },
    // The gate then leads home, which takes the token out of the address.
    onSuccess: enter,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    claim.mutate();
  };
  return (
    <Entrance title={text.claimTitle} hint={text.claimHint}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {token === '' ? (
          <Field label={text.adminKey} hint={text.adminKeyHint}>
            {(ids) => (
              <Input
                {...ids}
                type="password"
                autoComplete="off"
                required
                className="font-mono"
                value={adminKey}
                onChange={(event) => setAdminKey(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <p className="rounded-md bg-good-soft px-3 py-2 text-sm text-good">{text.fromLink}</p>
        )}
        <Field label={text.email}>
          {(ids) => (
            <Input
              {...ids}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <NewAccountFields value={person} onValue={setPerson} />
        {claim.error && <Problem error={claim.error} />}
        <Button type="submit" look="primary" isBusy={claim.isPending}>
          {text.claim}
        </Button>
      </form>
    </Entrance>
  );
}
