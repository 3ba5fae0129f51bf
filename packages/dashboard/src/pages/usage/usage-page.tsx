import { type ComponentType, lazy, Suspense } from 'react';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { PageHeader } from '../../ui/card.tsx';
import { NotAllowed } from '../../ui/not-allowed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { OverTime } from './over-time.tsx';
import { useUsageText } from './usage-text.ts';

// Their code comes with their tab: most look at what was used.
const Alerts = lazy(async () => ({ default: (await import('./alerts.tsx')).Alerts }));
const Budgets = lazy(async () => ({ default: (await import('./budgets.tsx')).Budgets }));
const AuditLog = lazy(async () => ({ default: (await import('./audit-log.tsx')).AuditLog }));

/** What was used over time, who is told when, and who did what. */
export function UsagePage() {
  const text = useUsageText();
  const isAdmin = useHasRole('admin');
  const [tab, setTab] = useUrlState('tab', 'time');
  const tabs = [
    { key: 'time', label: text.overTime, content: <OverTime /> },
    { key: 'budgets', label: text.budgets, content: <Later of={Budgets} /> },
    { key: 'alerts', label: text.alerts, content: <Later of={Alerts} /> },
  ];
  const audit = { key: 'audit', label: text.audit, content: isAdmin ? <Later of={AuditLog} /> : <NotAllowed /> };
  return (
    <>
      <PageHeader title={text.title} description={text.hint} />
      <Tabs
        label={text.title}
        value={tab}
        onValue={setTab}
        tabs={isAdmin || tab === 'audit' ? [...tabs, audit] : tabs}
      />
    </>
  );
}

function Later({ of: Content }: { of: ComponentType }) {
  return (
    <Suspense fallback={<SkeletonRows count={6} />}>
      <Content />
    </Suspense>
  );
}
