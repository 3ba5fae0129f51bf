import type { Integration } from '@parley/sdk';
import { useParams } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import { useServedWords } from '../../lib/served-words.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PageProblem } from '../../ui/page-problem.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { Connections } from './connections.tsx';
import { Definition } from './definition.tsx';
import { useIntegrationsText } from './integrations-text.ts';
import { Monogram } from './monogram.tsx';
import { useSignInOutcome } from './oauth-window.ts';
import { TryFeature } from './try-feature.tsx';
import { useAdded, useIntegration } from './use-integrations.ts';

/** One integration: what it does, who is connected, and a form for each of its features. */
export function IntegrationPage() {
  const text = useIntegrationsText();
  const { integrationId = '' }: { integrationId?: string } = useParams({ strict: false });
  const { data: integration, error, refetch } = useIntegration(integrationId);
  return (
    <>
      <BackLink to="/integrations">{text.back}</BackLink>
      {error &&
        (integration ? (
          <Problem error={error} onRetry={() => refetch()} />
        ) : (
          <PageProblem error={error} onRetry={() => refetch()} />
        ))}
      {!integration && !error && <SkeletonRows count={8} className="h-8" />}
      {integration && <Details key={integrationId} id={integrationId} integration={integration} />}
    </>
  );
}

function Details({ id, integration }: { id: string; integration: Integration }) {
  usePageTitle(integration.name);
  const text = useIntegrationsText();
  const toaster = useToaster();
  const { user } = useSession();
  const mayConnect = useHasRole('member');
  const added = useAdded().data?.find((one) => one.id === id);
  const [tab, setTab] = useUrlState('tab', 'try');
  const [connecting, setConnecting] = useUrlState('connect');
  const needsConnection = integration.auth_method !== 'NONE';
  useSignInOutcome(({ integrationId, isConnected, userId, message }) => {
    if (integrationId !== id) return;
    setConnecting('');
    if (isConnected) toaster.done(text.connectedNow(integration.name, userId));
    else toaster.failed(message || text.notConnectedNow);
  });
  const connect = (userId: string) => setConnecting(userId || user.email);
  const { integrationOf } = useServedWords();
  const tabs = [
    {
      key: 'try',
      label: text.tabs.try,
      content: <TryFeature id={id} integration={integration} onConnect={mayConnect ? connect : null} />,
    },
    {
      key: 'connections',
      label: text.tabs.connections,
      content: <Connections id={id} integration={integration} onConnect={mayConnect ? connect : null} />,
    },
    ...(added
      ? [{ key: 'definition', label: text.tabs.definition, content: <Definition key={id} added={added} /> }]
      : []),
  ];
  return (
    <>
      <header className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-3">
        <Monogram name={integration.name} isLarge />
        <div className="min-w-0 flex-1 basis-52">
          <h1 className="truncate text-xl font-semibold tracking-tight" title={integration.name}>
            {integration.name}
          </h1>
          <p className="max-w-prose text-sm text-muted">{integrationOf(integration)}</p>
          <p className="mt-2 flex flex-wrap gap-1.5">
            {(integration.auth_methods ?? []).map((method) => (
              <Badge key={method}>{text.methods[method]}</Badge>
            ))}
            {added && <Badge tone="accent">{text.sources[added.source]}</Badge>}
          </p>
        </div>
        {mayConnect && needsConnection && (
          <Button look="primary" icon={<Plug aria-hidden />} onClick={() => connect('')}>
            {text.connect}
          </Button>
        )}
      </header>
      {!mayConnect && <p className="mb-3 text-sm text-muted">{text.viewerHint}</p>}
      <Tabs
        label={integration.name}
        tabs={tabs}
        value={tabs.some(({ key }) => key === tab) ? tab : 'try'}
        onValue={setTab}
      />
      {connecting !== '' && mayConnect && needsConnection && (
        <ConnectDialog id={id} integration={integration} userId={connecting} onClose={() => setConnecting('')} />
      )}
    </>
  );
}
