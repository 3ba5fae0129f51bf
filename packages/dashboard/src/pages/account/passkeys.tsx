import { APIError, type Passkey } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { hasPasskeys, makePasskey } from '../../lib/passkeys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Problem, ProblemBox } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { useAccountText } from './account-text.ts';
import { describeBrowser } from './describe-browser.ts';
import { RecoveryCodes, useRefresh } from './second-factor.tsx';

/** Passkeys of the account: which there are, adding one, removing one. */
export function Passkeys() {
  const text = useAccountText();
  const parley = useParley();
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [codes, setCodes] = useState<string[]>([]);
  const { data: passkeys, error } = useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: async ({ signal }) => (await parley.api.listPasskeys({}, { signal })).data,
  });
  return (
    <Card title={text.passkeys} description={text.passkeysHint}>
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      {error && <Problem error={error} />}
      {!passkeys && !error && <SkeletonRows count={1} className="h-10" />}
      {passkeys?.length === 0 && <p className="mb-4 text-sm text-soft">{text.passkeysNone}</p>}
      {user.has_password && (
        <div className="mb-4">
          <Field label={text.currentPassword}>
            {(ids) => (
              <Input
                {...ids}
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
      {passkeys && passkeys.length > 0 && (
        <ul className="mb-4 divide-y rounded-md border">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} password={password} />
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <Add password={password} onCodes={setCodes} />
      ) : (
        <p className="text-sm text-soft">{text.passkeysNeedName}</p>
      )}
    </Card>
  );
}

function Row({ passkey, password }: { passkey: Passkey; password: string }) {
  const text = useAccountText();
  const parley = useParley();
  const done = useDone(text.passkeyRemoved);
  const remove = useMutation({
    mutationFn: () =>
      parley.api.removePasskey({
        params: { id: passkey.id },
        body: password === '' ? {} : { current_password: password },
      }),
    onSuccess: done,
  });
  return (
    <li className="px-3 py-2 text-sm">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate">{passkey.name}</p>
          <p className="text-xs text-muted">
            {passkey.last_used_at === null ? (
              text.passkeyNeverUsed
            ) : (
              <>
                {text.passkeyUsed} <Time value={passkey.last_used_at} />
              </>
            )}
          </p>
        </div>
        <Button size="small" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          {text.passkeyRemove}
        </Button>
      </div>
      {remove.error && <Problem error={remove.error} />}
    </li>
  );
}

function Add({ password, onCodes }: { password: string; onCodes: (codes: string[]) => void }) {
  const text = useAccountText();
  const parley = useParley();
  const done = useDone(text.passkeyAdded);
  const [name, setName] = useState(() => {
    const { browser, system } = describeBrowser(navigator.userAgent) ?? {};
    return system ?? browser ?? '';
  });
  const add = useMutation({
    mutationFn: async () => {
      const body = password === '' ? {} : { current_password: password };
      const { options } = await parley.api.beginPasskey({ body });
      return parley.api.addPasskey({ body: { name: name.trim(), response: await makePasskey(options) } });
    },
    onSuccess: async ({ recovery_codes: codes }) => {
      onCodes(codes ?? []);
      await done();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={text.passkeyName}>
        {(ids) => (
          <Input {...ids} required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      {add.error &&
        (add.error instanceof APIError ? (
          <Problem error={add.error} />
        ) : (
          <ProblemBox title={text.passkeys} sentence={text.passkeyNotMade} />
        ))}
      <Button type="submit" className="self-start" isBusy={add.isPending}>
        {text.passkeyAdd}
      </Button>
    </form>
  );
}

function useDone(said: string): () => Promise<void> {
  const queries = useQueryClient();
  const refresh = useRefresh(said);
  return async () => {
    await queries.invalidateQueries({ queryKey: queryKeys.passkeys });
    await refresh();
  };
}
