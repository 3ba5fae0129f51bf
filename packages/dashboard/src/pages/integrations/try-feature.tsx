import { APIError, type Integration, type IntegrationFeature } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Blocks, Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { asText } from '../../lib/read-json.ts';
import { useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Problem } from '../../ui/problem.tsx';
import { InputControl } from './input-control.tsx';
import { inputFieldsOf, problemsByInput, toInputs } from './input-fields.ts';
import { useIntegrationsText } from './integrations-text.ts';

export interface TryFeatureProps {
  id: string;
  integration: Integration;
  /** Null for those who may not run anything either. */
  onConnect: ((userId: string) => void) | null;
}

/** A feature, chosen in the address, with a form made of what it takes. */
export function TryFeature({ id, integration, onConnect }: TryFeatureProps) {
  const text = useIntegrationsText();
  const [wanted, setWanted] = useUrlState('feature');
  const features = integration.features ?? [];
  const feature = features.find(({ name }) => name === wanted) ?? features[0];
  if (!feature) {
    return (
      <EmptyState icon={<Blocks aria-hidden />} title={text.noFeatures}>
        {text.noFeaturesHint}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-5 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <nav aria-label={text.features} className="hidden max-h-[70vh] overflow-y-auto lg:block">
        <ul className="flex flex-col gap-0.5">
          {features.map(({ name, description }) => (
            <li key={name}>
              <button
                type="button"
                aria-current={name === feature.name ? 'true' : undefined}
                onClick={() => setWanted(name)}
                className="w-full rounded-md px-2.5 py-1.5 text-left hover:bg-sunken aria-[current]:bg-accent-soft"
              >
                <span className="block truncate font-mono text-xs font-medium" title={name}>
                  {name}
                </span>
                <span className="block truncate text-xs text-soft" title={description}>
                  {description}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col gap-4">
        <Field label={text.feature} className="lg:hidden">
          {(ids) => (
            <Select
              {...ids}
              value={feature.name}
              onValue={setWanted}
              options={features.map(({ name }) => ({ value: name, label: name }))}
            />
          )}
        </Field>
        <FeatureForm key={feature.name} id={id} name={integration.name} feature={feature} onConnect={onConnect} />
      </div>
    </div>
  );
}

interface FeatureFormProps extends Pick<TryFeatureProps, 'id' | 'onConnect'> {
  name: string;
  feature: IntegrationFeature;
}

function FeatureForm({ id, name, feature, onConnect }: FeatureFormProps) {
  const text = useIntegrationsText();
  const parley = useParley();
  const session = useSession();
  const [user, setUser] = useUrlState('user', session.user.email);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isAsking, setIsAsking] = useState(false);
  const fields = inputFieldsOf(feature);
  const { inputs, broken } = toInputs(fields, values);
  const run = useMutation({
    mutationFn: async ({ isAgreed, ...given }: { inputs: Record<string, unknown>; isAgreed: boolean }) => {
      const call = { user_id: user, feature_name: feature.name, ...given };
      try {
        return await parley.integrations.execute(id, call);
      } catch (error) {
        const confirm = isAgreed ? confirmOf(error) : undefined;
        if (confirm === undefined) throw error;
        return await parley.integrations.execute(id, { ...call, confirm });
      }
    },
    onError: (error) => setIsAsking(confirmOf(error) !== undefined),
    onSuccess: () => setIsAsking(false),
  });
  const body = run.error instanceof APIError ? run.error.body : {};
  const code = run.error instanceof APIError ? run.error.code : '';
  const problems = problemsByInput(body);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (broken.length > 0) return;
    if (feature.changes) setIsAsking(true);
    else run.mutate({ inputs, isAgreed: false });
  };
  const wantsConnection = code === 'integration_not_connected' || code === 'needs_reconnect';
  return (
    <>
      <Card
        title={<code className="font-mono text-sm break-all">{feature.name}</code>}
        description={feature.description}
        actions={feature.changes && <Badge tone="warn">{text.changes}</Badge>}
      >
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Field label={text.user} hint={text.tryUserHint}>
            {(ids) => (
              <Input {...ids} required maxLength={255} value={user} onChange={({ target }) => setUser(target.value)} />
            )}
          </Field>
          {fields.map((field) => (
            <InputControl
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onValue={(value) => setValues({ ...values, [field.name]: value })}
              problem={broken.includes(field.name) ? text.notJson : problems[field.name]}
            />
          ))}
          {fields.length === 0 && <p className="text-sm text-muted">{text.noInputs}</p>}
          {onConnect && (
            <Button
              type="submit"
              look="primary"
              className="self-start"
              icon={<Play aria-hidden />}
              isBusy={run.isPending}
            >
              {text.run}
            </Button>
          )}
        </form>
      </Card>
      {run.error && code !== 'confirmation_required' && <Problem error={run.error} />}
      {wantsConnection && onConnect && (
        <Button className="self-start" onClick={() => onConnect(user)}>
          {text.connectTo(name)}
        </Button>
      )}
      {run.data && (
        <div className="min-w-0">
          <h2 className="mb-2 font-semibold">{text.result}</h2>
          <JsonTree value={run.data.result} label={text.result} />
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => run.mutate({ inputs, isAgreed: true })}
        title={text.confirmTitle(name)}
        action={text.confirmAction}
        isBusy={run.isPending}
      >
        <p className="mb-3">{text.confirmHint(feature.name, name, user)}</p>
        <CodeBlock code={JSON.stringify(inputs, null, 2)} label={text.inputs} className="max-h-60" />
      </ConfirmDialog>
    </>
  );
}

/** The token with which a call is done that the service held back; undefined for every other error. */
const confirmOf = (error: unknown): string | undefined =>
  error instanceof APIError && error.code === 'confirmation_required' ? asText(error.body.confirm) : undefined;
