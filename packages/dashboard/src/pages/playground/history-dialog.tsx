import type { PlaygroundRunSummary } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Segments } from '../../ui/segments.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Duration, Time } from '../../ui/values.tsx';
import { modes } from './draft.ts';
import { usePlaygroundText } from './playground-text.ts';
import { outcomeOf } from './stored-run.ts';

const pageSize = 50;

/** Earlier runs, one's own or those shared in the workspace. */
export function HistoryDialog({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  const text = usePlaygroundText();
  const parley = useParley();
  const [whose, setWhose] = useState<'mine' | 'shared'>('mine');
  const filter = whose === 'shared' ? { shared: true } : {};
  const { rows, error, refetch } = usePages<PlaygroundRunSummary>({
    queryKey: queryKeys.runs.list(filter),
    fetchPage: (after, signal) =>
      parley.api.listPlaygroundRuns({ query: { ...filter, ...after, limit: pageSize } }, { signal }),
  });
  const open = (id: string) => {
    onClose();
    onOpen(id);
  };
  return (
    <Dialog isOpen onClose={onClose} size="wide" title={text.historyTitle}>
      <div className="mb-3">
        <Segments
          label={text.whose}
          value={whose}
          onValue={setWhose}
          options={[
            { key: 'mine', label: text.mine },
            { key: 'shared', label: text.shared },
          ]}
        />
      </div>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={6} className="h-12" />}
      {rows?.length === 0 && <p className="py-6 text-center text-sm text-muted">{text.historyEmpty}</p>}
      <ul className="divide-y">
        {rows?.map((run) => (
          <RunRow key={run.id} run={run} onOpen={() => open(run.id)} />
        ))}
      </ul>
    </Dialog>
  );
}

function RunRow({ run, onOpen }: { run: PlaygroundRunSummary; onOpen: () => void }) {
  const text = usePlaygroundText();
  const parley = useParley();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => parley.api.deletePlaygroundRun({ params: { id: run.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.runs.all }),
  });
  const mode = modes.find((one) => one === run.mode);
  const outcome = outcomeOf(run.status);
  return (
    <li className="flex items-center gap-2 py-1.5">
      <button type="button" onClick={onOpen} className="min-w-0 flex-1 rounded-md px-2 py-1 text-left hover:bg-sunken">
        <span className="flex items-center gap-2 text-sm">
          <span className="truncate font-medium" title={run.title}>
            {run.title}
          </span>
          <span className="flex shrink-0 items-center gap-2">
            {outcome === 'failed' && <Badge tone="bad">{text.failedBadge}</Badge>}
            {outcome === 'stopped' && <Badge>{text.stoppedBadge}</Badge>}
            {run.shared && <Badge tone="accent">{text.sharedBadge}</Badge>}
          </span>
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-muted">
          {mode && <span>{text.modes[mode]}</span>}
          {run.model && <span className="font-mono">{run.model}</span>}
          {run.duration_ms !== null && <Duration ms={run.duration_ms} />}
          {!run.mine && run.created_by && <span>{run.created_by.name}</span>}
          <Time value={run.created_at} />
        </span>
      </button>
      {run.mine && (
        <IconButton label={text.deleteRun(run.title)} onClick={() => remove.mutate()}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
