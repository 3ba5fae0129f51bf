import type { Guard } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useGuardsText } from './guards-text.ts';

/** Shows what a guard says of a text, before any caller meets it. */
export function TryGuard({ guard, onClose }: { guard: Guard; onClose: () => void }) {
  const text = useGuardsText();
  const parley = useParley();
  const [words, setWords] = useState('');
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () =>
      parley.api.tryGuard({
        params: { id: guard.id },
        body: { text: words, ...(guard.stage !== 'both' && { stage: guard.stage }) },
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title={text.tryTitle(guard.name)}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label={text.tryText}>
          {(ids) => (
            <TextArea
              {...ids}
              required
              placeholder={text.tryPlaceholder}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" look="primary" isBusy={isPending}>
            {text.tryIt}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="mt-4 flex flex-col gap-3 text-sm">
        {error && <Problem error={error} />}
        {data && data.decision === null && <p className="text-good">{text.passes}</p>}
        {data?.decision && (
          <>
            <p className="flex flex-wrap items-center gap-1.5">
              <span className="text-muted">{text.found}</span>
              {Object.entries(data.decision.findings).map(([kind, count]) => (
                <Badge key={kind} tone="warn">
                  {kind} × {count}
                </Badge>
              ))}
            </p>
            {data.text === null || data.decision.action === 'block' ? (
              <p className="text-bad">{text.blocked}</p>
            ) : (
              <div>
                <h3 className="mb-1 text-muted">{text.becomes}</h3>
                <CodeBlock label={text.becomes} code={data.text} isWrapped />
              </div>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
