import type { Workspace } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { chosenWorkspace, useParley } from '../../lib/parley.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSettingsText } from './settings-text.ts';

/** Deletes a workspace with all that belongs to it, once its name was written out. */
export function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const text = useSettingsText();
  const parley = useParley();
  const [isAsked, setIsAsked] = useState(false);
  const [name, setName] = useState('');
  const remove = useMutation({
    mutationFn: () => parley.api.deleteWorkspace({ params: { id: workspace.id } }),
    onSuccess: () => {
      // Nothing that was read is left: begin anew in another workspace.
      chosenWorkspace.set('');
      location.assign('/');
    },
  });
  return (
    <Card title={text.deleteWorkspace} description={text.deleteWorkspaceHint} className="max-w-2xl">
      <Button look="danger" onClick={() => setIsAsked(true)}>
        {text.deleteWorkspace}
      </Button>
      {isAsked && (
        <FormDialog
          onClose={() => setIsAsked(false)}
          size="small"
          title={text.deleteWorkspaceTitle(workspace.name)}
          description={text.deleteWorkspaceHint}
          action={text.deleteWorkspace}
          onSubmit={remove.mutate}
          isBusy={remove.isPending || remove.isSuccess}
          isUnready={name.trim() !== workspace.name}
          isDanger
          error={remove.error}
        >
          <TextField label={text.writeItsName(workspace.name)} autoComplete="off" value={name} onChange={setName} />
        </FormDialog>
      )}
    </Card>
  );
}
