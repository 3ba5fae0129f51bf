import type { ConnectIntegrationRequest, Integration } from '@parley/sdk';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { type AuthMethod, type ConnectionField, connectionFieldsOf } from './input-fields.ts';
import { useIntegrationsText } from './integrations-text.ts';
import { callbackUrlOf, leadTo, openSignInWindow } from './oauth-window.ts';
import { useIntegrationChange } from './use-integrations.ts';

export interface ConnectDialogProps {
  id: string;
  integration: Integration;
  /** Whom the form begins with. */
  userId: string;
  onClose: () => void;
}

/** Asks for what a connection needs: credentials, or the window of the third party. */
export function ConnectDialog({ id, integration, userId, onClose }: ConnectDialogProps) {
  const text = useIntegrationsText();
  const ui = useUiText();
  const toaster = useToaster();
  const parley = useParley();
  const methods = integration.auth_methods ?? [integration.auth_method ?? 'NONE'];
  const [method, setMethod] = useState<AuthMethod>(methods[0] ?? 'NONE');
  const [user, setUser] = useState(userId);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const fields = connectionFieldsOf(integration, method);
  const connect = useIntegrationChange(
    async (opened: Window | null) => {
      try {
        const reply = await parley.integrations.connect(id, toRequest({ id, method, user, values, fields }));
        if (!('redirect_url' in reply)) return 'connected' as const;
        leadTo(opened, reply.redirect_url);
        return 'away' as const;
      } catch (error) {
        opened?.close();
        throw error;
      }
    },
    {
      onSuccess: (result) => {
        if (result === 'away') return;
        toaster.done(text.connectedNow(integration.name, user.trim()));
        onClose();
      },
    },
  );
  const isAway = connect.data === 'away';
  const submit = () => {
    if (fields.every(({ name, fits }) => !values[name] || fits(values[name])))
      connect.mutate(method === 'OAUTH2' ? openSignInWindow() : null);
  };
  const setValue = (name: string, value: string) => setValues({ ...values, [name]: value });
  return (
    <FormDialog
      onClose={onClose}
      title={text.connectTo(integration.name)}
      description={
        method === 'OAUTH2'
          ? text.oauthHint(integration.name)
          : text.credentialsHint(integration.tried_methods?.includes(method) === true)
      }
      action={method === 'OAUTH2' ? (isAway ? text.openAgain : text.openWindow(integration.name)) : text.connect}
      icon={method === 'OAUTH2' && <ExternalLink aria-hidden />}
      {...(isAway && { leave: ui.close })}
      onSubmit={submit}
      isBusy={connect.isPending}
      error={connect.error}
    >
      {methods.length > 1 && (
        <Field label={text.method}>
          {(ids) => (
            <Select
              {...ids}
              value={method}
              onValue={(value) => setMethod(methods.find((one) => one === value) ?? method)}
              options={methods.map((value) => ({ value, label: text.methods[value] }))}
            />
          )}
        </Field>
      )}
      <Field label={text.user} hint={text.userHint}>
        {(ids) => (
          <Input {...ids} required maxLength={255} value={user} onChange={({ target }) => setUser(target.value)} />
        )}
      </Field>
      <CredentialFields method={method} fields={fields} values={values} onValue={setValue} />
      {isAway && (
        <p role="status" className="rounded-md bg-accent-soft px-3 py-2 text-sm text-soft">
          {text.away(integration.name)}
        </p>
      )}
    </FormDialog>
  );
}

interface CredentialFieldsProps {
  method: AuthMethod;
  fields: readonly ConnectionField[];
  values: Readonly<Record<string, string>>;
  onValue: (name: string, value: string) => void;
}

const credentialsOf = { OAUTH2: [], NONE: [], API_KEY: ['api_key'], BASIC_AUTH: ['username', 'password'] } as const;

function CredentialFields({ method, fields, values, onValue }: CredentialFieldsProps) {
  const text = useIntegrationsText();
  return (
    <>
      {fields.map(({ name, description, isRequired, fits }) => {
        const value = values[name] ?? '';
        return (
          <Field
            key={name}
            label={<FieldName name={name} isRequired={isRequired} />}
            hint={description}
            error={value !== '' && !fits(value) && text.doesNotFit(description)}
          >
            {(ids) => (
              <Input
                {...ids}
                required={isRequired}
                autoComplete="off"
                value={value}
                onChange={({ target }) => onValue(name, target.value)}
              />
            )}
          </Field>
        );
      })}
      {credentialsOf[method].map((name) => (
        <Field key={name} label={text.credentials[name]} hint={name === 'username' ? undefined : text.secretHint}>
          {(ids) => (
            <Input
              {...ids}
              required
              type={name === 'username' ? 'text' : 'password'}
              autoComplete="off"
              value={values[name] ?? ''}
              onChange={({ target }) => onValue(name, target.value)}
            />
          )}
        </Field>
      ))}
    </>
  );
}

/** The name of an input as the service has it, with whether it may be left out. */
export function FieldName({ name, isRequired }: { name: string; isRequired: boolean }) {
  const text = useIntegrationsText();
  return (
    <>
      <code className="font-mono text-xs break-all">{name}</code>
      {!isRequired && <span className="ml-1.5 text-xs font-normal text-muted">{text.optional}</span>}
    </>
  );
}

function toRequest(draft: {
  id: string;
  method: AuthMethod;
  user: string;
  values: Readonly<Record<string, string>>;
  fields: readonly ConnectionField[];
}): ConnectIntegrationRequest {
  const { id, method, user, values, fields } = draft;
  const given = fields.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : []));
  return {
    user_id: user.trim(),
    ...(given.length > 0 && { fields: Object.fromEntries(given) }),
    ...(method === 'API_KEY' && { api_key: values.api_key }),
    ...(method === 'BASIC_AUTH' && { username: values.username, password: values.password }),
    ...(method === 'OAUTH2' && { callback_url: callbackUrlOf(id) }),
  };
}
