import type { AuditEvent } from '@parley/sdk';
import { Download, ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { toCsv } from '../../lib/csv.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/field.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { useUsageText } from './usage-text.ts';

/** Who did what, newest first. */
export function AuditLog() {
  const text = useUsageText();
  const parley = useParley();
  const [action, setAction] = useUrlState('action');
  const [open, setOpen] = useState<AuditEvent | null>(null);
  const filter = action.trim() === '' ? {} : { action: action.trim() };
  const { rows, error, refetch, onEnd } = usePages<AuditEvent>({
    queryKey: queryKeys.usage.audit(filter),
    fetchPage: (after, signal) =>
      parley.api.listAuditEvents({ query: { ...filter, ...after, limit: 100 } }, { signal }),
  });
  const columns = useMemo(
    (): Column<AuditEvent>[] => [
      {
        key: 'time',
        header: text.time,
        width: '10.5rem',
        cell: ({ created_at }) => <Time value={created_at} isFull />,
      },
      {
        key: 'action',
        header: text.action,
        cell: (event) => (
          <>
            <button type="button" className="block font-mono text-xs hover:underline" onClick={() => setOpen(event)}>
              {event.action}
            </button>
            <Below>
              {event.actor_name ?? event.actor} · {event.target_name ?? event.target}
            </Below>
          </>
        ),
      },
      {
        key: 'actor',
        header: text.actor,
        from: 'md',
        cell: ({ actor, actor_name }) => <Named id={actor} name={actor_name} />,
      },
      {
        key: 'target',
        header: text.target,
        from: 'sm',
        cell: ({ target, target_name }) => <Named id={target} name={target_name} />,
      },
      { key: 'address', header: text.address, width: '9rem', from: 'lg', cell: ({ address }) => address ?? '–' },
    ],
    [text],
  );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{text.auditHint}</p>
        <Input
          type="search"
          aria-label={text.auditFilter}
          placeholder={text.auditFilter}
          className="max-w-64"
          value={action}
          onChange={({ target }) => setAction(target.value)}
        />
        {rows && rows.length > 0 && (
          <Button icon={<Download aria-hidden />} onClick={() => saveBlob(csvOf(rows), 'audit.csv')}>
            {text.export}
          </Button>
        )}
      </div>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={6} />}
      {rows?.length === 0 && (
        <EmptyState icon={<ScrollText aria-hidden />} title={text.noAudit}>
          {text.noAuditHint}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card isFlush>
          <DataTable
            label={text.audit}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={setOpen}
            onEnd={onEnd}
          />
        </Card>
      )}
      {open && <EventDialog event={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** By its name where there is one; the id is in the title. */
function Named({ id, name }: { id: string; name: string | null }) {
  return name === null ? (
    <span className="font-mono text-xs" title={id}>
      {id}
    </span>
  ) : (
    <span title={id}>{name}</span>
  );
}

const idWithName = (id: string, name: string | null): string => (name === null ? id : `${name} (${id})`);

function EventDialog({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const text = useUsageText();
  return (
    <Dialog isOpen onClose={onClose} title={<span className="font-mono text-base">{event.action}</span>}>
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            [text.time, <Time key="time" value={event.created_at} isFull />],
            [text.actor, idWithName(event.actor, event.actor_name)],
            [text.target, idWithName(event.target, event.target_name)],
            [text.address, event.address],
          ]}
        />
        <JsonTree value={event.details} label={text.details} />
      </div>
    </Dialog>
  );
}

const csvOf = (events: readonly AuditEvent[]): Blob =>
  toCsv(
    ['time', 'action', 'actor', 'actor_name', 'target', 'target_name', 'address', 'workspace_id', 'details'],
    events.map((event) => [
      event.created_at,
      event.action,
      event.actor,
      event.actor_name,
      event.target,
      event.target_name,
      event.address,
      event.workspace_id,
      JSON.stringify(event.details),
    ]),
  );
