import type { Collection, FileInfo } from '@parley/sdk';
import { useMemo, useState } from 'react';
import { FileState } from '../../file-views/file-state.tsx';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useCollectionsText } from './collections-text.ts';
import { useCollectionFiles } from './use-collections.ts';

export interface FileChooserProps {
  collection: Collection;
  chosen: string[];
  onChosen: (ids: string[]) => void;
}

/** Files that are not in the collection yet, to choose from. */
export function FileChooser({ collection, chosen, onChosen }: FileChooserProps) {
  const text = useCollectionsText();
  const parley = useParley();
  const [name, setName] = useState('');
  const within = useCollectionFiles(collection.id, false);
  const { rows, error, refetch, onEnd } = usePages<FileInfo>({
    queryKey: queryKeys.files.list({}),
    fetchPage: (after, signal) => parley.api.listFiles({ query: { ...after, limit: 100 } }, { signal }),
  });
  const columns = useMemo(
    (): Column<FileInfo>[] => [
      {
        key: 'file',
        header: text.file,
        cell: ({ file_id, filename }) => (
          <label className="flex min-w-0 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-(--accent)"
              checked={chosen.includes(file_id)}
              onChange={({ target }) =>
                onChosen(target.checked ? [...chosen, file_id] : chosen.filter((id) => id !== file_id))
              }
            />
            <span className="truncate" title={filename}>
              {filename}
            </span>
          </label>
        ),
      },
      { key: 'state', header: text.state, width: '8rem', cell: ({ status }) => <FileState status={status} /> },
    ],
    [text, chosen, onChosen],
  );
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  const known = new Set(within.rows?.map(({ file_id }) => file_id));
  const wanted = name.trim().toLocaleLowerCase();
  const offered = rows?.filter(
    ({ file_id, filename, status }) =>
      status !== 'failed' && !known.has(file_id) && filename.toLocaleLowerCase().includes(wanted),
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <Input
          type="search"
          aria-label={text.findFile}
          placeholder={text.findFile}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <span className="shrink-0 text-xs text-muted tabular-nums" aria-live="polite">
          {text.chosen(String(chosen.length))}
        </span>
      </div>
      {!offered && <SkeletonRows count={5} />}
      {offered?.length === 0 && <p className="py-4 text-sm text-muted">{text.noFilesYet}</p>}
      {offered && offered.length > 0 && (
        <div className="rounded-md border">
          <DataTable
            label={text.addFiles}
            columns={columns}
            rows={offered}
            rowKey={({ file_id }) => file_id}
            onEnd={onEnd}
            className="max-h-64"
          />
        </div>
      )}
    </div>
  );
}
