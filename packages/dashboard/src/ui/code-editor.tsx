import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor-props.ts';
import { Skeleton } from './skeleton.tsx';

const Editor = lazy(() => import('./json-editor.tsx'));

/** An editor of JSON that marks what is wrong as one types. The library is fetched with the first editor. */
export function CodeEditor(props: CodeEditorProps) {
  const { minHeight = 120 } = props;
  return (
    <div
      className="overflow-hidden rounded-md border border-line-strong bg-surface focus-within:border-accent"
      style={{ minHeight }}
    >
      <Suspense fallback={<Skeleton className="m-2 h-4 w-40" />}>
        <Editor {...props} />
      </Suspense>
    </div>
  );
}
