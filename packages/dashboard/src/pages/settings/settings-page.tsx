import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { PageHeader } from '../../ui/card.tsx';
import { NotAllowed } from '../../ui/not-allowed.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Effective } from './effective.tsx';
import { Models } from './models.tsx';
import { Queue } from './queue.tsx';
import { RetentionForm } from './retention-form.tsx';
import { useSettingsText } from './settings-text.ts';
import { Storage } from './storage.tsx';
import { Webhooks } from './webhooks.tsx';
import { WorkspaceForm } from './workspace-form.tsx';

/** Models and search, the workspace's limits, what is stored, the queue, retention, webhooks, and every setting in effect: each for those who may see it. */
export function SettingsPage() {
  const text = useSettingsText();
  const isOperator = useHasRole('admin', 'instance');
  const isAdmin = useHasRole('admin');
  const [tab, setTab] = useUrlState('tab', 'models');
  const tabs = [
    { key: 'models', label: text.models, content: <Models />, isOffered: true },
    { key: 'workspace', label: text.workspace, content: <WorkspaceForm />, isOffered: true },
    { key: 'storage', label: text.storage, content: <Storage />, isOffered: true },
    { key: 'queue', label: text.queue, content: <Queue />, isOffered: isAdmin },
    { key: 'retention', label: text.retention, content: <RetentionForm />, isOffered: isOperator },
    { key: 'webhooks', label: text.webhooks, content: <Webhooks />, isOffered: isAdmin },
    { key: 'effective', label: text.effective, content: <Effective />, isOffered: isOperator },
  ]
    // A link may lead to one that is not offered.
    .filter(({ key, isOffered }) => isOffered || key === tab)
    .map((one) => (one.isOffered ? one : { ...one, content: <NotAllowed /> }));
  return (
    <>
      <PageHeader title={text.title} description={text.hint} />
      <Tabs
        label={text.title}
        value={tabs.some(({ key }) => key === tab) ? tab : 'models'}
        onValue={setTab}
        tabs={tabs}
      />
    </>
  );
}
