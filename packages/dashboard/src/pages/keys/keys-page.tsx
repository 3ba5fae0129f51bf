import type { CreatedKey, Key } from '@parley/sdk';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Segments } from '../../ui/segments.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { stateOf } from './key-draft.ts';
import { KeyFormDialog } from './key-form-dialog.tsx';
import { type KeyAction, KeysTable } from './keys-table.tsx';
import { useKeysText } from './keys-text.ts';
import { RollDialog } from './roll-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const pageSize = 100;

/** Keys of the workspace and, for those who run the installation, admin keys. */
export function KeysPage() {
  const text = useKeysText();
  const isOperator = useHasRole('admin', 'instance');
  const canCreate = useHasRole('member');
  const [kindInUrl, setKind] = useUrlState('kind', 'workspace');
  const kind = isOperator && kindInUrl === 'admin' ? 'admin' : 'workspace';
  const [dialog, setDialog] = useUrlState('new');
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const create = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setDialog('key')}>
      {text.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={text.title}
        description={kind === 'admin' ? text.adminHint : text.hint}
        actions={canCreate && create}
      />
      {isOperator && (
        <div className="mb-4">
          <Segments
            label={text.kinds}
            value={kind}
            onValue={setKind}
            options={[
              { key: 'workspace', label: text.workspaceKeys },
              { key: 'admin', label: text.adminKeys },
            ]}
          />
        </div>
      )}
      <KeyList kind={kind} canCreate={canCreate} onCreate={() => setDialog('key')} onCreated={setCreated} />
      {dialog === 'key' && canCreate && (
        <KeyFormDialog kind={kind} onClose={() => setDialog('')} onCreated={setCreated} />
      )}
      {created && <SecretDialog created={created} onClose={() => setCreated(null)} />}
    </>
  );
}

interface KeyListProps {
  kind: 'workspace' | 'admin';
  canCreate: boolean;
  onCreate: () => void;
  onCreated: (key: CreatedKey) => void;
}

function KeyList({ kind, canCreate, onCreate, onCreated }: KeyListProps) {
  const text = useKeysText();
  const { rows, error, refetch, onEnd } = useKeyList(kind);
  const [chosen, setChosen] = useState<{ action: KeyAction; key: Key } | null>(null);
  const [isShowingAll, setIsShowingAll] = useState(false);
  const change = useKeyChange();
  const close = () => setChosen(null);
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!rows) return <SkeletonRows count={5} />;
  const now = new Date();
  const gone = rows.filter((key) => ['revoked', 'expired'].includes(stateOf(key, now)));
  const shown = isShowingAll ? rows : rows.filter((key) => !gone.includes(key));
  const onAction = (action: KeyAction, key: Key) => {
    if (action === 'pause' || action === 'resume') change.mutate({ action, key });
    else setChosen({ action, key });
  };
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          icon={<KeyRound aria-hidden />}
          title={text.emptyTitle}
          action={canCreate && <Button onClick={onCreate}>{text.create}</Button>}
        >
          {canCreate ? text.emptyHint : text.notAllowed}
        </EmptyState>
      ) : (
        <Card isFlush>
          <KeysTable label={text.title} keys={shown} canChange={canCreate} onAction={onAction} onEnd={onEnd} />
        </Card>
      )}
      {gone.length > 0 && (
        <Checkbox className="mt-3 w-fit" label={text.showRevoked} checked={isShowingAll} onValue={setIsShowingAll} />
      )}
      {chosen?.action === 'edit' && (
        <KeyFormDialog changed={chosen.key} kind={kind} onClose={close} onCreated={onCreated} />
      )}
      {chosen?.action === 'roll' && <RollDialog rolled={chosen.key} onClose={close} onCreated={onCreated} />}
      <ConfirmDialog
        isOpen={chosen?.action === 'revoke'}
        onClose={close}
        onConfirm={() => chosen && change.mutate({ action: 'revoke', key: chosen.key }, { onSettled: close })}
        title={text.revokeTitle(chosen?.key.name || text.unnamed)}
        action={text.revoke}
        isBusy={change.isPending}
      >
        {text.revokeHint}
      </ConfirmDialog>
    </>
  );
}

function useKeyList(kind: 'workspace' | 'admin') {
  const parley = useParley();
  const { workspace_id } = useSession();
  const filter = kind === 'admin' || workspace_id === null ? { kind } : { kind, workspace_id };
  return usePages<Key>({
    queryKey: queryKeys.keys.list(filter),
    fetchPage: (after, signal) => parley.api.listKeys({ query: { ...filter, ...after, limit: pageSize } }, { signal }),
  });
}

function useKeyChange() {
  const text = useKeysText();
  const parley = useParley();
  const said = { pause: text.paused, resume: text.resumed, revoke: text.revoked };
  return useChange({
    change: ({ action, key: { id } }: { action: keyof typeof said; key: Key }): Promise<unknown> =>
      action === 'revoke'
        ? parley.api.revokeKey({ params: { id } })
        : parley.api.updateKey({ params: { id }, body: { active: action === 'resume' } }),
    said: ({ action }) => said[action],
    queryKey: queryKeys.keys.all,
  });
}
