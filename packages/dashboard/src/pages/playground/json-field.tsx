import { useId, useState } from 'react';
import { CodeEditor } from '../../ui/code-editor.tsx';
import { usePlaygroundText } from './playground-text.ts';

export interface JsonFieldProps {
  label: string;
  /** An object; null while there is none. */
  value: Record<string, unknown> | null;
  onValue: (value: Record<string, unknown>) => void;
  minHeight?: number;
}

/** An object as JSON text. What is typed goes out once it is an object; until then the field says what it lacks. */
export function JsonField({ label, value, onValue, minHeight = 140 }: JsonFieldProps) {
  const text = usePlaygroundText();
  const [typed, setTyped] = useState({ value, text: value === null ? '' : JSON.stringify(value, null, 2) });
  const shown = typed.value === value ? typed.text : JSON.stringify(value, null, 2);
  const read = parse(shown);
  const onText = (next: string) => {
    const found = parse(next);
    setTyped({ value: found.object ?? value, text: next });
    if (found.object) onValue(found.object);
  };
  const problem = shown.trim() === '' || read.object ? null : read.isJson ? text.notObject : text.notJson(read.line);
  const problemId = useId();
  return (
    <div>
      <CodeEditor label={label} value={shown} onValue={onText} minHeight={minHeight} {...(problem && { problemId })} />
      {problem && (
        <p id={problemId} role="status" className="mt-1 text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

interface Parsed {
  isJson: boolean;
  object: Record<string, unknown> | null;
  /** Where it stops being JSON, from 1; undefined where the browser does not say. */
  line?: number;
}

function parse(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return { isJson: true, object: isObject ? { ...value } : null };
  } catch (error) {
    const line = Number(/\bline (\d+)/.exec(String(error))?.[1]);
    return { isJson: false, object: null, ...(line > 0 && { line }) };
  }
}
