import type { Integration, IntegrationConnection } from '@parley/sdk';
import { Plug, Unplug } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem, useProblemSentence } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { Time } from '../../ui/values.tsx';
import { connectionColumns } from './connection-columns.tsx';
import { useIntegrationsText } from './integrations-text.ts';
import { useConnections, useIntegrationChange } from './use-integrations.ts';

export interface ConnectionsProps {
  id: string;
  integration: Integration;
  /** Null for those who may not. */
  onConnect: ((userId: string) => void) | null;
}

/** Who is connected, and what must be done about it. */
export function Connections({ id, integration, onConnect }: ConnectionsProps) {
  const text = useIntegrationsText();
  const { rows, error, refetch, onEnd } = useConnections(id);
  const [leaving, setLeaving] = useState<string | null>(null);
  const isOpen = integration.auth_method === 'NONE';
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!rows) return <SkeletonRows count={4} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<Plug aria-hidden />}
        title={isOpen ? text.openTitle : text.noConnections}
        action={
          onConnect && !isOpen && <Button onClick={() => onConnect('')}>{text.connectTo(integration.name)}</Button>
        }
      >
        {isOpen ? text.openHint : text.noConnectionsHint}
      </EmptyState>
    );
  }
  const { user, state, method, used } = connectionColumns(text, { method: 'lg', used: 'sm' });
  const expires: Column<IntegrationConnection> = {
    key: 'expires',
    header: text.expires,
    width: '9rem',
    from: 'lg',
    cell: ({ expires_at }) => (expires_at ? <Time value={expires_at} mayBeAhead /> : text.noEnd),
  };
  const columns = [user, state, method, expires, used];
  const actions: Column<IntegrationConnection> = {
    key: 'actions',
    header: '',
    width: '3.5rem',
    cell: ({ user_id }) => (
      <span className="flex justify-end">
        <IconButton label={text.disconnectUser(user_id)} className="size-7" onClick={() => setLeaving(user_id)}>
          <Unplug aria-hidden />
        </IconButton>
      </span>
    ),
  };
  const broken = rows.filter(({ status }) => status !== 'connected');
  return (
    <>
      {broken.map(({ id: key, user_id, status, reason }) => (
        <div
          key={key}
          className="mb-3 flex flex-wrap items-center gap-3 rounded-lg border bg-warn-soft px-3 py-2 text-sm"
        >
          <p className="min-w-0 flex-1 basis-60 break-words">
            <strong className="font-medium">{user_id}</strong>
            {': '}
            {text.stateHints[status]} {reason}
          </p>
          {onConnect && (
            <Button size="small" onClick={() => onConnect(user_id)}>
              {text.reconnect}
            </Button>
          )}
        </div>
      ))}
      <Card isFlush>
        <DataTable
          label={text.tabs.connections}
          columns={onConnect ? [...columns, actions] : columns}
          rows={rows}
          rowKey={({ id: key }) => key}
          onEnd={onEnd}
        />
      </Card>
      {leaving !== null && (
        <Disconnect id={id} name={integration.name} userId={leaving} onClose={() => setLeaving(null)} />
      )}
    </>
  );
}

interface DisconnectProps {
  id: string;
  name: string;
  userId: string;
  onClose: () => void;
}

function Disconnect({ id, name, userId, onClose }: DisconnectProps) {
  const text = useIntegrationsText();
  const parley = useParley();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const disconnect = useIntegrationChange(() => parley.integrations.disconnect(id, userId), {
    onSuccess: ({ revoked }) => {
      toaster.done(revoked ? text.disconnectedRevoked(name, userId) : text.disconnected(name, userId));
      onClose();
    },
    onError: (error) => toaster.failed(sentence(error)),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => disconnect.mutate(undefined)}
      title={text.disconnectTitle(name)}
      action={text.disconnect}
      isBusy={disconnect.isPending}
    >
      {text.disconnectHint(userId, name)}
    </ConfirmDialog>
  );
}
