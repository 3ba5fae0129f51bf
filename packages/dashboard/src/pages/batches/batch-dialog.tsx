import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useProblemSentence } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { Money, NumberValue, Time } from '../../ui/values.tsx';
import { BatchState } from './batch-table.tsx';
import { useBatchesText } from './batches-text.ts';
import { type BatchRow, isOpen } from './use-batches.ts';

export interface BatchDialogProps {
  batch: BatchRow;
  mayStop: boolean;
  onClose: () => void;
}

/** How far a batch is, with its files. */
export function BatchDialog({ batch, mayStop, onClose }: BatchDialogProps) {
  const text = useBatchesText();
  const ui = useUiText();
  const language = useLanguage();
  const parley = useParley();
  const { id, status, endpoint, done, failed, total, problems } = batch;
  const stop = useChange<unknown>({
    change: () =>
      endpoint === '/v1/messages' && batch.inputFile === null
        ? parley.api.cancelMessageBatch({ params: { message_batch_id: id } })
        : parley.api.cancelBatch({ params: { batch_id: id } }),
    queryKey: queryKeys.batches.all,
    said: text.stopped,
  });
  const count = (value: number) => formatNumber(value, language);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.batch}
      description={<span className="font-mono text-xs">{id}</span>}
      actions={
        <>
          {mayStop && isOpen(batch) && status !== 'cancelling' && (
            <Button look="danger" title={text.cancelHint} isBusy={stop.isPending} onClick={() => stop.mutate()}>
              {text.cancel}
            </Button>
          )}
          <Button onClick={onClose}>{ui.close}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isOpen(batch) && <ProgressBar label={text.done} value={total === 0 ? 0 : (done + failed) / total} />}
        <Facts
          facts={[
            [text.state, <BatchState key="state" status={status} failed={failed} />],
            [text.endpoint, endpoint],
            [
              text.done,
              text.doneOf(count(done), count(total)) + (failed > 0 ? ` · ${text.failed(count(failed))}` : ''),
            ],
            [text.cost, <Money key="cost" usd={batch.costUsd} />],
            [text.tokens, batch.tokens !== null && <NumberValue value={batch.tokens} />],
            [text.begun, <Time key="begun" value={batch.beganAt} isFull />],
            [text.ends, isOpen(batch) && <Time key="ends" value={batch.endsAt} isFull mayBeAhead />],
            [text.input, batch.inputFile !== null && <FileLink key="input" id={batch.inputFile} />],
          ]}
        />
        {problems.length > 0 && (
          <div className="text-sm">
            <h3 className="mb-1 font-medium">{text.problems}</h3>
            <ul className="flex flex-col gap-1 text-bad">
              {problems.map(({ line, message }) => (
                <li key={`${line} ${message}`}>{line === null ? message : text.line(count(line), message)}</li>
              ))}
            </ul>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {batch.outputFile !== null && <FileButton id={batch.outputFile} label={text.results} name={`${id}.jsonl`} />}
          {batch.errorFile !== null && (
            <FileButton id={batch.errorFile} label={text.errorFile} name={`${id}-errors.jsonl`} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function FileLink({ id }: { id: string }) {
  return (
    <Link to="/files/$fileId" params={{ fileId: id }} className="font-mono text-xs text-accent hover:underline">
      {id}
    </Link>
  );
}

function FileButton({ id, label, name }: { id: string; label: string; name: string }) {
  const parley = useParley();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const { mutate, isPending } = useMutation({
    mutationFn: () => parley.files.content(id),
    onSuccess: (blob) => saveBlob(blob, name),
    onError: (error) => toaster.failed(sentence(error)),
  });
  return (
    <Button icon={<Download aria-hidden />} isBusy={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  );
}
