import type { Guard } from '@parley/sdk';
import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotAllowed } from '../../ui/not-allowed.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { GuardDialog } from './guard-dialog.tsx';
import { GuardTable } from './guard-table.tsx';
import { useGuardsText } from './guards-text.ts';
import { TryGuard } from './try-guard.tsx';

/** All guards of the workspace, in the order in which they look. */
export function GuardsPage() {
  const text = useGuardsText();
  const isAdmin = useHasRole('admin');
  return isAdmin ? (
    <Guards />
  ) : (
    <>
      <PageHeader title={text.title} />
      <NotAllowed />
    </>
  );
}

function Guards() {
  const text = useGuardsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const filter = workspace_id === null ? {} : { workspace_id };
  const [dialog, setDialog] = useUrlState('new');
  const [openId, setOpenId] = useUrlState('guard');
  const [tried, setTried] = useState<Guard | null>(null);
  const { rows, error, refetch, onEnd } = usePages<Guard>({
    queryKey: queryKeys.guards.list(filter),
    fetchPage: (after, signal) => parley.api.listGuards({ query: { ...filter, ...after, limit: 100 } }, { signal }),
  });
  const opened = rows?.find(({ id }) => id === openId);
  const create = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setDialog('guard')}>
      {text.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={text.title} description={text.hint} actions={create} />
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={4} />}
      {rows?.length === 0 && (
        <EmptyState icon={<ShieldCheck aria-hidden />} title={text.none} action={create}>
          {text.noneHint}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card isFlush>
          <GuardTable guards={rows} onOpen={({ id }) => setOpenId(id)} onTry={setTried} onEnd={onEnd} />
        </Card>
      )}
      {dialog === 'guard' && <GuardDialog guard={null} onClose={() => setDialog('')} />}
      {opened && <GuardDialog key={opened.id} guard={opened} onClose={() => setOpenId('')} />}
      {tried && <TryGuard guard={tried} onClose={() => setTried(null)} />}
    </>
  );
}
