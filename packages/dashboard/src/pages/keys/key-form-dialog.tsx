import type { CreatedKey, Key } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
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
  return (
    <FormDialog
      onClose={onClose}
      title={changed ? text.editTitle(changed.name || text.unnamed) : text.create}
      action={changed ? ui.save : text.create}
      onSubmit={save.mutate}
      isBusy={save.isPending}
      error={save.error}
    >
      <KeyFields draft={draft} onDraft={setDraft} canChooseKind={!changed && isOperator} />
    </FormDialog>
  );
}
