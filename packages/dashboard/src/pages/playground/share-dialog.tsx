import { useQuery } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { usePlaygroundText } from './playground-text.ts';

/** Shares a run within the workspace and gives its link. */
export function ShareDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const text = usePlaygroundText();
  const parley = useParley();
  const { data, error, refetch } = useQuery({
    queryKey: ['share', runId],
    queryFn: async ({ signal }) => {
      const run = await parley.api.getPlaygroundRun({ params: { id: runId } }, { signal });
      // What others shared has its link already.
      return run.shared ? run : parley.api.updatePlaygroundRun({ params: { id: runId }, body: { shared: true } });
    },
  });
  const link = `${location.origin}/playground?run=${encodeURIComponent(runId)}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.shareTitle}
      description={text.shareHint}
      actions={
        <Button look="primary" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows count={1} className="h-8" />}
      {data && (
        <div className="flex flex-col gap-2 sm:flex-row">
          <output className="min-w-0 flex-1 rounded-md border bg-sunken px-3 py-1.5 font-mono text-xs leading-5 break-all">
            {link}
          </output>
          <CopyButton value={link} label={text.copyLink} hasWords />
        </div>
      )}
    </Dialog>
  );
}
