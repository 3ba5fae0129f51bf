import type { Collection, CreateCollectionRequest } from '@parley/sdk';
import { useState } from 'react';
import { Field, Input, TextArea } from '../../ui/field.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { readAttributes, showAttributes } from './attributes-text.ts';
import { useCollectionsText } from './collections-text.ts';

interface CollectionDraft {
  name: string;
  description: string;
  attributes: string;
  days: string;
}

export interface CollectionFieldsProps {
  draft: CollectionDraft;
  onChange: (part: Partial<CollectionDraft>) => void;
}

const dayMs = 86_400_000;

/** What is written of a collection, and what is sent of it: nothing while its attributes cannot be read. */
export function useCollectionDraft(collection?: Collection) {
  const [draft, setDraft] = useState(
    (): CollectionDraft => ({
      name: collection?.name ?? '',
      description: collection?.description ?? '',
      attributes: showAttributes(collection?.attributes ?? {}),
      days: daysLeft(collection?.expires_at ?? null),
    }),
  );
  const onChange = (part: Partial<CollectionDraft>) => setDraft({ ...draft, ...part });
  return { fields: { draft, onChange }, request: toRequest(draft) };
}

function toRequest({ name, description, attributes, days }: CollectionDraft): CreateCollectionRequest | null {
  const read = readAttributes(attributes);
  if ('wrong' in read) return null;
  return {
    name: name.trim(),
    description: description.trim() === '' ? null : description.trim(),
    attributes: read.attributes,
    expires_after_days: days === '' ? null : Number(days),
  };
}

/** What a collection says about itself. */
export function CollectionFields({ draft, onChange }: CollectionFieldsProps) {
  const text = useCollectionsText();
  const read = readAttributes(draft.attributes);
  return (
    <>
      <NameField
        label={text.name}
        placeholder={text.namePlaceholder}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <Field label={text.description} hint={text.descriptionHint}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={2000}
            value={draft.description}
            onChange={({ target }) => onChange({ description: target.value })}
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
            value={draft.attributes}
            onChange={({ target }) => onChange({ attributes: target.value })}
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
            value={draft.days}
            onChange={({ target }) => onChange({ days: target.value })}
          />
        )}
      </Field>
    </>
  );
}

function daysLeft(expiresAt: string | null): string {
  if (expiresAt === null) return '';
  return String(Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.now()) / dayMs)));
}
