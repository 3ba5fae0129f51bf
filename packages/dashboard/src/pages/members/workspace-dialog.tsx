import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { useSwitchWorkspace } from '../../lib/session.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { useMembersText } from './members-text.ts';

/** Makes a workspace and goes there. */
export function WorkspaceDialog({ onClose }: { onClose: () => void }) {
  const text = useMembersText();
  const parley = useParley();
  const toaster = useToaster();
  const switchTo = useSwitchWorkspace();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: async () => {
      const workspace = await parley.api.createWorkspace({ body: { name: name.trim() } });
      onClose();
      await switchTo(workspace.id);
      toaster.done(text.workspaceMade(workspace.name));
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      size="small"
      title={text.newWorkspace}
      description={text.workspaceHint}
      action={text.create}
      onSubmit={create.mutate}
      isBusy={create.isPending}
      error={create.error}
    >
      <NameField label={text.workspaceName} value={name} onChange={setName} />
    </FormDialog>
  );
}
