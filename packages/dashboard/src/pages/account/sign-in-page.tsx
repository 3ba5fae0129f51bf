import { APIError, AuthenticationError } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { hasPasskeys, showPasskey } from '../../lib/passkeys.ts';
import { useEnter } from '../../lib/session.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Problem, ProblemBox } from '../../ui/problem.tsx';
import { useAccountText } from './account-text.ts';
import { CodeField, isCodeNeeded } from './code-field.tsx';
import { Entrance } from './entrance.tsx';
import { MailedLink } from './mailed-link.tsx';

interface SignInPageProps {
  hasOidc: boolean;
  hasMail: boolean;
  /** Whoever was in has to come back; the page waits below. */
  hasEnded?: boolean;
}

/** Shown at whatever address was asked for; that page opens once one is in. */
export function SignInPage({ hasOidc, hasMail, hasEnded = false }: SignInPageProps) {
  const text = useAccountText();
  const parley = useParley();
  const enter = useEnter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const signIn = useMutation({
    mutationFn: () =>
      parley.api.createSession({ body: { email: email.trim(), password, ...(code !== '' && { code: code.trim() }) } }),
    onSuccess: enter,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  const needsCode = isCodeNeeded(signIn.error) || code !== '';
  const isWrong = signIn.error instanceof AuthenticationError && !isCodeNeeded(signIn.error);
  return (
    <Entrance title={text.signInTitle} hint={hasEnded ? text.sessionEnded : text.signInHint}>
      <ProviderRefusal />
      {hasOidc && <ProviderButton />}
      <form onSubmit={submit} className="flex flex-col gap-4">
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
        <Field label={text.password} error={isWrong ? (code === '' ? text.wrong : text.wrongWithCode) : undefined}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {needsCode && <CodeField value={code} onValue={setCode} />}
        {signIn.error && !isWrong && !isCodeNeeded(signIn.error) && <Problem error={signIn.error} />}
        <Button type="submit" look="primary" isBusy={signIn.isPending}>
          {text.signIn}
        </Button>
        {!hasMail && <p className="text-xs text-muted">{text.forgot}</p>}
      </form>
      {hasPasskeys() && <PasskeyButton />}
      {hasMail && <MailedLink email={email.trim()} label={text.mailMe} />}
    </Entrance>
  );
}

/** Why the way over the identity provider led back here. The address gives a code and never words: anybody can write an address. */
function ProviderRefusal() {
  const text = useAccountText();
  const { error }: { error?: unknown } = useSearch({ strict: false });
  if (error === undefined) return null;
  const refusals = new Map(Object.entries(text.providerRefusals));
  return (
    <div className="mb-4">
      <ProblemBox title={text.providerRefused} sentence={refusals.get(String(error)) ?? text.providerRefusals.failed} />
    </div>
  );
}

function PasskeyButton() {
  const text = useAccountText();
  const parley = useParley();
  const enter = useEnter();
  const signIn = useMutation({
    mutationFn: async () => {
      const { options } = await parley.api.beginPasskeySignIn();
      return parley.api.createPasskeySession({ body: { response: await showPasskey(options) } });
    },
    onSuccess: enter,
  });
  return (
    <div className="mt-4 flex flex-col gap-4">
      {signIn.error &&
        (signIn.error instanceof APIError ? (
          <Problem error={signIn.error} />
        ) : (
          <ProblemBox title={text.passkeySignIn} sentence={text.passkeyNotShown} />
        ))}
      <Button isBusy={signIn.isPending} onClick={() => signIn.mutate()}>
        {text.passkeySignIn}
      </Button>
    </div>
  );
}

function ProviderButton() {
  const text = useAccountText();
  const back = encodeURIComponent(location.pathname === '/sign-in' ? '/' : location.pathname + location.search);
  return (
    <>
      <a href={`/v1/session/oidc/begin?return_to=${back}`} className={`${buttonClass('plain')} w-full`}>
        {text.withProvider}
      </a>
      <div className="my-4 flex items-center gap-3 text-xs text-muted">
        <span className="h-px flex-1 bg-line" />
        {text.or}
        <span className="h-px flex-1 bg-line" />
      </div>
    </>
  );
}
