import { isAmount } from '../../lib/amount.ts';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { confirms, expiries, type KeyDraft, limitNames, onlyNames, periods, scopeNames } from './key-draft.ts';
import { useKeysText } from './keys-text.ts';

export interface KeyFieldsProps {
  draft: KeyDraft;
  onDraft: (draft: KeyDraft) => void;
  /** Whether an admin key may be made; a key that is there keeps its kind. */
  canChooseKind: boolean;
}

/** Everything of a key that people set. */
export function KeyFields({ draft, onDraft, canChooseKind }: KeyFieldsProps) {
  const text = useKeysText();
  const set = (change: Partial<KeyDraft>) => onDraft({ ...draft, ...change });
  return (
    <div className="flex flex-col gap-4">
      <NameField label={text.name} hint={text.nameHint} value={draft.name} onChange={(name) => set({ name })} />
      {canChooseKind && (
        <Field label={text.kind} hint={draft.kind === 'admin' ? text.adminHint : undefined}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.kind}
              onValue={(kind) => set({ kind: kind === 'admin' ? 'admin' : 'workspace' })}
              options={[
                { value: 'workspace', label: text.kindWorkspace },
                { value: 'admin', label: text.kindAdmin },
              ]}
            />
          )}
        </Field>
      )}
      {draft.kind === 'workspace' && <Scopes draft={draft} set={set} />}
      {draft.kind === 'workspace' && <Switches draft={draft} set={set} />}
      <Expiry draft={draft} set={set} />
      {draft.kind === 'workspace' && <Bounds draft={draft} set={set} />}
      {draft.kind === 'workspace' && <Only draft={draft} set={set} />}
    </div>
  );
}

interface PartProps {
  draft: KeyDraft;
  set: (change: Partial<KeyDraft>) => void;
}

function Scopes({ draft, set }: PartProps) {
  const text = useKeysText();
  return (
    <fieldset>
      <legend className="text-sm font-medium text-soft">{text.scopes}</legend>
      <p className="mb-2 text-xs text-muted">{text.scopesHint}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {scopeNames.map((name) => (
          <Checkbox
            key={name}
            label={text.scope[name][0]}
            hint={text.scope[name][1]}
            checked={draft.scopes.includes(name)}
            onValue={(isChecked) =>
              set({ scopes: scopeNames.filter((one) => (one === name ? isChecked : draft.scopes.includes(one))) })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function Switches({ draft, set }: PartProps) {
  const text = useKeysText();
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Checkbox label={text.web} hint={text.webHint} checked={draft.web} onValue={(web) => set({ web })} />
      <Checkbox
        label={text.strict}
        hint={text.strictHint}
        checked={draft.strict}
        onValue={(strict) => set({ strict })}
      />
    </div>
  );
}

function Expiry({ draft, set }: PartProps) {
  const text = useKeysText();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={text.expiry}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.expiry}
            onValue={(value) => set({ expiry: expiries.find((one) => one === value) ?? 'never' })}
            options={expiries.map((value) => ({ value, label: text.expiries[value] }))}
          />
        )}
      </Field>
      {draft.expiry === 'date' && (
        <Field label={text.expiryDate}>
          {(ids) => (
            <Input
              {...ids}
              type="date"
              required
              value={draft.expiryDate}
              onChange={(event) => set({ expiryDate: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function Only({ draft, set }: PartProps) {
  const text = useKeysText();
  return (
    <details className="rounded-md border px-3 py-2" open={onlyNames.some((name) => draft.only[name] !== '')}>
      <summary className="cursor-pointer text-sm font-medium text-soft">{text.only}</summary>
      <p className="mt-1 mb-3 text-xs text-muted">{text.onlyHint}</p>
      <div className="flex flex-col gap-4">
        {onlyNames.map((name) => (
          <Field key={name} label={text.onlyOf[name][0]} hint={text.onlyOf[name][1]}>
            {(ids) => (
              <Input
                {...ids}
                value={draft.only[name]}
                onChange={(event) => set({ only: { ...draft.only, [name]: event.target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}

function Bounds({ draft, set }: PartProps) {
  const text = useKeysText();
  const limitLabels = {
    requests_per_minute: text.requestsPerMinute,
    tokens_per_minute: text.tokensPerMinute,
    open_streams: text.openStreams,
    max_call_usd: text.maxCallUsd,
  };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text.budget} hint={text.budgetHint} error={!isAmount(draft.budget) && text.budgetWrong}>
          {(ids) => (
            <Input
              {...ids}
              inputMode="decimal"
              pattern="\d+([.,]\d+)?"
              className="text-right tabular-nums"
              value={draft.budget}
              onChange={(event) => set({ budget: event.target.value })}
            />
          )}
        </Field>
        <Field label={text.period}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.period}
              onValue={(value) => set({ period: periods.find((one) => one === value) ?? 'month' })}
              options={periods.map((value) => ({ value, label: text.periods[value] }))}
            />
          )}
        </Field>
      </div>
      <details className="rounded-md border px-3 py-2" open={limitNames.some((name) => draft.limits[name] !== '')}>
        <summary className="cursor-pointer text-sm font-medium text-soft">{text.limits}</summary>
        <p className="mt-1 mb-3 text-xs text-muted">{text.limitsHint}</p>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {limitNames.map((name) => (
            <Field key={name} label={limitLabels[name]}>
              {(ids) => (
                <Input
                  {...ids}
                  type="number"
                  {...(name === 'max_call_usd' ? { min: 0, step: 'any' } : { min: 1 })}
                  className="text-right tabular-nums"
                  value={draft.limits[name]}
                  onChange={(event) => set({ limits: { ...draft.limits, [name]: event.target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
        <Field label={text.confirmChanges} className="mt-4 mb-1">
          {(ids) => (
            <Select
              {...ids}
              value={draft.confirmChanges}
              onValue={(value) => set({ confirmChanges: confirms.find((one) => one === value) ?? 'agents' })}
              options={confirms.map((value) => ({ value, label: text.confirms[value] }))}
            />
          )}
        </Field>
      </details>
    </>
  );
}
