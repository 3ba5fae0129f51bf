import type { AddedIntegration } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { useSession } from '../../lib/session.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { Time } from '../../ui/values.tsx';
import { changesOf, type DefinitionChange, featuresOf } from './definition-changes.ts';
import { FeatureList, Definition as Json } from './feature-list.tsx';
import { useIntegrationsText } from './integrations-text.ts';
import { useIntegrationChange } from './use-integrations.ts';

const tones: Record<AddedIntegration['status'], Tone> = { active: 'good', needs_approval: 'warn', no_features: 'warn' };
const changeTones: Record<DefinitionChange['kind'], Tone> = { added: 'good', changed: 'warn', removed: 'bad' };

/** What was added here, as it is pinned; for admins of the installation. */
export function Definition({ added }: { added: AddedIntegration }) {
  const text = useIntegrationsText();
  const parley = useParley();
  const toaster = useToaster();
  const navigate = useNavigate();
  const { user, workspace_id } = useSession();
  const [reader, setReader] = useState(user.email);
  const [isRemoving, setIsRemoving] = useState(false);
  const params = { id: added.id };
  const refresh = useIntegrationChange(
    () =>
      parley.api.refreshAddedIntegration({
        params,
        body: { user_id: reader.trim(), ...(workspace_id !== null && { workspace_id }) },
      }),
    { onSuccess: ({ status }) => toaster.done(text.refreshed[status]) },
  );
  const approve = useIntegrationChange(() => parley.api.approveAddedIntegration({ params }), {
    onSuccess: () => toaster.done(text.approved),
  });
  const remove = useIntegrationChange(() => parley.api.deleteAddedIntegration({ params }), {
    onSuccess: async () => {
      toaster.done(text.removed(added.id));
      await navigate({ to: '/integrations' });
    },
  });
  const error = refresh.error ?? approve.error ?? remove.error;
  const changes = changesOf(added);
  const features = featuresOf(added.manifest);
  return (
    <div className="flex flex-col gap-4">
      {error && <Problem error={error} />}
      {changes.length > 0 && (
        <Card
          title={text.waitingTitle}
          description={text.waitingHint}
          actions={
            <Button look="primary" isBusy={approve.isPending} onClick={() => approve.mutate(undefined)}>
              {text.approve}
            </Button>
          }
        >
          <ul className="flex flex-col gap-3">
            {changes.map((change) => (
              <Change key={change.name} change={change} />
            ))}
          </ul>
        </Card>
      )}
      <Card
        title={text.pinned}
        description={added.source === 'mcp' ? text.pinnedHint : text.fixedHint}
        actions={
          <Button look="danger" onClick={() => setIsRemoving(true)}>
            {text.remove}
          </Button>
        }
      >
        <Facts
          facts={[
            [
              text.state,
              <Badge key="state" tone={tones[added.status]}>
                {text.addedStates[added.status]}
              </Badge>,
            ],
            [text.source, text.sources[added.source]],
            [text.where, added.workspace_id === null ? text.everywhere : <code key="id">{added.workspace_id}</code>],
            [text.addedAt, <Time key="at" value={added.created_at} isFull />],
            [text.changedAt, <Time key="to" value={added.updated_at} isFull />],
          ]}
        />
        {added.source === 'mcp' && (
          <div className="mt-4 flex flex-wrap items-end gap-2">
            <Field label={text.refreshUser} hint={text.refreshHint} className="flex-1 basis-60">
              {(ids) => <Input {...ids} value={reader} onChange={({ target }) => setReader(target.value)} />}
            </Field>
            <Button
              className="mb-5"
              icon={<RefreshCw aria-hidden />}
              isBusy={refresh.isPending}
              onClick={() => refresh.mutate(undefined)}
            >
              {text.refresh}
            </Button>
          </div>
        )}
        <h2 className="mt-5 mb-2 text-sm font-semibold">{text.featureCount(features.length)}</h2>
        {features.length > 0 ? <FeatureList features={features} /> : <p className="text-sm">{text.noFeaturesHint}</p>}
      </Card>
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        onConfirm={() => remove.mutate(undefined)}
        title={text.removeTitle(added.id)}
        action={text.remove}
        isBusy={remove.isPending}
      >
        {text.removeHint}
      </ConfirmDialog>
    </div>
  );
}

function Change({ change: { kind, name, before, after } }: { change: DefinitionChange }) {
  const text = useIntegrationsText();
  return (
    <li className="min-w-0">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={changeTones[kind]}>{text.changeKinds[kind]}</Badge>
        <code className="font-mono text-xs break-all">{name}</code>
      </p>
      <div className="grid gap-3 md:grid-cols-2">
        {before && <Json definition={before.definition} label={text.before(name)} />}
        {after && <Json definition={after.definition} label={text.after(name)} />}
      </div>
    </li>
  );
}
