import type { Batch } from '@parley/sdk';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { useBatchesText } from './batches-text.ts';

const endpoints: ReadonlyArray<Batch['endpoint']> = [
  ...(['/v1/chat/completions', '/v1/responses', '/v1/embeddings'] as const),
  ...(['/v1/completions', '/v1/messages', '/v1/answer'] as const),
];

/** Uploads a file of calls and starts them. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const text = useBatchesText();
  const ui = useUiText();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) start.mutate(file);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.start}
      description={text.hint}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form="start-batch" look="primary" isBusy={start.isPending}>
            {text.start}
          </Button>
        </>
      }
    >
      <form id="start-batch" onSubmit={submit} className="flex flex-col gap-4">
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
        <Field label={text.endpoint}>
          {(ids) => (
            <Select
              {...ids}
              value={endpoint}
              onValue={(value) => setEndpoint(endpoints.find((one) => one === value) ?? endpoint)}
              options={endpoints.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
