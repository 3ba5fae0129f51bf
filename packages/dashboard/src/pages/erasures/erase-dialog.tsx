import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useErasuresText } from './erasures-text.ts';

/** Deletes everything of one end user, whose id has to be written out, and shows the receipt. */
export function EraseDialog({ onClose }: { onClose: () => void }) {
  const text = useErasuresText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const [user, setUser] = useState('');
  const [, setReceipt] = useUrlState('receipt');
  const erase = useChange({
    change: () =>
      parley.api.eraseUser({ body: { ...(workspace_id !== null && { workspace_id }), user_id: user.trim() } }),
    queryKey: queryKeys.erasures.all,
    said: text.erased,
    onDone: ({ id }) => {
      onClose();
      setReceipt(id);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={text.erase}
      description={text.eraseHint}
      action={text.eraseAction}
      onSubmit={erase.mutate}
      isBusy={erase.isPending}
      isDanger
    >
      <TextField
        label={text.user}
        hint={text.userHint}
        required
        maxLength={200}
        autoComplete="off"
        value={user}
        onChange={setUser}
      />
    </FormDialog>
  );
}
