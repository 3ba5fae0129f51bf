import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { PageHeader } from '../../ui/card.tsx';
import { NotAllowed } from '../../ui/not-allowed.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Alerts } from './alerts.tsx';
import { AuditLog } from './audit-log.tsx';
import { OverTime } from './over-time.tsx';
import { useUsageText } from './usage-text.ts';

/** What was used over time, who is told when, and who did what. */
export function UsagePage() {
  const text = useUsageText();
  const isAdmin = useHasRole('admin');
  const [tab, setTab] = useUrlState('tab', 'time');
  const tabs = [
    { key: 'time', label: text.overTime, content: <OverTime /> },
    { key: 'alerts', label: text.alerts, content: <Alerts /> },
  ];
  const audit = { key: 'audit', label: text.audit, content: isAdmin ? <AuditLog /> : <NotAllowed /> };
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
