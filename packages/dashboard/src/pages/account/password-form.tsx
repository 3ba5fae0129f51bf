import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useEnter, useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { useAccountText } from './account-text.ts';
import { minPasswordLength } from './new-account-fields.tsx';

/** Sets another password; those who have none yet set one. */
export function PasswordForm() {
  const text = useAccountText();
  const parley = useParley();
  const queries = useQueryClient();
  const enter = useEnter();
  const toaster = useToaster();
  const { user } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () =>
      parley.api.changePassword({
        body: { new_password: next, ...(user.has_password && { current_password: current }) },
      }),
    onSuccess: async (session) => {
      enter(session);
      setCurrent('');
      setNext('');
      toaster.done(text.passwordChanged);
      await queries.invalidateQueries({ queryKey: queryKeys.sessions });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  const title = user.has_password ? text.changePassword : text.setPassword;
  return (
    <Card title={title} description={text.changePasswordHint}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        {user.has_password && (
          <Field label={text.currentPassword}>
            {(ids) => (
              <Input
                {...ids}
                type="password"
                autoComplete="current-password"
                required
                value={current}
                onChange={(event) => setCurrent(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={text.newPassword} hint={text.passwordHint}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="new-password"
              required
              minLength={minPasswordLength}
              value={next}
              onChange={(event) => setNext(event.target.value)}
            />
          )}
        </Field>
        {change.error && <Problem error={change.error} />}
        <Button type="submit" look="primary" className="self-start" isBusy={change.isPending}>
          {title}
        </Button>
      </form>
    </Card>
  );
}
