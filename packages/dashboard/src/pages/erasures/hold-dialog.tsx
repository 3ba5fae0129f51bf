import type { LegalHold } from '@parley/sdk';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { useErasuresText } from './erasures-text.ts';

const kinds = ['user', 'file', 'workspace'] as const;

/** Keeps a user's things, a file or the whole workspace from being deleted. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const text = useErasuresText();
  const ui = useUiText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const [kind, setKind] = useState<LegalHold['kind']>('user');
  const [id, setId] = useState('');
  const [reason, setReason] = useState('');
  const place = useChange({
    change: () =>
      parley.api.placeHold({
        body: {
          ...(workspace_id !== null && { workspace_id }),
          ...(kind === 'user' && { user_id: id.trim() }),
          ...(kind === 'file' && { file_id: id.trim() }),
          reason: reason.trim(),
        },
      }),
    queryKey: queryKeys.erasures.all,
    said: text.placed,
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    place.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.hold}
      description={text.holdHint}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form="place-hold" look="primary" isBusy={place.isPending}>
            {text.hold}
          </Button>
        </>
      }
    >
      <form id="place-hold" onSubmit={submit} className="flex flex-col gap-4">
        <Field label={text.holdOf}>
          {(ids) => (
            <Select
              {...ids}
              value={kind}
              onValue={(value) => setKind(kinds.find((one) => one === value) ?? kind)}
              options={kinds.map((value) => ({ value, label: text.kinds[value] }))}
            />
          )}
        </Field>
        {kind !== 'workspace' && (
          <Field label={text[kind]} hint={kind === 'user' ? text.userHint : text.fileHint}>
            {(ids) => <Input {...ids} required value={id} onChange={({ target }) => setId(target.value)} />}
          </Field>
        )}
        <Field label={text.reason}>
          {(ids) => (
            <Input
              {...ids}
              required
              maxLength={500}
              placeholder={text.reasonPlaceholder}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
