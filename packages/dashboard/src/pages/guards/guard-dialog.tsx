import type { Guard } from '@parley/sdk';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { useKeyOptions } from '../../lib/use-key-options.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { CheckFields } from './check-fields.tsx';
import { actions, checkOf, checkTypes, draftOf, type GuardDraft, stages } from './guard-draft.ts';
import { useGuardsText } from './guards-text.ts';

const namePattern = '[a-z0-9][a-z0-9_\\-]{0,63}';

/** A new guard, or changes to one. */
export function GuardDialog({ guard, onClose }: { guard: Guard | null; onClose: () => void }) {
  const text = useGuardsText();
  const ui = useUiText();
  const [draft, setDraft] = useState(() => draftOf(guard));
  const change = (part: Partial<GuardDraft>) => setDraft((before) => ({ ...before, ...part }));
  const check = checkOf(draft, guard?.check);
  const keep = useKeep(guard, onClose);
  const submit = () => {
    const { name, stage, action, position, onRequest, restore, keys } = draft;
    if (!check) return;
    keep.mutate({
      ...{ name: name.trim(), stage, action, check, position: Number(position), on_request: onRequest, restore },
      keys: keys.length === 0 ? null : [...keys],
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={guard?.name ?? text.create}
      action={guard ? ui.save : text.create}
      onSubmit={submit}
      isBusy={keep.isPending}
    >
      <TextField
        label={text.name}
        hint={text.nameHint}
        required
        pattern={namePattern}
        title={text.nameHint}
        placeholder={text.namePlaceholder}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <ChoiceField
        label={text.check}
        value={draft.type}
        values={checkTypes}
        names={text.checks}
        // A schema is held against whole replies.
        onValue={(type) => change({ type, ...(type === 'schema' && { stage: 'output' as const }) })}
      />
      <CheckFields draft={draft} onChange={change} isWrong={check === null} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label={text.stage}
          value={draft.stage}
          values={stages}
          names={text.stages}
          isDisabled={draft.type === 'schema'}
          onValue={(stage) => change({ stage })}
        />
        <TextField
          label={text.position}
          hint={text.positionHint}
          type="number"
          required
          min={0}
          max={10_000}
          value={draft.position}
          onChange={(position) => change({ position })}
        />
      </div>
      <ChoiceField
        label={text.action}
        hint={text.actionHints[draft.action]}
        value={draft.action}
        values={actions}
        names={text.actions}
        onValue={(action) => change({ action })}
      />
      <Reach draft={draft} onChange={change} />
    </FormDialog>
  );
}

interface ReachProps {
  draft: GuardDraft;
  onChange: (part: Partial<GuardDraft>) => void;
}

/** Which calls it looks at, and what callers get back. */
function Reach({ draft, onChange }: ReachProps) {
  const text = useGuardsText();
  const { workspace_id } = useSession();
  const keys = useKeyOptions(workspace_id);
  return (
    <>
      {draft.action === 'mask' && draft.stage !== 'output' && (
        <Checkbox
          label={text.restore}
          hint={text.restoreHint}
          checked={draft.restore}
          onValue={(restore) => onChange({ restore })}
        />
      )}
      <Checkbox
        label={text.onRequest}
        hint={text.onRequestHint}
        checked={draft.onRequest}
        onValue={(onRequest) => onChange({ onRequest })}
      />
      <CheckList
        legend={text.ofKeys}
        options={keys}
        chosen={draft.keys}
        onChosen={(chosen) => onChange({ keys: chosen })}
      />
    </>
  );
}

type Kept = Pick<Guard, 'name' | 'stage' | 'action' | 'check' | 'position' | 'on_request' | 'restore' | 'keys'>;

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
