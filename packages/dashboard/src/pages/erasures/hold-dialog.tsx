import type { LegalHold } from '@parley/sdk';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useErasuresText } from './erasures-text.ts';

const kinds = ['user', 'file', 'workspace'] as const;

/** Keeps a user's things, a file or the whole workspace from being deleted. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const text = useErasuresText();
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
  return (
    <FormDialog
      onClose={onClose}
      title={text.hold}
      description={text.holdHint}
      action={text.hold}
      onSubmit={place.mutate}
      isBusy={place.isPending}
    >
      <ChoiceField label={text.holdOf} value={kind} values={kinds} names={text.kinds} onValue={setKind} />
      {kind !== 'workspace' && (
        <TextField
          label={text[kind]}
          hint={kind === 'user' ? text.userHint : text.fileHint}
          required
          value={id}
          onChange={setId}
        />
      )}
      <TextField
        label={text.reason}
        required
        maxLength={500}
        placeholder={text.reasonPlaceholder}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
