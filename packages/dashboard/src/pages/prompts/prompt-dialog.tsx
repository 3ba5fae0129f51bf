import type { PromptVersion, StoredPrompt } from '@parley/sdk';
import { type ReactNode, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { usePromptsText } from './prompts-text.ts';

const namePattern = '[a-z0-9][a-z0-9_.\\-]{0,63}';

/** The first version of a prompt. */
export function PromptDialog({ onClose, onKept }: { onClose: () => void; onKept: (prompt: StoredPrompt) => void }) {
  const text = usePromptsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const keep = useChange({
    change: (version: Written) =>
      parley.api.createPrompt({
        body: {
          ...(workspace_id !== null && { workspace_id }),
          name,
          ...(description.trim() !== '' && { description: description.trim() }),
          ...version,
        },
      }),
    queryKey: queryKeys.prompts.all,
    said: text.created,
    onDone: onKept,
  });
  return (
    <TextDialog title={text.create} action={text.create} onClose={onClose} onKeep={keep.mutate} isBusy={keep.isPending}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={text.name}
          required
          pattern={namePattern}
          title="a-z 0-9 - _ ."
          placeholder={text.namePlaceholder}
          value={name}
          onChange={setName}
        />
        <TextField label={text.description} maxLength={200} value={description} onChange={setDescription} />
      </div>
    </TextDialog>
  );
}

export interface VersionDialogProps {
  prompt: StoredPrompt;
  /** What the fields begin with. */
  from: PromptVersion | undefined;
  onClose: () => void;
}

/** Another version of a prompt, which begins as the one before it. */
export function VersionDialog({ prompt, from, onClose }: VersionDialogProps) {
  const text = usePromptsText();
  const parley = useParley();
  const keep = useChange({
    change: (written: Written) => {
      // What the form has no field for stays as it was.
      const kept = from && {
        ...(from.messages && { messages: from.messages }),
        ...(from.temperature !== undefined && { temperature: from.temperature }),
        ...(from.max_tokens !== undefined && { max_tokens: from.max_tokens }),
      };
      return parley.api.createPromptVersion({ params: { id: prompt.id }, body: { ...kept, ...written } });
    },
    queryKey: queryKeys.prompts.all,
    said: text.versionKept,
    onDone: onClose,
  });
  return (
    <TextDialog
      title={text.newVersionOf(prompt.name)}
      action={text.newVersion}
      from={from}
      onClose={onClose}
      onKeep={keep.mutate}
      isBusy={keep.isPending}
    />
  );
}

interface Written {
  system: string;
  model?: string;
  note?: string;
}

interface TextDialogProps {
  title: string;
  action: string;
  from?: PromptVersion | undefined;
  onClose: () => void;
  onKeep: (written: Written) => void;
  isBusy: boolean;
  children?: ReactNode;
}

function TextDialog({ title, action, from, onClose, onKeep, isBusy, children }: TextDialogProps) {
  const text = usePromptsText();
  const [system, setSystem] = useState(from?.system ?? '');
  const [model, setModel] = useState(from?.model ?? '');
  const [note, setNote] = useState('');
  const keep = () =>
    onKeep({
      system,
      ...(model.trim() !== '' && { model: model.trim() }),
      ...(note.trim() !== '' && { note: note.trim() }),
    });
  return (
    <FormDialog onClose={onClose} title={title} size="wide" action={action} onSubmit={keep} isBusy={isBusy}>
      {children}
      <Field label={text.system} hint={text.systemHint}>
        {(ids) => (
          <TextArea
            {...ids}
            required
            rows={10}
            className="font-mono"
            value={system}
            onChange={({ target }) => setSystem(target.value)}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={text.model} hint={text.modelHint} value={model} onChange={setModel} />
        <TextField
          label={text.note}
          maxLength={200}
          placeholder={text.notePlaceholder}
          value={note}
          onChange={setNote}
        />
      </div>
    </FormDialog>
  );
}
