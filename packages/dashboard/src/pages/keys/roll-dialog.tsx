import type { CreatedKey, Key } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useKeysText } from './keys-text.ts';

const overlaps = ['3600', '0', '86400', '604800'] as const;

interface RollDialogProps {
  rolled: Key;
  onClose: () => void;
  onCreated: (key: CreatedKey) => void;
}

/** Makes the successor of a key, with a time in which both work. */
export function RollDialog({ rolled, onClose, onCreated }: RollDialogProps) {
  const text = useKeysText();
  const parley = useParley();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('86400');
  const roll = useMutation({
    mutationFn: () => parley.api.rollKey({ params: { id: rolled.id }, body: { overlap_seconds: Number(overlap) } }),
    onSuccess: async (created) => {
      await queries.invalidateQueries({ queryKey: queryKeys.keys.all });
      onClose();
      onCreated(created);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      size="small"
      title={text.rollTitle(rolled.name || text.unnamed)}
      description={text.rollHint}
      action={text.rollAction}
      onSubmit={roll.mutate}
      isBusy={roll.isPending}
      error={roll.error}
    >
      <ChoiceField label={text.overlap} value={overlap} values={overlaps} names={text.overlaps} onValue={setOverlap} />
    </FormDialog>
  );
}
