import type { Alert } from '@parley/sdk';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { useSession } from '../../lib/session.tsx';
import { useKeyOptions } from '../../lib/use-key-options.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useUsageText } from './usage-text.ts';
import { hasPeriod, isShare, useAlertChange } from './use-alerts.ts';

const measures = ['cost_usd', 'budget_share', 'requests', 'error_share', 'disk_used_share'] as const;
const periods = ['day', 'month'] as const;

/** A new alert of the workspace or one of its keys. */
export function AlertDialog({ onClose }: { onClose: () => void }) {
  const text = useUsageText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const [name, setName] = useState('');
  const [measure, setMeasure] = useState<Alert['measure']>('budget_share');
  const [threshold, setThreshold] = useState('80');
  const [period, setPeriod] = useState<Alert['period']>('month');
  const [keyId, setKeyId] = useState('');
  const workspace = workspace_id === null ? {} : { workspace_id };
  const keys = useKeyOptions(workspace_id);
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
  return (
    <FormDialog
      onClose={onClose}
      title={text.newAlert}
      description={text.alertsHint}
      action={text.create}
      onSubmit={() => create.mutate(undefined)}
      isBusy={create.isPending}
      hasColumns
    >
      <NameField
        label={text.alertName}
        className="sm:col-span-2"
        placeholder={text.alertNamePlaceholder}
        value={name}
        onChange={setName}
      />
      <ChoiceField
        label={text.measure}
        value={measure}
        values={measures}
        names={text.alertMeasures}
        onValue={setMeasure}
      />
      <TextField
        label={text.threshold}
        hint={text.thresholdHints[measure]}
        type="number"
        required
        min={0}
        step="any"
        value={threshold}
        onChange={setThreshold}
      />
      <Field label={text.ofKey}>
        {(ids) => (
          <Select
            {...ids}
            value={keyId}
            onValue={setKeyId}
            options={[{ value: '', label: text.wholeWorkspace }, ...keys]}
          />
        )}
      </Field>
      {hasPeriod(measure) && (
        <ChoiceField label={text.period} value={period} values={periods} names={text.periods} onValue={setPeriod} />
      )}
    </FormDialog>
  );
}
