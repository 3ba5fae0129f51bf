import type { IntegrationConnection } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useUrlState } from '../../lib/url-state.ts';
import { Below } from '../../ui/below.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { connectionColumns } from './connection-columns.tsx';
import { useIntegrationsText } from './integrations-text.ts';
import { useAllConnections } from './use-integrations.ts';

const statuses = ['connected', 'expiring', 'needs_reconnect'] as const;

/** Who is connected to what, across integrations, and how that stands. `names` by the id of the integration. */
export function AllConnections({ names }: { names: ReadonlyMap<string, string> }) {
  const text = useIntegrationsText();
  const [user, setUser] = useUrlState('user');
  const [stateInUrl, setState] = useUrlState('state');
  const status = statuses.find((one) => one === stateInUrl);
  const userId = useDeferredValue(user.trim());
  const filter = { ...(userId !== '' && { user_id: userId }), ...(status && { status }) };
  const { rows, error, refetch, onEnd } = useAllConnections(filter);
  const columns = useColumns(names);
  const isFiltered = userId !== '' || status !== undefined;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label={text.user}
          placeholder={text.userSearch}
          className="min-w-0 flex-1 basis-52 sm:max-w-xs"
          value={user}
          onChange={({ target }) => setUser(target.value)}
        />
        <Select
          aria-label={text.state}
          className="w-44!"
          value={status ?? ''}
          onValue={setState}
          options={[
            { value: '', label: text.allStates },
            ...statuses.map((value) => ({ value, label: text.states[value] })),
          ]}
        />
      </div>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={6} />}
      {rows?.length === 0 && (
        <EmptyState icon={<Plug aria-hidden />} title={isFiltered ? text.noneFits : text.noConnections}>
          {isFiltered ? text.noneFitsHint : text.noConnectionsHint}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card isFlush>
          <DataTable
            label={text.tabs.connections}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            onEnd={onEnd}
          />
        </Card>
      )}
    </>
  );
}

function useColumns(names: ReadonlyMap<string, string>): Column<IntegrationConnection>[] {
  const text = useIntegrationsText();
  return useMemo(() => {
    const { user, state, method, used } = connectionColumns(text, { method: 'lg', used: 'md' });
    const integration: Column<IntegrationConnection> = {
      key: 'integration',
      header: text.integration,
      from: 'sm',
      cell: ({ integration_id }) => (
        <Link
          to={`/integrations/${integration_id}`}
          search={{ tab: 'connections' }}
          className="font-medium hover:underline"
        >
          {names.get(integration_id) ?? integration_id}
        </Link>
      ),
    };
    const named: Column<IntegrationConnection> = {
      ...user,
      cell: (connection) => (
        <>
          {user.cell(connection)}
          <Below>{names.get(connection.integration_id) ?? connection.integration_id}</Below>
        </>
      ),
    };
    return [named, integration, state, method, used];
  }, [text, names]);
}
