import type { Batch } from '@parley/sdk';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useBatchesText } from './batches-text.ts';

const endpoints: ReadonlyArray<Batch['endpoint']> = [
  ...(['/v1/chat/completions', '/v1/responses', '/v1/embeddings'] as const),
  ...(['/v1/completions', '/v1/messages', '/v1/answer'] as const),
];
const names = Object.fromEntries(endpoints.map((path) => [path, path])) as Record<Batch['endpoint'], string>;

/** Uploads a file of calls and starts them. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const text = useBatchesText();
  const parley = useParley();
  const [file, setFile] = useState<File | null>(null);
  const [endpoint, setEndpoint] = useState<Batch['endpoint']>('/v1/chat/completions');
  const start = useChange({
    change: async (input: File) => {
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', input);
      const { id } = await parley.api.createOpenAIFile({ form });
      return await parley.batches.create({ input_file_id: id, endpoint, completion_window: '24h' });
    },
    queryKey: queryKeys.batches.all,
    said: text.started,
    onDone: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={text.start}
      description={text.hint}
      action={text.start}
      onSubmit={() => file && start.mutate(file)}
      isBusy={start.isPending}
    >
      <Field label={text.file} hint={text.fileHint}>
        {(ids) => (
          <Input
            {...ids}
            type="file"
            required
            accept=".jsonl,application/jsonl"
            className="h-auto py-1.5 file:mr-3 file:rounded file:border-0 file:bg-sunken file:px-2 file:py-0.5 file:text-sm"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <ChoiceField label={text.endpoint} value={endpoint} values={endpoints} names={names} onValue={setEndpoint} />
    </FormDialog>
  );
}
