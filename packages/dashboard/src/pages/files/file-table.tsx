import type { FileInfo } from '@parley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FileState } from '../../file-views/file-state.tsx';
import { useServedWords } from '../../lib/served-words.ts';
import { Below } from '../../ui/below.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Bytes, Time } from '../../ui/values.tsx';
import { useFilesText } from './files-text.ts';
import { KindIcon } from './kind-icon.tsx';

/** Files in rows; ten thousand scroll as well as ten. */
export function FileTable({ files, onEnd }: { files: readonly FileInfo[]; onEnd: () => void }) {
  const text = useFilesText();
  const navigate = useNavigate();
  const columns = useMemo((): Column<FileInfo>[] => {
    return [
      {
        key: 'name',
        header: text.name,
        cell: (file) => (
          <span className="flex min-w-0 items-center gap-2">
            <KindIcon file={file} />
            <span className="min-w-0 flex-1">
              <Link
                to={`/files/${file.file_id}`}
                className="block w-fit max-w-full truncate font-medium hover:underline"
                title={file.filename}
                onClick={(event) => event.stopPropagation()}
              >
                {file.filename}
              </Link>
              <Below>
                {file.file_size !== null && (
                  <>
                    <Bytes value={file.file_size} /> ·{' '}
                  </>
                )}
                <Time value={file.created_at} />
              </Below>
            </span>
          </span>
        ),
      },
      {
        key: 'state',
        header: text.state,
        width: '8rem',
        cell: ({ status, error }) => <FileState status={status} reason={error?.message} />,
      },
      {
        key: 'kind',
        header: text.kind,
        width: '7rem',
        from: 'md',
        cell: ({ kind }) => (kind ? text.kinds[kind] : '–'),
      },
      {
        key: 'found',
        header: text.found,
        width: '17rem',
        from: 'lg',
        cell: ({ processing_summary: summary, error }) => <Found summary={summary} problem={error?.message} />,
      },
      {
        key: 'pages',
        header: text.pages,
        width: '4.5rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ pages }) => pages ?? '–',
      },
      {
        key: 'size',
        header: text.size,
        width: '6rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ file_size: size }) => (size === null ? '–' : <Bytes value={size} />),
      },
      {
        key: 'created',
        header: text.created,
        width: '9rem',
        from: 'md',
        isNumeric: true,
        cell: ({ created_at }) => <Time value={created_at} />,
      },
    ];
  }, [text]);
  return (
    <DataTable
      label={text.title}
      columns={columns}
      rows={files}
      rowKey={({ file_id }) => file_id}
      onOpen={({ file_id }) => void navigate({ to: `/files/${file_id}` })}
      onEnd={onEnd}
    />
  );
}

function Found({ summary, problem }: { summary: string | null; problem: string | undefined }) {
  const { summaryOf } = useServedWords();
  const words = summary === null ? problem : summaryOf(summary);
  return (
    <span className="text-muted" title={words}>
      {words ?? '–'}
    </span>
  );
}
