import type { CreatedKey, Key } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { draftOf, emptyDraft, toKeyRequest } from './key-draft.ts';
import { KeyFields } from './key-fields.tsx';
import { useKeysText } from './keys-text.ts';

export interface KeyFormDialogProps {
  /** The key that is changed; without one a key is made. */
  changed?: Key;
  kind: 'workspace' | 'admin';
  onClose: () => void;
  onCreated: (key: CreatedKey) => void;
}

/** Makes a key or changes one. */
export function KeyFormDialog({ changed, kind, onClose, onCreated }: KeyFormDialogProps) {
  const text = useKeysText();
  const ui = useUiText();
  const formId = useId();
  const parley = useParley();
  const queries = useQueryClient();
  const toaster = useToaster();
  const { workspace_id } = useSession();
  const isOperator = useHasRole('admin', 'instance');
  const [draft, setDraft] = useState(() => (changed ? draftOf(changed) : { ...emptyDraft, kind }));
  const save = useMutation({
    mutationFn: async () => {
      const request = toKeyRequest(draft, new Date());
      if (changed) {
        const { kind: _, ...change } = request;
        return void (await parley.api.updateKey({ params: { id: changed.id }, body: change }));
      }
      const place = draft.kind === 'workspace' && workspace_id !== null ? { workspace_id } : {};
      return parley.api.createKey({ body: { ...request, ...place } });
    },
    onSuccess: async (created) => {
      await queries.invalidateQueries({ queryKey: queryKeys.keys.all });
      onClose();
      if (created) onCreated(created);
      else toaster.done(text.saved);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={changed ? text.editTitle(changed.name || text.unnamed) : text.create}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button look="primary" type="submit" form={formId} isBusy={save.isPending}>
            {changed ? ui.save : text.create}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <KeyFields draft={draft} onDraft={setDraft} canChooseKind={!changed && isOperator} />
        {save.error && <Problem error={save.error} />}
      </form>
    </Dialog>
  );
}
