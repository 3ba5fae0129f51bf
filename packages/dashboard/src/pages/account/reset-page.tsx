import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { useEnter } from '../../lib/session.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAccountText } from './account-text.ts';
import { CodeField, isCodeNeeded } from './code-field.tsx';
import { Entrance } from './entrance.tsx';
import { minPasswordLength } from './new-account-fields.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Where the link for a forgotten password leads: `/reset-password#token=…`. */
export function ResetPage() {
  const text = useAccountText();
  const parley = useParley();
  const enter = useEnter();
  const navigate = useNavigate();
  const token = useLinkToken();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const reset = useMutation({
    mutationFn: () =>
      parley.api.resetPassword({
        body: { token, new_password: password, ...(code !== '' && { code: code.trim() }) },
      }),
    onSuccess: async (session) => {
      enter(session);
      await navigate({ to: '/', replace: true });
    },
  });
  if (token === '') {
    return (
      <Entrance title={text.resetGone} hint={text.resetGoneHint}>
        <Link to="/" className={buttonClass('plain')}>
          {text.toSignIn}
        </Link>
      </Entrance>
    );
  }
  const needsCode = isCodeNeeded(reset.error) || code !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate();
  };
  return (
    <Entrance title={text.resetTitle} hint={text.resetHint}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={text.newPassword} hint={text.passwordHint}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="new-password"
              required
              minLength={minPasswordLength}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {needsCode && <CodeField value={code} onValue={setCode} />}
        {reset.error && !isCodeNeeded(reset.error) && <Problem error={reset.error} />}
        <Button type="submit" look="primary" isBusy={reset.isPending}>
          {text.reset}
        </Button>
      </form>
    </Entrance>
  );
}
