import { CircleCheck, CircleX, X } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useProblemSentence } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Bytes } from '../../ui/values.tsx';
import { useFilesText } from './files-text.ts';
import { isOver, type Upload, type UploadState } from './upload-queue.ts';
import { useAddFiles, useUploads } from './use-files.ts';

const maxShown = 6;
const order: UploadState[] = ['failed', 'uploading', 'confirming', 'waiting', 'cancelled', 'done'];

/** Files on their way: how far each is, what failed and why, and a way to stop. */
export function UploadList() {
  const text = useFilesText();
  const language = useLanguage();
  const { uploads, queue } = useUploads();
  if (uploads.length === 0) return null;
  const count = (value: number) => formatNumber(value, language);
  const done = uploads.filter(({ state }) => state === 'done').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const total = uploads.reduce((sum, { file }) => sum + file.size, 0);
  const sent = uploads.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  const isRunning = uploads.some(({ state }) => !isOver(state));
  const shown = [...uploads].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).slice(0, maxShown);
  return (
    <Card
      className="mb-4"
      title={text.uploads}
      description={
        <span aria-live="polite">
          {text.uploadsDone(count(done), count(uploads.length))}
          {failed > 0 && <span className="text-bad"> · {text.uploadFailed(count(failed))}</span>}
        </span>
      }
      actions={
        isRunning ? (
          <Button size="small" onClick={() => queue.cancelAll()}>
            {text.cancelAll}
          </Button>
        ) : (
          <Button size="small" onClick={() => queue.clear()}>
            {text.hideUploads}
          </Button>
        )
      }
    >
      <ProgressBar label={text.uploads} value={total === 0 ? done / uploads.length : sent / total} />
      <ul className="mt-2 flex flex-col">
        {shown.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
      {uploads.length > maxShown && (
        <p className="mt-1 text-xs text-muted">{text.moreUploads(count(uploads.length - maxShown))}</p>
      )}
    </Card>
  );
}

function Row({ upload: { id, file, state, sentBytes, error } }: { upload: Upload }) {
  const text = useFilesText();
  const sentence = useProblemSentence();
  const { queue } = useUploads();
  const addFiles = useAddFiles();
  const words: Record<UploadState, string> = {
    waiting: text.waiting,
    uploading: text.uploading,
    confirming: text.confirming,
    done: text.uploaded,
    failed: sentence(error),
    cancelled: text.uploadCancelled,
  };
  return (
    <li className="flex h-8 items-center gap-3 text-sm">
      {state === 'done' && <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />}
      {state === 'failed' && <CircleX aria-hidden className="size-4 shrink-0 text-bad" />}
      <span className="min-w-0 flex-1 truncate" title={file.name}>
        {file.name}
      </span>
      <span
        className={`min-w-0 truncate text-xs ${state === 'failed' ? 'text-bad' : 'text-muted'}`}
        title={words[state]}
      >
        {words[state]}
      </span>
      {state === 'uploading' && (
        <span className="hidden w-20 shrink-0 sm:block">
          <ProgressBar label={file.name} value={file.size === 0 ? 0 : sentBytes / file.size} />
        </span>
      )}
      <span className="w-16 shrink-0 text-right text-xs text-muted">
        <Bytes value={file.size} />
      </span>
      {state === 'failed' && (
        <Button
          size="small"
          onClick={() => {
            queue.clear();
            addFiles([file]);
          }}
        >
          {text.retryUpload}
        </Button>
      )}
      {!isOver(state) && (
        <IconButton label={text.cancelUpload(file.name)} className="size-7" onClick={() => queue.cancel(id)}>
          <X aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
