import { Layers, Plus } from 'lucide-react';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { BatchTable } from './batch-table.tsx';
import { useBatchesText } from './batches-text.ts';
import { StartDialog } from './start-dialog.tsx';
import { useBatches, useMessageBatches } from './use-batches.ts';

/** Batches of the workspace, of both shapes. */
export function BatchesPage() {
  const text = useBatchesText();
  const mayStart = useHasRole('member');
  const [dialog, setDialog] = useUrlState('new');
  const [openId, setOpenId] = useUrlState('batch');
  const lines = useBatches();
  const messages = useMessageBatches();
  const error = lines.error ?? messages.error;
  const isRead = lines.rows !== undefined && messages.rows !== undefined;
  const isEmpty = isRead && lines.rows?.length === 0 && messages.rows?.length === 0;
  const opened = [...(lines.rows ?? []), ...(messages.rows ?? [])].find(({ id }) => id === openId);
  const start = mayStart && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setDialog('batch')}>
      {text.start}
    </Button>
  );
  return (
    <>
      <PageHeader title={text.title} description={text.hint} actions={start} />
      {error && <Problem error={error} onRetry={() => void Promise.all([lines.refetch(), messages.refetch()])} />}
      {!isRead && !error && <SkeletonRows count={4} />}
      {isEmpty && (
        <EmptyState icon={<Layers aria-hidden />} title={text.none} action={start}>
          {text.noneHint}
          {!mayStart && <span className="mt-1 block">{text.viewerHint}</span>}
        </EmptyState>
      )}
      <div className="flex flex-col gap-5">
        {lines.rows && lines.rows.length > 0 && (
          <Card isFlush>
            <BatchTable label={text.shapes.openai} rows={lines.rows} onOpen={setOpenId} onEnd={lines.onEnd} />
          </Card>
        )}
        {messages.rows && messages.rows.length > 0 && (
          <Card title={text.shapes.anthropic} isFlush>
            <BatchTable label={text.shapes.anthropic} rows={messages.rows} onOpen={setOpenId} onEnd={messages.onEnd} />
          </Card>
        )}
      </div>
      {dialog === 'batch' && mayStart && <StartDialog onClose={() => setDialog('')} />}
      {opened && <BatchDialog batch={opened} mayStop={mayStart} onClose={() => setOpenId('')} />}
    </>
  );
}
