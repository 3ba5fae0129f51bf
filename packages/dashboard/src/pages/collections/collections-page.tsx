import type { Collection, CreateCollectionRequest } from '@parley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { Library, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Bytes, NumberValue, Time } from '../../ui/values.tsx';
import { CollectionFields, useCollectionDraft } from './collection-form.tsx';
import { CollectionProgress } from './collection-progress.tsx';
import { useCollectionsText } from './collections-text.ts';
import { useCollectionChange, useCollectionList } from './use-collections.ts';

/** All collections of the workspace. */
export function CollectionsPage() {
  const text = useCollectionsText();
  const mayCreate = useHasRole('member');
  const [dialog, setDialog] = useUrlState('new');
  const { rows, error, refetch, onEnd } = useCollectionList();
  const create = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setDialog('1')}>
      {text.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={text.title} description={text.hint} actions={mayCreate && create} />
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={5} />}
      {rows?.length === 0 && (
        <EmptyState icon={<Library aria-hidden />} title={text.emptyTitle} action={mayCreate && create}>
          {text.emptyHint}
          {!mayCreate && <span className="mt-1 block">{text.viewerHint}</span>}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card isFlush>
          <CollectionTable collections={rows} onEnd={onEnd} />
        </Card>
      )}
      {dialog === '1' && mayCreate && <CreateDialog onClose={() => setDialog('')} />}
    </>
  );
}

function CollectionTable({ collections, onEnd }: { collections: Collection[]; onEnd: () => void }) {
  const text = useCollectionsText();
  const navigate = useNavigate();
  const language = useLanguage();
  const columns = useMemo(
    (): Column<Collection>[] => [
      {
        key: 'name',
        header: text.name,
        cell: ({ id, name, description, passages, bytes }) => (
          <>
            <span className="flex min-w-0 items-baseline gap-2">
              <Link
                to={`/collections/${id}`}
                className="max-w-full shrink-0 truncate font-medium hover:underline"
                title={name}
                onClick={(event) => event.stopPropagation()}
              >
                {name}
              </Link>
              <span className="hidden min-w-0 truncate text-muted sm:inline">{description}</span>
            </span>
            <Below>
              {text.passagesOf(formatNumber(passages, language))} · <Bytes value={bytes} />
            </Below>
          </>
        ),
      },
      {
        key: 'progress',
        header: text.files,
        width: '10.5rem',
        cell: (collection) => <CollectionProgress collection={collection} />,
      },
      {
        key: 'passages',
        header: text.passages,
        width: '6rem',
        from: 'md',
        isNumeric: true,
        cell: ({ passages }) => <NumberValue value={passages} />,
      },
      {
        key: 'size',
        header: text.size,
        width: '6rem',
        from: 'md',
        isNumeric: true,
        cell: ({ bytes }) => <Bytes value={bytes} />,
      },
      {
        key: 'expires',
        header: text.expires,
        width: '8rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ expires_at }) => <Time value={expires_at} mayBeAhead />,
      },
    ],
    [text, language],
  );
  return (
    <DataTable
      label={text.title}
      columns={columns}
      rows={collections}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: `/collections/${id}` })}
      onEnd={onEnd}
    />
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const text = useCollectionsText();
  const parley = useParley();
  const navigate = useNavigate();
  const { fields, request } = useCollectionDraft();
  const create = useCollectionChange(
    (body: CreateCollectionRequest) => parley.collections.create(body),
    () => text.created,
    ({ id }) => void navigate({ to: `/collections/${id}` }),
  );
  return (
    <FormDialog
      onClose={onClose}
      title={text.create}
      action={text.create}
      onSubmit={() => request && create.mutate(request)}
      isBusy={create.isPending}
    >
      <CollectionFields {...fields} />
    </FormDialog>
  );
}
