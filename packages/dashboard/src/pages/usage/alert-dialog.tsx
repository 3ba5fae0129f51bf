import type { Alert, Key } from '@parley/sdk';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useUsageText } from './usage-text.ts';
import { hasPeriod, isShare, useAlertChange } from './use-alerts.ts';

const measures = ['cost_usd', 'budget_share', 'requests', 'error_share', 'disk_used_share'] as const;
const periods = ['day', 'month'] as const;

/** A new alert of the workspace or one of its keys. */
export function AlertDialog({ onClose }: { onClose: () => void }) {
  const text = useUsageText();
  const ui = useUiText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const [name, setName] = useState('');
  const [measure, setMeasure] = useState<Alert['measure']>('budget_share');
  const [threshold, setThreshold] = useState('80');
  const [period, setPeriod] = useState<Alert['period']>('month');
  const [keyId, setKeyId] = useState('');
  const workspace = workspace_id === null ? {} : { workspace_id };
  const filter = { kind: 'workspace', ...workspace } as const;
  const { rows: keys } = usePages<Key>({
    queryKey: queryKeys.keys.list(filter),
    fetchPage: (after, signal) => parley.api.listKeys({ query: { ...filter, ...after, limit: 100 } }, { signal }),
  });
  const create = useAlertChange(
    () =>
      parley.api.createAlert({
        body: {
          ...workspace,
          name: name.trim(),
          measure,
          threshold: isShare(measure) ? Number(threshold) / 100 : Number(threshold),
          period,
          ...(keyId !== '' && { key_id: keyId }),
        },
      }),
    text.created,
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.newAlert}
      description={text.alertsHint}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form="new-alert" look="primary" isBusy={create.isPending}>
            {text.create}
          </Button>
        </>
      }
    >
      <form id="new-alert" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <NameField
          label={text.alertName}
          className="sm:col-span-2"
          placeholder={text.alertNamePlaceholder}
          value={name}
          onChange={setName}
        />
        <Field label={text.measure}>
          {(ids) => (
            <Select
              {...ids}
              value={measure}
              onValue={(value) => setMeasure(measures.find((one) => one === value) ?? measure)}
              options={measures.map((value) => ({ value, label: text.alertMeasures[value] }))}
            />
          )}
        </Field>
        <Field label={text.threshold} hint={text.thresholdHints[measure]}>
          {(ids) => (
            <Input
              {...ids}
              type="number"
              required
              min={0}
              step="any"
              value={threshold}
              onChange={({ target }) => setThreshold(target.value)}
            />
          )}
        </Field>
        <Field label={text.ofKey}>
          {(ids) => (
            <Select
              {...ids}
              value={keyId}
              onValue={setKeyId}
              options={[
                { value: '', label: text.wholeWorkspace },
                ...(keys ?? []).map(({ id, name }) => ({ value: id, label: name || id })),
              ]}
            />
          )}
        </Field>
        {hasPeriod(measure) && (
          <Field label={text.period}>
            {(ids) => (
              <Select
                {...ids}
                value={period}
                onValue={(value) => setPeriod(periods.find((one) => one === value) ?? period)}
                options={periods.map((value) => ({ value, label: text.periods[value] }))}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
