import type { Budget } from '@parley/sdk';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { useKeyOptions } from '../../lib/use-key-options.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { amountOf, type BudgetDraft, draftOf, emailsOf, sharesOf } from './budget-draft.ts';
import { useBudgetsText } from './budgets-text.ts';

const scopes = ['workspace', 'key', 'user', 'tag', 'model'] as const;
const periods = ['day', 'week', 'month', 'total'] as const;
const actions = ['stop', 'warn'] as const;

/** A new budget, or changes to one: whose calls it counts stays. */
export function BudgetDialog({ budget, onClose }: { budget: Budget | null; onClose: () => void }) {
  const text = useBudgetsText();
  const ui = useUiText();
  const [draft, setDraft] = useState(() => draftOf(budget));
  const change = (part: Partial<BudgetDraft>) => setDraft((before) => ({ ...before, ...part }));
  const amount = amountOf(draft);
  const shares = sharesOf(draft);
  const keep = useKeep(budget, onClose);
  const submit = () => {
    if (amount === null || shares === null) return;
    keep.mutate({ draft, amount_usd: amount, warn_at: shares });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={budget ? text.edit : text.create}
      action={budget ? ui.save : text.create}
      onSubmit={submit}
      isBusy={keep.isPending}
      isUnready={amount === null || shares === null}
      hasColumns
    >
      {budget === null && <Scope draft={draft} onChange={change} />}
      <TextField
        label={text.amount}
        hint={text.amountHint}
        error={amount === null && text.amountWrong}
        inputMode="decimal"
        value={draft.amount}
        onChange={(value) => change({ amount: value })}
      />
      <ChoiceField
        label={text.period}
        value={draft.period}
        values={periods}
        names={text.periods}
        onValue={(period) => change({ period })}
      />
      <ChoiceField
        label={text.action}
        hint={text.actionHints[draft.action]}
        value={draft.action}
        values={actions}
        names={text.actions}
        onValue={(action) => change({ action })}
      />
      <TextField
        label={text.warnAt}
        hint={text.warnAtHint}
        error={shares === null && text.warnAtWrong}
        value={draft.warnAt}
        onChange={(warnAt) => change({ warnAt })}
      />
      <TextField
        label={text.emails}
        hint={text.emailsHint}
        value={draft.emails}
        onChange={(emails) => change({ emails })}
      />
      <TextField
        label={text.name}
        hint={text.nameHint}
        maxLength={200}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
    </FormDialog>
  );
}

interface ScopeProps {
  draft: BudgetDraft;
  onChange: (part: Partial<BudgetDraft>) => void;
}

/** Whose calls count. */
function Scope({ draft: { scope, target }, onChange }: ScopeProps) {
  const text = useBudgetsText();
  const { workspace_id } = useSession();
  const keys = useKeyOptions(workspace_id);
  return (
    <>
      <ChoiceField
        label={text.of}
        value={scope}
        values={scopes}
        names={text.scopes}
        onValue={(value) => onChange({ scope: value, target: '' })}
      />
      {scope === 'key' && (
        <Field label={text.target.key}>
          {(ids) => (
            <Select
              {...ids}
              value={target}
              onValue={(value) => onChange({ target: value })}
              options={[{ value: '', label: text.eachKey }, ...keys]}
            />
          )}
        </Field>
      )}
      {scope !== 'key' && scope !== 'workspace' && (
        <TextField
          label={text.target[scope]}
          hint={text.targetHint}
          value={target}
          onChange={(value) => onChange({ target: value })}
        />
      )}
    </>
  );
}

interface Kept {
  draft: BudgetDraft;
  amount_usd: number;
  warn_at: number[];
}

function useKeep(budget: Budget | null, onDone: () => void) {
  const text = useBudgetsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  return useChange({
    change: ({ draft, amount_usd, warn_at }: Kept) => {
      const { scope, target, period, action } = draft;
      const settings = { name: draft.name.trim(), amount_usd, period, action, warn_at, emails: emailsOf(draft) };
      if (budget) return parley.api.updateBudget({ params: { id: budget.id }, body: settings });
      return parley.api.createBudget({
        body: {
          ...(workspace_id !== null && { workspace_id }),
          scope,
          ...(scope !== 'workspace' && { target: target.trim() === '' ? null : target.trim() }),
          ...settings,
        },
      });
    },
    queryKey: queryKeys.budgets.all,
    said: budget ? text.changed : text.created,
    onDone,
  });
}
