import type { CreatedKey, Key } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useUiText } from '../../ui/ui-text.ts';
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
  const ui = useUiText();
  const parley = useParley();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState('86400');
  const roll = useMutation({
    mutationFn: () => parley.api.rollKey({ params: { id: rolled.id }, body: { overlap_seconds: Number(overlap) } }),
    onSuccess: async (created) => {
      await queries.invalidateQueries({ queryKey: queryKeys.keys.all });
      onClose();
      onCreated(created);
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={text.rollTitle(rolled.name || text.unnamed)}
      description={text.rollHint}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button look="primary" onClick={() => roll.mutate()} isBusy={roll.isPending}>
            {text.rollAction}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={text.overlap}>
          {(ids) => (
            <Select
              {...ids}
              value={overlap}
              onValue={setOverlap}
              options={overlaps.map((value) => ({ value, label: text.overlaps[value] }))}
            />
          )}
        </Field>
        {roll.error && <Problem error={roll.error} />}
      </div>
    </Dialog>
  );
}
