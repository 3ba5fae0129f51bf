import { FileText, FolderOpen, LoaderCircle, Upload, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { type Attachment, abilities } from './draft.ts';
import { Library, libraryType, readLibraryItem } from './library.tsx';
import type { DraftPartProps } from './model-fields.tsx';
import { usePlaygroundText } from './playground-text.ts';
import { Section } from './section.tsx';
import { useUploads } from './use-uploads.ts';

/** Files and collections of a request: dropped from outside, dragged or taken from the list of the workspace. */
export function Attachments({ draft, set, canUpload }: DraftPartProps & { canUpload: boolean }) {
  const text = usePlaygroundText();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const takesCollections = abilities[draft.mode].has('collections');
  const latest = useRef(draft);
  latest.current = draft;
  const add = (kind: 'files' | 'collections', item: Attachment) => {
    const before = latest.current[kind];
    if (!before.some(({ id }) => id === item.id)) set({ [kind]: [...before, item] });
  };
  const { uploads, upload } = useUploads((file) => add('files', file));
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const item = readLibraryItem(event.dataTransfer.getData(libraryType));
    if (item && (item.kind === 'files' || takesCollections)) add(item.kind, { id: item.id, name: item.name });
    if (canUpload) upload([...event.dataTransfer.files]);
  };
  const detach = (kind: 'files' | 'collections', id: string) =>
    set({ [kind]: draft[kind].filter((one) => one.id !== id) });
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-medium text-soft">{text.material}</span>
      <section
        aria-label={text.material}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={classNames(
          'flex flex-col gap-2 rounded-md border border-dashed px-3 py-2.5 transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <ul className="flex flex-wrap gap-1.5 empty:hidden">
          {draft.files.map((file) => (
            <Chip key={file.id} icon={<FileText aria-hidden />} item={file} onDetach={() => detach('files', file.id)} />
          ))}
          {takesCollections &&
            draft.collections.map((one) => (
              <Chip
                key={one.id}
                icon={<FolderOpen aria-hidden />}
                item={one}
                onDetach={() => detach('collections', one.id)}
              />
            ))}
          {uploads.map(({ key, name, share }) => (
            <li
              key={key}
              className="flex h-7 max-w-full items-center gap-1.5 rounded-md border bg-sunken px-2 text-xs text-muted"
            >
              <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
              <span className="truncate">{name}</span>
              <span role="status" className="tabular-nums">
                {share < 1 ? `${text.uploading} ${Math.round(share * 100)} %` : text.reading}
              </span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <span className="flex-1 basis-40">{text.drop}</span>
          <button
            type="button"
            disabled={!canUpload}
            onClick={() => picker.current?.click()}
            className="flex items-center gap-1.5 font-medium text-accent hover:underline disabled:opacity-60 [&_svg]:size-3.5"
          >
            <Upload aria-hidden />
            {text.choose}
          </button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={text.choose}
            onChange={(event) => {
              upload([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </div>
      </section>
      <Section title={text.library}>
        <Library
          takesCollections={takesCollections}
          attached={new Set([...draft.files, ...draft.collections].map(({ id }) => id))}
          onAdd={add}
        />
      </Section>
    </div>
  );
}

function Chip({ icon, item, onDetach }: { icon: React.ReactNode; item: Attachment; onDetach: () => void }) {
  const text = usePlaygroundText();
  return (
    <li className="flex h-7 max-w-full items-center gap-1.5 rounded-md border bg-sunken pl-2 text-xs [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted">
      {icon}
      <span className="max-w-52 truncate" title={item.name}>
        {item.name}
      </span>
      <button
        type="button"
        aria-label={text.detach(item.name)}
        onClick={onDetach}
        className="flex size-7 items-center justify-center"
      >
        <X aria-hidden />
      </button>
    </li>
  );
}
