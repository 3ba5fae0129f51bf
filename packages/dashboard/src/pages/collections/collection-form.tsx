import type { Collection, CreateCollectionRequest } from '@parley/sdk';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Field, Input, TextArea } from '../../ui/field.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { readAttributes, showAttributes } from './attributes-text.ts';
import { useCollectionsText } from './collections-text.ts';

export interface CollectionFormProps {
  id: string;
  collection?: Collection;
  onSubmit: (request: CreateCollectionRequest) => void;
  /** The button, where the form has its own. */
  children?: ReactNode;
}

const dayMs = 86_400_000;

/** What a collection says about itself. */
export function CollectionForm({ id, collection, onSubmit, children }: CollectionFormProps) {
  const text = useCollectionsText();
  const [name, setName] = useState(collection?.name ?? '');
  const [description, setDescription] = useState(collection?.description ?? '');
  const [attributes, setAttributes] = useState(showAttributes(collection?.attributes ?? {}));
  const [days, setDays] = useState(daysLeft(collection?.expires_at ?? null));
  const read = readAttributes(attributes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ('wrong' in read) return;
    onSubmit({
      name: name.trim(),
      description: description.trim() === '' ? null : description.trim(),
      attributes: read.attributes,
      expires_after_days: days === '' ? null : Number(days),
    });
  };
  return (
    <form id={id} onSubmit={submit} className="flex flex-col gap-4">
      <NameField label={text.name} placeholder={text.namePlaceholder} value={name} onChange={setName} />
      <Field label={text.description} hint={text.descriptionHint}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={2000}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      <Field
        label={text.attributes}
        hint={text.attributesHint}
        error={'wrong' in read ? text.attributesWrong(read.wrong) : undefined}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            className="font-mono"
            value={attributes}
            onChange={({ target }) => setAttributes(target.value)}
          />
        )}
      </Field>
      <Field label={text.expiry} hint={text.expiryHint}>
        {(ids) => (
          <Input
            {...ids}
            type="number"
            min={1}
            max={3650}
            className="max-w-32"
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        )}
      </Field>
      {children}
    </form>
  );
}

function daysLeft(expiresAt: string | null): string {
  if (expiresAt === null) return '';
  return String(Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.now()) / dayMs)));
}
