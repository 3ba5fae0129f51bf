import type { Collection, CreateCollectionRequest } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { CollectionFields, useCollectionDraft } from './collection-form.tsx';
import { useCollectionsText } from './collections-text.ts';
import { useCollectionChange } from './use-collections.ts';

/** Name, description, attributes, expiry, and the end of it. */
export function CollectionSettings({ collection }: { collection: Collection }) {
  const text = useCollectionsText();
  const parley = useParley();
  const navigate = useNavigate();
  const { fields, request } = useCollectionDraft(collection);
  const [isAsking, setIsAsking] = useState(false);
  const [withFiles, setWithFiles] = useState(false);
  const save = useCollectionChange(
    (request: CreateCollectionRequest) => parley.collections.update(collection.id, request),
    () => text.saved,
  );
  const remove = useCollectionChange(
    () => parley.collections.delete(collection.id, { files: withFiles ? 'delete' : 'keep' }),
    () => text.deleted,
    () => void navigate({ to: '/collections' }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request) save.mutate(request);
  };
  return (
    <Card className="max-w-2xl">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <CollectionFields {...fields} />
        <div className="flex flex-wrap justify-between gap-2 border-t pt-4">
          <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setIsAsking(true)}>
            {text.delete}
          </Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {text.save}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(undefined)}
        title={text.deleteTitle(collection.name)}
        action={text.delete}
        isBusy={remove.isPending}
      >
        <p className="mb-3">{text.deleteHint}</p>
        <Checkbox label={text.deleteFiles} hint={text.deleteFilesHint} checked={withFiles} onValue={setWithFiles} />
      </ConfirmDialog>
    </Card>
  );
}
