import { Plus, Split, Waypoints } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotAllowed } from '../../ui/not-allowed.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { RoutingTable } from './routing-table.tsx';
import { useRoutingText } from './routing-text.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { TryDialog } from './try-dialog.tsx';
import { type Kind, kinds, type Row, useProviders, useRoutes } from './use-routing.ts';

/** In the address, where the reader has not said which model. */
const anyModel = '*';

const DryRunDialog = lazy(async () => ({ default: (await import('./dry-run-dialog.tsx')).DryRunDialog }));

/** Routes and providers of the installation. */
export function RoutingPage() {
  const text = useRoutingText();
  const isOperator = useHasRole('admin', 'instance');
  const [tab, setTab] = useUrlState('tab', 'routes');
  const [dialog, setDialog] = useUrlState('new');
  const [asked, setAsked] = useUrlState('ask');
  const kind = kinds.find((one) => one === tab) ?? 'routes';
  if (!isOperator) {
    return (
      <>
        <PageHeader title={text.title} />
        <NotAllowed />
      </>
    );
  }
  const actions = (
    <>
      <Button icon={<Waypoints aria-hidden />} onClick={() => setAsked(anyModel)}>
        {text.dryRun}
      </Button>
      <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setDialog('1')}>
        {text.add[kind]}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={text.title} description={text.hint} actions={actions} />
      <Tabs
        label={text.title}
        value={kind}
        onValue={setTab}
        tabs={[
          { key: 'routes', label: text.tabs.routes, content: <Routes /> },
          { key: 'providers', label: text.tabs.providers, content: <Providers /> },
        ]}
      />
      {dialog === '1' && <SettingsDialog key={kind} kind={kind} row={null} onClose={() => setDialog('')} />}
      {asked !== '' && (
        <Suspense fallback={null}>
          <DryRunDialog model={asked === anyModel ? '' : asked} onClose={() => setAsked('')} />
        </Suspense>
      )}
    </>
  );
}

function Routes() {
  const { data, error, refetch } = useRoutes();
  return <List kind="routes" rows={data?.data} error={error} onRetry={() => refetch()} />;
}

function Providers() {
  const { data, error, refetch } = useProviders();
  return <List kind="providers" rows={data?.data} error={error} onRetry={() => refetch()} />;
}

interface ListProps {
  kind: Kind;
  rows: Row[] | undefined;
  error: unknown;
  onRetry: () => void;
}

function List({ kind, rows, error, onRetry }: ListProps) {
  const text = useRoutingText();
  const [openId, setOpenId] = useUrlState('open');
  const [tried, setTried] = useState('');
  const [, setAsked] = useUrlState('ask');
  const opened = rows?.find(({ id }) => id === openId);
  return (
    <>
      {error !== null && <Problem error={error} onRetry={onRetry} />}
      {!rows && error === null && <SkeletonRows count={4} />}
      {rows?.length === 0 && (
        <EmptyState icon={<Split aria-hidden />} title={text.none[kind]}>
          {text.noneHint[kind]}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card isFlush>
          <RoutingTable kind={kind} rows={rows} onOpen={setOpenId} onTry={setTried} onAsk={setAsked} />
        </Card>
      )}
      {opened && <SettingsDialog key={opened.id} kind={kind} row={opened} onClose={() => setOpenId('')} />}
      {tried !== '' && <TryDialog kind={kind} id={tried} onClose={() => setTried('')} />}
    </>
  );
}
