import type { WorkspaceStorage } from '@parley/sdk';
import { useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Bytes, NumberValue } from '../../ui/values.tsx';
import { useSettingsText } from './settings-text.ts';

/** Every workspace with what it stores. */
export function StorageTable() {
  const text = useSettingsText();
  const parley = useParley();
  const columns = useColumns();
  const { rows, error, refetch, onEnd } = usePages<WorkspaceStorage>({
    queryKey: queryKeys.storage.list,
    fetchPage: (after, signal) => parley.api.getStorage({ query: { ...after, limit: 100 } }, { signal }),
  });
  return (
    <Card title={text.workspaces} description={text.workspacesHint} isFlush>
      {error && (
        <div className="px-4 pb-4">
          <Problem error={error} onRetry={() => refetch()} />
        </div>
      )}
      {!rows && !error && (
        <div className="px-4 pb-4">
          <SkeletonRows count={2} />
        </div>
      )}
      {rows && rows.length > 0 && (
        <DataTable
          label={text.workspaces}
          columns={columns}
          rows={rows}
          rowKey={({ workspace_id }) => workspace_id}
          onEnd={onEnd}
        />
      )}
    </Card>
  );
}

function useColumns(): Column<WorkspaceStorage>[] {
  const text = useSettingsText();
  const language = useLanguage();
  return useMemo(
    () => [
      {
        key: 'name',
        header: text.workspace,
        cell: ({ name }) => (
          <span className="font-medium" title={name}>
            {name}
          </span>
        ),
      },
      {
        key: 'count',
        header: text.files,
        width: '6.5rem',
        from: 'md',
        isNumeric: true,
        cell: ({ files }) => <NumberValue value={files.count} />,
      },
      {
        key: 'collections',
        header: text.collections,
        width: '7.5rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ collections }) => <NumberValue value={collections.count} />,
      },
      {
        key: 'sent',
        header: text.sent,
        width: '6.5rem',
        isNumeric: true,
        cell: ({ files }) => <Bytes value={files.bytes} />,
      },
      {
        key: 'limit',
        header: text.limit,
        width: '9rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ files, limit_bytes: limit }) =>
          limit === null ? (
            <span className="text-muted">{text.noLimit}</span>
          ) : (
            <>
              <Bytes value={limit} />
              <span className="text-muted">
                {` · ${formatNumber((files.bytes / Math.max(1, limit)) * 100, language)} %`}
              </span>
            </>
          ),
      },
      {
        key: 'kept',
        header: text.keptInAll,
        width: '7rem',
        isNumeric: true,
        cell: ({ blobs }) => <Bytes value={blobs.bytes} />,
      },
    ],
    [text, language],
  );
}
