import type { Guard } from '@parley/sdk';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { CheckFields } from './check-fields.tsx';
import { actions, checkOf, checkTypes, draftOf, stages } from './guard-draft.ts';
import { useGuardsText } from './guards-text.ts';

const namePattern = '[a-z0-9][a-z0-9_\\-]{0,63}';

/** A new guard, or changes to one. */
export function GuardDialog({ guard, onClose }: { guard: Guard | null; onClose: () => void }) {
  const text = useGuardsText();
  const ui = useUiText();
  const [draft, setDraft] = useState(() => draftOf(guard));
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const check = checkOf(draft, guard?.check);
  const keep = useKeep(guard, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, stage, action, position, onRequest } = draft;
    if (check)
      keep.mutate({ name: name.trim(), stage, action, check, position: Number(position), on_request: onRequest });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={guard?.name ?? text.create}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form="guard" look="primary" isBusy={keep.isPending}>
            {guard ? ui.save : text.create}
          </Button>
        </>
      }
    >
      <form id="guard" onSubmit={submit} className="flex flex-col gap-4">
        <Field label={text.name} hint={text.nameHint}>
          {(ids) => (
            <Input
              {...ids}
              required
              pattern={namePattern}
              title={text.nameHint}
              placeholder={text.namePlaceholder}
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field label={text.check}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.type}
              onValue={(value) => {
                const type = checkTypes.find((one) => one === value) ?? draft.type;
                // A schema is held against whole replies.
                change({ type, ...(type === 'schema' && { stage: 'output' as const }) });
              }}
              options={checkTypes.map((value) => ({ value, label: text.checks[value] }))}
            />
          )}
        </Field>
        <CheckFields draft={draft} onChange={change} isWrong={check === null} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={text.stage}>
            {(ids) => (
              <Select
                {...ids}
                value={draft.stage}
                disabled={draft.type === 'schema'}
                onValue={(value) => change({ stage: stages.find((one) => one === value) ?? draft.stage })}
                options={stages.map((value) => ({ value, label: text.stages[value] }))}
              />
            )}
          </Field>
          <Field label={text.position} hint={text.positionHint}>
            {(ids) => (
              <Input
                {...ids}
                type="number"
                required
                min={0}
                max={10_000}
                value={draft.position}
                onChange={({ target }) => change({ position: target.value })}
              />
            )}
          </Field>
        </div>
        <Field label={text.action} hint={text.actionHints[draft.action]}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.action}
              onValue={(value) => change({ action: actions.find((one) => one === value) ?? draft.action })}
              options={actions.map((value) => ({ value, label: text.actions[value] }))}
            />
          )}
        </Field>
        <Checkbox
          label={text.onRequest}
          hint={text.onRequestHint}
          checked={draft.onRequest}
          onValue={(onRequest) => change({ onRequest })}
        />
      </form>
    </Dialog>
  );
}

type Kept = Pick<Guard, 'name' | 'stage' | 'action' | 'check' | 'position' | 'on_request'>;

function useKeep(guard: Guard | null, onDone: () => void) {
  const text = useGuardsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const workspace = workspace_id === null ? {} : { workspace_id };
  return useChange({
    change: (body: Kept) =>
      guard
        ? parley.api.updateGuard({ params: { id: guard.id }, body })
        : parley.api.createGuard({ body: { ...workspace, ...body } }),
    queryKey: queryKeys.guards.all,
    said: guard ? text.saved : text.created,
    onDone,
  });
}
