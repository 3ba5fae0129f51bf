import type { AddedIntegration, Integration } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Blocks, Plus, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useServedWords } from '../../lib/served-words.ts';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AddDialog } from './add-dialog.tsx';
import { AllConnections } from './all-connections.tsx';
import { useIntegrationsText } from './integrations-text.ts';
import { Monogram } from './monogram.tsx';
import { type ConnectionCount, sortedForCatalogue } from './sort-catalogue.ts';
import { useAdded, useCatalogue, useConnectionCounts } from './use-integrations.ts';

const noCounts: ReadonlyMap<string, ConnectionCount> = new Map();
const waiting = ['a', 'b', 'c', 'd', 'e', 'f'];
const grid = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3';

/** All integrations that the workspace can use, and who is connected to them. */
export function IntegrationsPage() {
  const text = useIntegrationsText();
  const mayAdd = useHasRole('admin', 'instance');
  const [tab, setTab] = useUrlState('tab', 'catalogue');
  const [dialog, setDialog] = useUrlState('new');
  const { data: integrations } = useCatalogue();
  const names = useMemo(() => new Map((integrations ?? []).map(({ id = '', name }) => [id, name])), [integrations]);
  const add = mayAdd ? (
    <Button icon={<Plus aria-hidden />} onClick={() => setDialog('1')}>
      {text.add}
    </Button>
  ) : null;
  const tabs = [
    { key: 'catalogue', label: text.catalogue, content: <Catalogue add={add} /> },
    { key: 'connections', label: text.tabs.connections, content: <AllConnections names={names} /> },
  ];
  return (
    <>
      <PageHeader title={text.title} description={text.hint} actions={add} />
      <Tabs
        label={text.title}
        value={tabs.some(({ key }) => key === tab) ? tab : 'catalogue'}
        onValue={setTab}
        tabs={tabs}
      />
      {dialog === '1' && mayAdd && <AddDialog onClose={() => setDialog('')} />}
    </>
  );
}

function Catalogue({ add }: { add: ReactNode }) {
  const text = useIntegrationsText();
  const [query, setQuery] = useUrlState('q');
  const { data: integrations, error, refetch } = useCatalogue();
  const counts = useConnectionCounts();
  const added = useAdded();
  const isReady = integrations !== undefined && !counts.isLoading;
  const shown = sortedForCatalogue(integrations ?? [], counts.data ?? noCounts, query);
  return (
    <>
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        className="mb-4 max-w-md"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!isReady && !error && (
        <div role="status" aria-label={text.loading} className={grid}>
          {waiting.map((key) => (
            <Skeleton key={key} className="h-31 w-full" />
          ))}
        </div>
      )}
      {isReady && shown.length === 0 && (
        <EmptyState
          icon={<Blocks aria-hidden />}
          title={text.none(query)}
          action={
            <>
              <Button onClick={() => setQuery('')}>{text.showAll}</Button>
              {add}
            </>
          }
        >
          {add ? text.noneHint : text.noneAsk}
        </EmptyState>
      )}
      {isReady && shown.length > 0 && (
        <ul aria-label={text.catalogue} className={grid}>
          {shown.map((integration) => (
            <Tile
              key={integration.id}
              integration={integration}
              count={counts.data?.get(integration.id ?? '')}
              added={added.data?.find(({ id }) => id === integration.id)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface TileProps {
  integration: Integration;
  count: ConnectionCount | undefined;
  added: AddedIntegration | undefined;
}

function Tile({ integration, count, added }: TileProps) {
  const text = useIntegrationsText();
  const { id = '', name, features = [], auth_method = 'NONE' } = integration;
  const { integrationOf } = useServedWords();
  return (
    <li className="relative flex min-w-0 flex-col rounded-lg border bg-surface p-4 shadow-card transition-colors focus-within:border-accent hover:border-line-strong">
      <div className="flex min-w-0 items-start gap-3">
        <Monogram name={name} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold" title={name}>
            <Link to={`/integrations/${id}`} className="rounded after:absolute after:inset-0 after:rounded-lg">
              {name}
            </Link>
          </h2>
          <p className="min-h-10 text-sm text-muted">{integrationOf(integration)}</p>
        </div>
      </div>
      <div className="mt-3 flex min-w-0 flex-wrap items-center gap-1.5">
        {count && count.connected > 0 && <Badge tone="good">{text.connectedCount(count.connected)}</Badge>}
        {count && count.broken > 0 && (
          <Badge tone="warn">
            <TriangleAlert aria-hidden />
            {text.brokenCount(count.broken)}
          </Badge>
        )}
        {!count && <Badge>{text.methods[auth_method]}</Badge>}
        {added && <Badge tone="accent">{text.sources[added.source]}</Badge>}
        {added?.status === 'needs_approval' && <Badge tone="warn">{text.addedStates.needs_approval}</Badge>}
        <span className="ml-auto text-xs text-muted tabular-nums">{text.featureCount(features.length)}</span>
      </div>
    </li>
  );
}
