import type { ErasureReceipt, LegalHold } from '@parley/sdk';
import { Eraser, Lock } from 'lucide-react';
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
import { Tabs } from '../../ui/tabs.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { useErasuresText } from './erasures-text.ts';
import { HoldDialog } from './hold-dialog.tsx';
import { HoldTable } from './hold-table.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { ReceiptTable } from './receipt-table.tsx';

/** What was erased, with receipts, and what is held. */
export function ErasuresPage() {
  const text = useErasuresText();
  const isAdmin = useHasRole('admin');
  const [tab, setTab] = useUrlState('tab', 'erasures');
  const [dialog, setDialog] = useUrlState('new');
  const isHolds = tab === 'holds';
  const close = () => setDialog('');
  return (
    <>
      <PageHeader
        title={text.title}
        description={text.hint}
        actions={
          isAdmin &&
          (isHolds ? (
            <Button icon={<Lock aria-hidden />} look="primary" onClick={() => setDialog('hold')}>
              {text.hold}
            </Button>
          ) : (
            <Button icon={<Eraser aria-hidden />} look="primary" onClick={() => setDialog('user')}>
              {text.erase}
            </Button>
          ))
        }
      />
      {isAdmin ? (
        <Tabs
          label={text.title}
          value={tab}
          onValue={setTab}
          tabs={[
            { key: 'erasures', label: text.tabs.erasures, content: <Receipts /> },
            { key: 'holds', label: text.tabs.holds, content: <Holds /> },
          ]}
        />
      ) : (
        <NotAllowed />
      )}
      {isAdmin && dialog === 'user' && <EraseDialog onClose={close} />}
      {isAdmin && dialog === 'hold' && <HoldDialog onClose={close} />}
    </>
  );
}

function Receipts() {
  const text = useErasuresText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const [openId, setOpenId] = useUrlState('receipt');
  const filter = workspace_id === null ? {} : { workspace_id };
  const { rows, error, refetch, onEnd } = usePages<ErasureReceipt>({
    queryKey: queryKeys.erasures.list(filter),
    fetchPage: (after, signal) => parley.api.listErasures({ query: { ...filter, ...after, limit: 50 } }, { signal }),
  });
  const opened = rows?.find(({ id }) => id === openId);
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!rows) return <SkeletonRows count={4} />;
  if (rows.length === 0) {
    return (
      <EmptyState icon={<Eraser aria-hidden />} title={text.none}>
        {text.noneHint}
      </EmptyState>
    );
  }
  return (
    <Card isFlush>
      <ReceiptTable receipts={rows} onOpen={setOpenId} onEnd={onEnd} />
      {opened && <ReceiptDialog key={opened.id} receipt={opened} onClose={() => setOpenId('')} />}
    </Card>
  );
}

function Holds() {
  const text = useErasuresText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const filter = workspace_id === null ? {} : { workspace_id };
  const { rows, error, refetch, onEnd } = usePages<LegalHold>({
    queryKey: queryKeys.erasures.holds(filter),
    fetchPage: (after, signal) => parley.api.listHolds({ query: { ...filter, ...after, limit: 50 } }, { signal }),
  });
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!rows) return <SkeletonRows count={4} />;
  if (rows.length === 0) {
    return (
      <EmptyState icon={<Lock aria-hidden />} title={text.noHolds}>
        {text.noHoldsHint}
      </EmptyState>
    );
  }
  return (
    <Card isFlush>
      <HoldTable holds={rows} onEnd={onEnd} />
    </Card>
  );
}
