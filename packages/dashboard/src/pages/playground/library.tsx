import type { Collection, FileInfo } from '@parley/sdk';
import { FileText, FolderOpen, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Attachment } from './draft.ts';
import { usePlaygroundText } from './playground-text.ts';

/** The type under which entries of the list are dragged. */
export const libraryType = 'application/x-parley-attachment';

interface LibraryItem extends Attachment {
  kind: 'files' | 'collections';
}

/** What was dragged from the list; null for anything else. */
export function readLibraryItem(data: string): LibraryItem | null {
  if (data === '') return null;
  const { kind, id, name }: Record<string, unknown> = JSON.parse(data);
  if (kind !== 'files' && kind !== 'collections') return null;
  return { kind, id: String(id), name: String(name) };
}

const pageSize = 100;

interface LibraryProps {
  takesCollections: boolean;
  attached: ReadonlySet<string>;
  onAdd: (kind: LibraryItem['kind'], item: Attachment) => void;
}

/** Files that are ready and collections, to drag or to press. */
export function Library({ takesCollections, attached, onAdd }: LibraryProps) {
  const text = usePlaygroundText();
  const parley = useParley();
  const files = usePages<FileInfo>({
    queryKey: queryKeys.files.list({ pageSize }),
    fetchPage: (after, signal) => parley.api.listFiles({ query: { ...after, limit: pageSize } }, { signal }),
  });
  const collections = usePages<Collection>({
    queryKey: queryKeys.collections.list({ pageSize }),
    fetchPage: (after, signal) => parley.api.listCollections({ query: { ...after, limit: pageSize } }, { signal }),
  });
  const error = files.error ?? collections.error;
  if (error) return <Problem error={error} />;
  if (!files.rows || !collections.rows) return <SkeletonRows count={3} className="h-8" />;
  const items: LibraryItem[] = [
    ...(takesCollections ? collections.rows.map(({ id, name }) => ({ kind: 'collections' as const, id, name })) : []),
    ...files.rows
      .filter(({ status }) => status === 'ready')
      .map(({ file_id, filename }) => ({ kind: 'files' as const, id: file_id, name: filename })),
  ].filter(({ id }) => !attached.has(id));
  if (items.length === 0) return <p className="text-sm text-muted">{text.libraryEmpty}</p>;
  return (
    <ul className="-mx-1 flex max-h-52 flex-col overflow-y-auto">
      {items.map((item) => (
        <Entry
          key={item.id}
          item={item}
          icon={item.kind === 'files' ? <FileText aria-hidden /> : <FolderOpen aria-hidden />}
          onAdd={() => onAdd(item.kind, { id: item.id, name: item.name })}
        />
      ))}
    </ul>
  );
}

function Entry({ item, icon, onAdd }: { item: LibraryItem; icon: ReactNode; onAdd: () => void }) {
  const text = usePlaygroundText();
  return (
    <li>
      <button
        type="button"
        draggable
        onDragStart={(event) => event.dataTransfer.setData(libraryType, JSON.stringify(item))}
        onClick={onAdd}
        aria-label={text.attach(item.name)}
        className="flex h-8 w-full items-center gap-2 rounded-md px-1 text-left text-sm hover:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
      >
        {icon}
        <span className="min-w-0 flex-1 truncate" title={item.name}>
          {item.name}
        </span>
        {item.kind === 'collections' && <span className="text-xs text-muted">{text.collection}</span>}
        <Plus aria-hidden />
      </button>
    </li>
  );
}
