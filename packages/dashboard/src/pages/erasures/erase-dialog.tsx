import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { useErasuresText } from './erasures-text.ts';

/** Deletes everything of one end user, whose id has to be written out, and shows the receipt. */
export function EraseDialog({ onClose }: { onClose: () => void }) {
  const text = useErasuresText();
  const ui = useUiText();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    erase.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.erase}
      description={text.eraseHint}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form="erase-user" look="danger" isBusy={erase.isPending}>
            {text.eraseAction}
          </Button>
        </>
      }
    >
      <form id="erase-user" onSubmit={submit}>
        <Field label={text.user} hint={text.userHint}>
          {(ids) => (
            <Input
              {...ids}
              required
              maxLength={200}
              autoComplete="off"
              value={user}
              onChange={({ target }) => setUser(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
