import { type KeyboardEvent, useState } from 'react';
import { classNames } from './class-names.ts';
import { CodePieces } from './code-block.tsx';

export interface CodeEditorProps {
  /** What is edited, for screen readers. */
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** Pixels. Default: 120. */
  minHeight?: number;
  /** The id of what says that the text is wrong; then the field is marked. */
  problemId?: string;
}

// The same for both layers, so that each letter lies on its colour.
const layer =
  'col-start-1 row-start-1 m-0 min-w-0 px-2 py-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap [tab-size:2]';

/**
 * A field for JSON in colours: the browser's own field, whose letters are not painted, over the same text in colours, which also gives it
 * its height. Tab stays the way out, so that nobody is caught in here.
 */
export function CodeEditor({ label, value, onValue, minHeight = 120, problemId }: CodeEditorProps) {
  const [isComposing, setIsComposing] = useState(false);
  return (
    <div
      className={classNames(
        'max-h-[50vh] overflow-y-auto rounded-md border bg-surface focus-within:border-accent focus-within:outline-2 focus-within:outline-accent-soft',
        problemId === undefined ? 'border-line-strong' : 'border-bad',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)]" style={{ minHeight }}>
        <pre aria-hidden className={classNames(layer, 'pointer-events-none text-ink', isComposing && 'invisible')}>
          <code>
            <CodePieces code={value} />
            {/* A last line that is empty has a height too. */}
            {'\n'}
          </code>
        </pre>
        <textarea
          aria-label={label}
          {...(problemId !== undefined && { 'aria-invalid': true, 'aria-describedby': problemId })}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          onKeyDown={keepIndentation}
          // What is being composed is painted by the browser alone.
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          className={classNames(
            layer,
            'resize-none overflow-hidden bg-transparent caret-ink outline-none',
            isComposing ? 'text-ink' : 'text-transparent',
          )}
        />
      </div>
    </div>
  );
}

/** A new line begins below the one before it, and deeper after a bracket. */
function keepIndentation(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, currentTarget: field, nativeEvent } = event;
  if (key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || nativeEvent.isComposing) return;
  const before = field.value.slice(0, field.selectionStart);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const own = /^[ \t]*/.exec(line)?.[0] ?? '';
  const deeper = /[[{]$/.test(line.trimEnd()) ? '  ' : '';
  if (own === '' && deeper === '') return;
  event.preventDefault();
  // The one way of writing into a field that its undo knows.
  document.execCommand('insertText', false, `\n${own}${deeper}`);
}
