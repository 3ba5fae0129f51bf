import type { FileInfo } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { useHasRole } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useProblemSentence } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { useFilesText } from './files-text.ts';

/** What can be done with a file. */
export function FileActions({ file }: { file: FileInfo }) {
  const text = useFilesText();
  const parley = useParley();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const mayDelete = useHasRole('member');
  const [isAsking, setIsAsking] = useState(false);
  const failed = (error: unknown) => toaster.failed(sentence(error));
  const download = useMutation({
    mutationFn: () => parley.files.content(file.file_id),
    onSuccess: (blob) => saveBlob(blob, file.filename),
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: () => parley.files.delete(file.file_id),
    onSuccess: async () => {
      toaster.done(text.deleted);
      await navigate({ to: '/files' });
      queries.removeQueries({ queryKey: queryKeys.files.one(file.file_id) });
      await queries.invalidateQueries({ queryKey: queryKeys.files.all });
    },
    onError: failed,
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <CopyButton value={file.file_id} label={text.copyId} hasWords />
      {file.file_size !== null && file.status !== 'pending' && (
        <Button icon={<Download aria-hidden />} isBusy={download.isPending} onClick={() => download.mutate()}>
          {text.download}
        </Button>
      )}
      {mayDelete && (
        <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setIsAsking(true)}>
          {text.delete}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
        title={text.deleteTitle(file.filename)}
        action={text.delete}
        isBusy={remove.isPending}
      >
        {text.deleteHint}
      </ConfirmDialog>
    </>
  );
}
