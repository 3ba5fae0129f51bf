import type { SecondFactorSetup } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useEnter, useSession } from '../../lib/session.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { useAccountText } from './account-text.ts';
import { CodeField } from './code-field.tsx';
import { QrCode } from './qr-code.tsx';

/** Sets the second factor up in three steps, and switches it off again. */
export function SecondFactor() {
  const text = useAccountText();
  const { user, needs_second_factor: isNeeded } = useSession();
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <Card title={text.secondFactor} description={isNeeded ? text.secondFactorNeeded : text.secondFactorHint}>
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      {user.authenticator_app && <Off />}
      {!user.authenticator_app && setup === null && <Begin onSetup={setSetup} />}
      {!user.authenticator_app && setup !== null && codes.length === 0 && <Confirm setup={setup} onCodes={setCodes} />}
    </Card>
  );
}

function Begin({ onSetup }: { onSetup: (setup: SecondFactorSetup) => void }) {
  const text = useAccountText();
  const parley = useParley();
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => parley.api.beginSecondFactor({ body: user.has_password ? { current_password: password } : {} }),
    onSuccess: onSetup,
  });
  return (
    <StepForm action={text.secondFactorBegin} isBusy={begin.isPending} error={begin.error} onSubmit={begin.mutate}>
      {user.has_password && (
        <Field label={text.currentPassword}>
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
      )}
    </StepForm>
  );
}

function Confirm({ setup, onCodes }: { setup: SecondFactorSetup; onCodes: (codes: string[]) => void }) {
  const text = useAccountText();
  const parley = useParley();
  const refresh = useRefresh(text.secondFactorIsOn);
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => parley.api.confirmSecondFactor({ body: { code: code.trim() } }),
    onSuccess: async ({ recovery_codes: codes }) => {
      onCodes(codes);
      await refresh();
    },
  });
  return (
    <StepForm
      action={text.secondFactorConfirm}
      isBusy={confirm.isPending}
      error={confirm.error}
      onSubmit={confirm.mutate}
    >
      <p className="text-sm text-soft">{text.secondFactorSecret}</p>
      <QrCode value={setup.uri} label={text.authenticatorQr} />
      <output className="rounded-md border bg-sunken px-3 py-1.5 font-mono text-sm break-all">{setup.secret}</output>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={setup.secret} label={text.copySecret} hasWords />
        <a href={setup.uri} className={buttonClass('plain')}>
          {text.openApp}
        </a>
      </div>
      <CodeField value={code} onValue={setCode} />
    </StepForm>
  );
}

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = useAccountText();
  return (
    <div className="mb-4 flex flex-col gap-2">
      <h3 className="text-sm font-medium">{text.recoveryCodes}</h3>
      <p className="text-sm text-soft">{text.recoveryHint}</p>
      <output className="rounded-md border bg-sunken px-3 py-1.5 font-mono text-sm break-all whitespace-pre-line">
        {codes.join('\n')}
      </output>
      <div>
        <CopyButton value={codes.join('\n')} label={text.copyCodes} hasWords />
      </div>
    </div>
  );
}

function Off() {
  const text = useAccountText();
  const parley = useParley();
  const refresh = useRefresh(text.secondFactorIsOff);
  const [code, setCode] = useState('');
  const off = useMutation({
    mutationFn: () => parley.api.endSecondFactor({ body: { code: code.trim() } }),
    onSuccess: refresh,
  });
  return (
    <StepForm action={text.secondFactorOff} isBusy={off.isPending} error={off.error} onSubmit={off.mutate}>
      <CodeField value={code} onValue={setCode} />
    </StepForm>
  );
}

interface StepFormProps {
  action: string;
  isBusy: boolean;
  error: Error | null;
  onSubmit: () => void;
  children: ReactNode;
}

function StepForm({ action, isBusy, error, onSubmit, children }: StepFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {children}
      {error && <Problem error={error} />}
      <Button type="submit" className="self-start" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  );
}

/** Says what happened, and reads anew who is signed in and where. */
export function useRefresh(said: string): () => Promise<void> {
  const parley = useParley();
  const queries = useQueryClient();
  const enter = useEnter();
  const toaster = useToaster();
  return async () => {
    toaster.done(said);
    enter(await parley.api.getSession());
    await queries.invalidateQueries({ queryKey: queryKeys.sessions });
  };
}
