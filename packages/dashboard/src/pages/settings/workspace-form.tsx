import type { Workspace } from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isAmount } from '../../lib/amount.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox, Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { DeleteWorkspace } from './delete-workspace.tsx';
import { useSettingsText } from './settings-text.ts';
import { changesOf, draftOf, storageUnits, type WorkspaceDraft } from './workspace-draft.ts';

/** Name, budget and limits of the workspace that the reader is in. */
export function WorkspaceForm() {
  const text = useSettingsText();
  const parley = useParley();
  const { workspace_id: id } = useSession();
  const isOperator = useHasRole('admin', 'instance');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.workspace(id ?? ''),
    enabled: id !== null,
    queryFn: ({ signal }) => parley.api.getWorkspace({ params: { id: id ?? '' } }, { signal }),
  });
  if (id === null) {
    return (
      <EmptyState icon={<Building2 aria-hidden />} title={text.noWorkspace}>
        {text.noWorkspaceHint}
      </EmptyState>
    );
  }
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  // A form of its own for each answer: what was saved is what it begins with.
  if (!data) return <SkeletonRows count={4} className="h-14" />;
  return (
    <div className="flex flex-col gap-5">
      <Form key={JSON.stringify(data)} workspace={data} />
      {isOperator && <DeleteWorkspace key={data.id} workspace={data} />}
    </div>
  );
}

function Form({ workspace }: { workspace: Workspace }) {
  const text = useSettingsText();
  const parley = useParley();
  const queries = useQueryClient();
  const mayChange = useHasRole('admin');
  const isOperator = useHasRole('admin', 'instance');
  const [draft, setDraft] = useState(() => draftOf(workspace));
  const set = (change: Partial<WorkspaceDraft>) => setDraft({ ...draft, ...change });
  const changes = changesOf(draft, workspace, isOperator);
  const save = useChange({
    change: () => parley.api.updateWorkspace({ params: { id: workspace.id }, body: changes }),
    said: text.workspaceSaved,
    queryKey: queryKeys.workspace(workspace.id),
    // Its name stands in the sidebar, and its limit beside what is stored.
    onDone: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.session });
      void queries.invalidateQueries({ queryKey: queryKeys.storage.all });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title={text.workspace} description={text.workspaceHint} className="max-w-2xl">
      <form onSubmit={submit}>
        <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2">
          <NameField
            label={text.workspaceName}
            className="sm:col-span-2"
            value={draft.name}
            onChange={(name) => set({ name })}
          />
          <Bounds draft={draft} set={set} isOperator={isOperator} />
          <Field label={text.origins} hint={text.originsHint} className="sm:col-span-2">
            {(ids) => (
              <TextArea
                {...ids}
                rows={3}
                spellCheck={false}
                className="font-mono text-xs!"
                placeholder={text.originsExample}
                value={draft.origins}
                onChange={({ target }) => set({ origins: target.value })}
              />
            )}
          </Field>
          <Checkbox
            className="sm:col-span-2"
            checked={draft.requiresSecondFactor}
            onValue={(requiresSecondFactor) => set({ requiresSecondFactor })}
            label={text.secondFactor}
            hint={text.secondFactorHint}
          />
          {mayChange && (
            <div className="flex justify-end sm:col-span-2">
              <Button type="submit" look="primary" isBusy={save.isPending} disabled={Object.keys(changes).length === 0}>
                {text.save}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </Card>
  );
}

interface BoundsProps {
  draft: WorkspaceDraft;
  set: (change: Partial<WorkspaceDraft>) => void;
  isOperator: boolean;
}

/** What the workspace may cost and store, which those set who run the installation. */
function Bounds({ draft, set, isOperator }: BoundsProps) {
  const text = useSettingsText();
  const number = {
    inputMode: 'decimal',
    pattern: '\\d+([.,]\\d+)?',
    className: 'text-right tabular-nums',
    disabled: !isOperator,
  } as const;
  return (
    <>
      <Field
        label={text.budget}
        hint={isOperator ? text.budgetHint : text.operatorsOnly}
        error={!isAmount(draft.budget) && text.budgetWrong}
      >
        {(ids) => (
          <Input
            {...ids}
            {...number}
            placeholder={text.noLimit}
            value={draft.budget}
            onChange={({ target }) => set({ budget: target.value })}
          />
        )}
      </Field>
      <Field label={text.storageLimit} hint={isOperator ? text.storageLimitHint : text.operatorsOnly}>
        {(ids) => (
          <div className="flex gap-2">
            <Input
              {...ids}
              {...number}
              placeholder={text.noLimit}
              value={draft.storage}
              onChange={({ target }) => set({ storage: target.value })}
            />
            <Select
              aria-label={text.unit}
              className="w-20 shrink-0"
              disabled={!isOperator}
              value={draft.unit}
              onValue={(value) => set({ unit: storageUnits.find((one) => one === value) ?? 'GB' })}
              options={storageUnits.map((value) => ({ value, label: value }))}
            />
          </div>
        )}
      </Field>
    </>
  );
}
