import type { Collection, CollectionFile } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { FileState } from '../../file-views/file-state.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { useHasRole } from '../../lib/session.tsx';
import { Below } from '../../ui/below.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Bytes, NumberValue, Time } from '../../ui/values.tsx';
import { showAttributes } from './attributes-text.ts';
import { useCollectionsText } from './collections-text.ts';
import { isBusy, useCollectionChange, useCollectionFiles } from './use-collections.ts';

/** The files of a collection with their states. */
export function CollectionFiles({ collection }: { collection: Collection }) {
  const text = useCollectionsText();
  const { rows, error, refetch, onEnd } = useCollectionFiles(collection.id, isBusy(collection));
  const columns = useColumns(collection.id);
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!rows) return <SkeletonRows count={5} />;
  if (rows.length === 0) return <EmptyState title={text.noContents}>{text.noContentsHint}</EmptyState>;
  return (
    <Card isFlush>
      <DataTable label={text.files} columns={columns} rows={rows} rowKey={({ file_id }) => file_id} onEnd={onEnd} />
    </Card>
  );
}

function useColumns(collectionId: string): Column<CollectionFile>[] {
  const text = useCollectionsText();
  const language = useLanguage();
  const parley = useParley();
  const mayChange = useHasRole('member');
  const { mutate } = useCollectionChange(
    (fileId: string) => parley.collections.remove(collectionId, fileId),
    () => text.removed,
  );
  return useMemo(
    () => [
      {
        key: 'name',
        header: text.file,
        cell: ({ file_id, filename, url, passages, bytes, error }) => (
          <>
            <Link
              to={`/files/${file_id}`}
              className="block truncate font-medium hover:underline"
              title={url ?? filename}
            >
              {filename}
            </Link>
            <Below>
              {error?.message ?? text.passagesOf(formatNumber(passages, language))}
              {bytes !== null && !error && (
                <>
                  {' · '}
                  <Bytes value={bytes} />
                </>
              )}
            </Below>
          </>
        ),
      },
      {
        key: 'state',
        header: text.state,
        width: '8rem',
        cell: ({ status, error }) => <FileState status={status} reason={error?.message} />,
      },
      {
        key: 'attributes',
        header: text.attributes,
        from: 'lg',
        cell: ({ attributes, error }) => {
          const words = error?.message ?? showAttributes(attributes).replaceAll('\n', ' · ');
          return (
            <span className={error ? 'text-bad' : 'text-muted'} title={words}>
              {words}
            </span>
          );
        },
      },
      {
        key: 'passages',
        header: text.passages,
        width: '6rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ passages }) => <NumberValue value={passages} />,
      },
      {
        key: 'size',
        header: text.size,
        width: '6rem',
        from: 'md',
        isNumeric: true,
        cell: ({ bytes }) => (bytes === null ? '–' : <Bytes value={bytes} />),
      },
      {
        key: 'added',
        header: text.addedAt,
        width: '9rem',
        from: 'md',
        isNumeric: true,
        cell: ({ added_at }) => <Time value={added_at} />,
      },
      ...(mayChange
        ? [
            {
              key: 'remove',
              header: <span className="sr-only">{text.remove}</span>,
              width: '3.5rem',
              isNumeric: true,
              cell: ({ file_id, filename }: CollectionFile) => (
                <IconButton
                  label={`${text.remove}: ${filename}`}
                  className="size-7 align-middle"
                  onClick={() => mutate(file_id)}
                >
                  <X aria-hidden />
                </IconButton>
              ),
            },
          ]
        : []),
    ],
    [text, language, mayChange, mutate],
  );
}
