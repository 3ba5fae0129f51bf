import { Wrench } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field, TextArea } from '../../ui/field.tsx';
import type { Call } from './draft.ts';
import { usePlaygroundText } from './playground-text.ts';

export interface CallResult {
  call: Call;
  result: unknown;
  isError: boolean;
}

export interface ToolCallsProps {
  calls: Call[];
  /** Without it calls are only shown. */
  onResults?: (results: CallResult[]) => void;
}

/** What the model wants to call; the reader plays the tools. */
export function ToolCalls({ calls, onResults }: ToolCallsProps) {
  const text = usePlaygroundText();
  const [typed, setTyped] = useState<Record<string, { text: string; isError: boolean }>>({});
  const of = (id: string) => typed[id] ?? { text: '', isError: false };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onResults?.(calls.map((call) => ({ call, result: jsonOr(of(call.id).text), isError: of(call.id).isError })));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <h3 className="-mb-1 text-xs font-medium text-muted">{text.calls}</h3>
      {calls.map((call) => (
        <div key={call.id} className="min-w-0 rounded-md border px-3 py-2.5">
          <p className="flex min-w-0 items-center gap-2 font-mono text-sm font-medium [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted">
            <Wrench aria-hidden />
            <span className="truncate">{call.name}</span>
          </p>
          <pre className="mt-1 overflow-x-auto font-mono text-xs leading-5 text-soft">
            {JSON.stringify(call.inputs, null, 2)}
          </pre>
          {onResults && (
            <div className="mt-2 flex flex-col gap-2">
              <Field label={text.resultOf(call.name)} hint={text.resultHint}>
                {(ids) => (
                  <TextArea
                    {...ids}
                    rows={2}
                    className="font-mono text-xs!"
                    value={of(call.id).text}
                    onChange={(event) =>
                      setTyped({ ...typed, [call.id]: { ...of(call.id), text: event.target.value } })
                    }
                  />
                )}
              </Field>
              <Checkbox
                label={text.isError}
                checked={of(call.id).isError}
                onValue={(isError) => setTyped({ ...typed, [call.id]: { ...of(call.id), isError } })}
              />
            </div>
          )}
        </div>
      ))}
      {onResults && (
        <Button type="submit" look="primary" className="self-start">
          {text.sendResults}
        </Button>
      )}
    </form>
  );
}

/** JSON where it is, text where not. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
