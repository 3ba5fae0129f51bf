import type { LegalHold } from '@parley/sdk';
import { useMemo, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Time } from '../../ui/values.tsx';
import { useErasuresText } from './erasures-text.ts';

/** Holds, those that are over among them. */
export function HoldTable({ holds, onEnd }: { holds: readonly LegalHold[]; onEnd: () => void }) {
  const text = useErasuresText();
  const parley = useParley();
  const [released, setReleased] = useState<LegalHold | null>(null);
  const release = useChange({
    change: ({ id }: LegalHold) => parley.api.releaseHold({ params: { id } }),
    queryKey: queryKeys.erasures.all,
    said: text.released,
    onDone: () => setReleased(null),
  });
  const columns = useMemo(
    (): Column<LegalHold>[] => [
      {
        key: 'what',
        header: text.what,
        cell: ({ kind, user_id, file_id, reason, released_at }) => (
          <>
            <span className="block truncate" title={user_id ?? file_id ?? ''}>
              {text.kinds[kind]} <span className="font-mono text-xs text-muted">{user_id ?? file_id}</span>
            </span>
            <Below>{`${released_at === null ? text.active : text.over} · ${reason}`}</Below>
          </>
        ),
      },
      {
        key: 'reason',
        header: text.reason,
        from: 'sm',
        cell: ({ reason }) => <span title={reason}>{reason}</span>,
      },
      {
        key: 'state',
        header: text.state,
        width: '7rem',
        from: 'sm',
        cell: ({ released_at }) =>
          released_at === null ? <Badge tone="accent">{text.active}</Badge> : <Badge>{text.over}</Badge>,
      },
      {
        key: 'since',
        header: text.since,
        width: '9rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ created_at }) => <Time value={created_at} />,
      },
      {
        key: 'release',
        header: '',
        width: '6.5rem',
        isNumeric: true,
        cell: (hold) =>
          hold.released_at === null && (
            <Button size="small" onClick={() => setReleased(hold)}>
              {text.release}
            </Button>
          ),
      },
    ],
    [text],
  );
  return (
    <>
      <DataTable label={text.tabs.holds} columns={columns} rows={holds} rowKey={({ id }) => id} onEnd={onEnd} />
      <ConfirmDialog
        isOpen={released !== null}
        onClose={() => setReleased(null)}
        onConfirm={() => released && release.mutate(released)}
        title={text.releaseTitle}
        action={text.release}
        isBusy={release.isPending}
      >
        {text.releaseHint}
      </ConfirmDialog>
    </>
  );
}
