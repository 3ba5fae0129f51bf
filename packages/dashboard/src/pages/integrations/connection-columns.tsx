import type { IntegrationConnection } from '@parley/sdk';
import { TriangleAlert } from 'lucide-react';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/values.tsx';
import { useIntegrationsText } from './integrations-text.ts';

type ConnectionColumn = Column<IntegrationConnection>;

/** What every list of connections says of each; `from` is the width of the screen from which a column is shown. */
export function connectionColumns(
  text: ReturnType<typeof useIntegrationsText>,
  from: Record<'method' | 'used', NonNullable<ConnectionColumn['from']>>,
): Record<'user' | 'state' | 'method' | 'used', ConnectionColumn> {
  return {
    user: {
      key: 'user',
      header: text.user,
      cell: ({ user_id }) => (
        <span className="block truncate font-medium" title={user_id}>
          {user_id}
        </span>
      ),
    },
    state: {
      key: 'state',
      header: text.state,
      width: '8rem',
      cell: (connection) => <ConnectionState connection={connection} />,
    },
    method: {
      key: 'method',
      header: text.method,
      width: '9rem',
      from: from.method,
      cell: ({ auth_method }) => text.methods[auth_method],
    },
    used: {
      key: 'used',
      header: text.lastUsed,
      width: '9rem',
      from: from.used,
      cell: ({ last_used_at }) => <Time value={last_used_at} />,
    },
  };
}

const tones: Record<IntegrationConnection['status'], Tone> = {
  connected: 'good',
  expiring: 'warn',
  needs_reconnect: 'bad',
};

/** In a word, with the reason as its title. */
function ConnectionState({ connection }: { connection: IntegrationConnection }) {
  const text = useIntegrationsText();
  const { status, reason } = connection;
  return (
    <Badge tone={tones[status]} title={reason ?? text.stateHints[status]}>
      {status !== 'connected' && <TriangleAlert aria-hidden />}
      {text.states[status]}
    </Badge>
  );
}
