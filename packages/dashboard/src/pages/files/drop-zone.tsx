import { UploadCloud } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFilesText } from './files-text.ts';

export interface DropZoneProps {
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Takes files that are dropped anywhere on the page, and shows that it does. */
export function DropZone({ onFiles, children }: DropZoneProps) {
  const text = useFilesText();
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    // Entering a child comes before leaving its parent.
    let depth = 0;
    const on = (name: 'dragenter' | 'dragleave' | 'dragover' | 'drop', act: (event: DragEvent) => void) => {
      const listener = (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        act(event);
      };
      document.addEventListener(name, listener);
      return () => document.removeEventListener(name, listener);
    };
    const ends = [
      on('dragenter', () => setIsOver(++depth > 0)),
      on('dragleave', () => setIsOver(--depth > 0)),
      on('dragover', () => {}),
      on('drop', (event) => {
        depth = 0;
        setIsOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) latest.current(files);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <>
      {children}
      {isOver && (
        <div className="pointer-events-none fixed inset-2 z-40 flex flex-col items-center justify-center gap-2 rounded-xl border-2 border-dashed border-accent bg-page/90 text-accent">
          <UploadCloud aria-hidden className="size-8" />
          <p className="text-lg font-semibold">{text.dropHere}</p>
        </div>
      )}
    </>
  );
}

/** Opens the list of files of the reader's machine. */
export function useFilePicker(onFiles: (files: File[]) => void): { pick: () => void; input: ReactNode } {
  const text = useFilesText();
  const input = useRef<HTMLInputElement>(null);
  return {
    pick: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text.upload}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    ),
  };
}
