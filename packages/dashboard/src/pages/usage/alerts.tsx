import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing, Plus } from 'lucide-react';
import { formatCost, formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { AlertTable } from './alert-table.tsx';
import { useUsageText } from './usage-text.ts';
import { useAlerts } from './use-alerts.ts';

/** The budget of the workspace, and who is told before it is spent. */
export function Alerts() {
  const text = useUsageText();
  const mayChange = useHasRole('admin');
  const [dialog, setDialog] = useUrlState('new');
  const { rows, error, refetch, onEnd } = useAlerts();
  const create = (
    <Button icon={<Plus aria-hidden />} onClick={() => setDialog('alert')}>
      {text.newAlert}
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <Budget />
      <Card title={text.alertList} description={text.alertsHint} actions={mayChange && create} isFlush>
        {error && (
          <div className="p-4">
            <Problem error={error} onRetry={() => refetch()} />
          </div>
        )}
        {!rows && !error && (
          <div className="p-4">
            <SkeletonRows count={3} />
          </div>
        )}
        {rows?.length === 0 && (
          <div className="p-4 pt-1">
            <EmptyState icon={<BellRing aria-hidden />} title={text.noAlerts}>
              {text.noAlertsHint}
            </EmptyState>
          </div>
        )}
        {rows && rows.length > 0 && <AlertTable alerts={rows} mayChange={mayChange} onEnd={onEnd} />}
      </Card>
      {dialog === 'alert' && mayChange && <AlertDialog onClose={() => setDialog('')} />}
    </div>
  );
}

function Budget() {
  const text = useUsageText();
  const ui = useUiText();
  const language = useLanguage();
  const parley = useParley();
  const { workspace_id } = useSession();
  const isOperator = useHasRole('admin', 'instance');
  const { data, error } = useQuery({
    queryKey: queryKeys.usage.month({ workspace_id }),
    enabled: workspace_id !== null,
    queryFn: async ({ signal }) => {
      const id = workspace_id ?? '';
      const now = new Date();
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
      const [workspace, usage] = await Promise.all([
        parley.api.getWorkspace({ params: { id } }, { signal }),
        parley.api.getUsageSeries({ query: { workspace_id: id, from, interval: 'day' } }, { signal }),
      ]);
      return { budget: workspace.budget_usd, usage: usage.total };
    },
  });
  const money = (usd: number) => formatMoney(usd, language);
  const spent = data?.usage.cost_usd ?? 0;
  // Without the prices of some engines it is no less than that.
  const isKnown = (data?.usage.unpriced_requests ?? 0) === 0;
  const cost = formatCost({ usd: spent, isKnown, language }, ui);
  // Who may not see the workspace still sees its alerts.
  if (error) return null;
  return (
    <Card
      title={text.budget}
      description={text.budgetHint}
      actions={
        data &&
        isOperator && (
          <Link to="/settings" search={{ tab: 'workspace' }} className={buttonClass('plain')}>
            {data.budget === null ? text.setBudget : text.changeBudget}
          </Link>
        )
      }
    >
      {!data && <Skeleton className="h-8 w-64" />}
      {data && data.budget === null && (
        <p className="text-sm text-muted">
          <span className="font-medium text-ink tabular-nums">{text.spent(cost)}</span> · {text.budgetNone}
        </p>
      )}
      {data && data.budget !== null && (
        <div className="flex max-w-md flex-col gap-1.5">
          <p className="text-sm tabular-nums">{text.budgetOf(cost, money(data.budget))}</p>
          <ProgressBar
            label={text.budget}
            value={data.budget === 0 ? 1 : spent / data.budget}
            tone={spent >= data.budget ? 'bad' : 'accent'}
          />
        </div>
      )}
    </Card>
  );
}
