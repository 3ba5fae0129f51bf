import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { useSwitchWorkspace } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useMembersText } from './members-text.ts';

/** Makes a workspace and goes there. */
export function WorkspaceDialog({ onClose }: { onClose: () => void }) {
  const text = useMembersText();
  const ui = useUiText();
  const formId = useId();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={text.newWorkspace}
      description={text.workspaceHint}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button look="primary" type="submit" form={formId} isBusy={create.isPending}>
            {text.create}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <NameField label={text.workspaceName} value={name} onChange={setName} />
        {create.error && <Problem error={create.error} />}
      </form>
    </Dialog>
  );
}
