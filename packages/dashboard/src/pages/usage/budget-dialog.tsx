import type { Budget, Key } from '@parley/sdk';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { useBudgetsText } from './budgets-text.ts';

const scopes = ['workspace', 'key', 'user', 'tag', 'model'] as const;
const periods = ['day', 'week', 'month', 'total'] as const;
const actions = ['stop', 'warn'] as const;

/** A new budget. */
export function BudgetDialog({ onClose }: { onClose: () => void }) {
  const text = useBudgetsText();
  const ui = useUiText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const workspace = workspace_id === null ? {} : { workspace_id };
  const [scope, setScope] = useState<Budget['scope']>('workspace');
  const [target, setTarget] = useState('');
  const [amount, setAmount] = useState('50');
  const [period, setPeriod] = useState<Budget['period']>('month');
  const [action, setAction] = useState<Budget['action']>('stop');
  const create = useChange({
    change: () =>
      parley.api.createBudget({
        body: {
          ...workspace,
          scope,
          ...(scope !== 'workspace' && { target: target.trim() === '' ? null : target.trim() }),
          amount_usd: Number(amount),
          period,
          action,
          warn_at: [0.8, 1],
        },
      }),
    queryKey: queryKeys.budgets.all,
    said: text.created,
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.create}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form="new-budget" look="primary" isBusy={create.isPending}>
            {text.create}
          </Button>
        </>
      }
    >
      <form id="new-budget" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Choice label={text.of} value={scope} values={scopes} names={text.scopes} onValue={setScope} />
        {scope === 'key' && <KeyTarget value={target} onValue={setTarget} />}
        {scope !== 'key' && scope !== 'workspace' && (
          <Field label={text.target[scope]} hint={text.targetHint}>
            {(ids) => <Input {...ids} value={target} onChange={({ target: field }) => setTarget(field.value)} />}
          </Field>
        )}
        <Field label={text.amount} hint={text.amountHint}>
          {(ids) => (
            <Input
              {...ids}
              type="number"
              required
              min={0}
              max={9_000_000}
              step="any"
              value={amount}
              onChange={({ target: field }) => setAmount(field.value)}
            />
          )}
        </Field>
        <Choice label={text.period} value={period} values={periods} names={text.periods} onValue={setPeriod} />
        <Choice
          label={text.action}
          hint={text.actionHints[action]}
          value={action}
          values={actions}
          names={text.actions}
          onValue={setAction}
        />
      </form>
    </Dialog>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  values: readonly Value[];
  names: Record<Value, string>;
  onValue: (value: Value) => void;
}

function Choice<Value extends string>({ label, hint, value, values, names, onValue }: ChoiceProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <Select
          {...ids}
          value={value}
          onValue={(chosen) => onValue(values.find((one) => one === chosen) ?? value)}
          options={values.map((one) => ({ value: one, label: names[one] }))}
        />
      )}
    </Field>
  );
}

function KeyTarget({ value, onValue }: { value: string; onValue: (id: string) => void }) {
  const text = useBudgetsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const filter = { kind: 'workspace' as const, ...(workspace_id !== null && { workspace_id }) };
  const { rows } = usePages<Key>({
    queryKey: queryKeys.keys.list(filter),
    fetchPage: (after, signal) => parley.api.listKeys({ query: { ...filter, ...after, limit: 100 } }, { signal }),
  });
  return (
    <Field label={text.target.key}>
      {(ids) => (
        <Select
          {...ids}
          value={value}
          onValue={onValue}
          options={[
            { value: '', label: text.eachKey },
            ...(rows ?? []).map(({ id, name }) => ({ value: id, label: name || id })),
          ]}
        />
      )}
    </Field>
  );
}
