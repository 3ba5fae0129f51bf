import type { Budget } from '@parley/sdk';
import { PiggyBank, Plus } from 'lucide-react';
import { lazy, Suspense, useCallback } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BudgetTable } from './budget-table.tsx';
import { useBudgetsText } from './budgets-text.ts';

// Its fields are no part of the first view of the page.
const BudgetDialog = lazy(async () => ({ default: (await import('./budget-dialog.tsx')).BudgetDialog }));

/** What may be spent, by whom, and what is left of it. */
export function Budgets() {
  const text = useBudgetsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const mayChange = useHasRole('admin');
  const [dialog, setDialog] = useUrlState('new');
  const [openId, setOpenId] = useUrlState('budget');
  const open = useCallback(({ id }: Budget) => setOpenId(id), [setOpenId]);
  const filter = workspace_id === null ? {} : { workspace_id };
  const { rows, error, refetch, onEnd } = usePages<Budget>({
    queryKey: queryKeys.budgets.list(filter),
    fetchPage: (after, signal) => parley.api.listBudgets({ query: { ...filter, ...after, limit: 50 } }, { signal }),
  });
  const create = mayChange && (
    <Button icon={<Plus aria-hidden />} onClick={() => setDialog('budget')}>
      {text.create}
    </Button>
  );
  const opened = rows?.find(({ id }) => id === openId) ?? null;
  const close = () => (opened ? setOpenId('') : setDialog(''));
  const isThere = rows !== undefined && rows.length > 0;
  return (
    <Card title={text.title} description={text.hint} actions={create} isFlush={isThere}>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={3} />}
      {rows?.length === 0 && (
        <EmptyState icon={<PiggyBank aria-hidden />} title={text.none}>
          {text.noneHint}
        </EmptyState>
      )}
      {isThere && <BudgetTable budgets={rows} mayChange={mayChange} onOpen={open} onEnd={onEnd} />}
      {mayChange && (dialog === 'budget' || opened) && (
        <Suspense fallback={null}>
          <BudgetDialog key={opened?.id} budget={opened} onClose={close} />
        </Suspense>
      )}
    </Card>
  );
}
