import { MessagesSquare } from 'lucide-react';
import { lazy, Suspense } from 'react';

import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { abilities, type Draft } from './draft.ts';
import { continued } from './next-turns.ts';
import { usePlaygroundText } from './playground-text.ts';
import type { Run } from './run.ts';
import { Thread } from './thread.tsx';

// Comes while the first reply is on its way.
const ResultCard = lazy(async () => ({ default: (await import('./result-card.tsx')).ResultCard }));
const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));

export interface ResultAreaProps {
  runs: Run[];
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onSend: (draft: Draft) => void;
  canRun: boolean;
}

/** Three or four have a row of their own on wide screens only. */
const columns: Record<number, string> = { 3: '2xl:grid-cols-3', 4: '3xl:grid-cols-4' };

/** What was said before, and the replies; two to four models stand side by side, with their figures in one table below. */
export function ResultArea({ runs, draft, onDraft, onSend, canRun }: ResultAreaProps) {
  const text = usePlaygroundText();

  const hasTurns = abilities[draft.mode].has('turns');
  const tryExample = () =>
    onDraft({
      ...draft,
      input: text.exampleQuestion,
      ...(draft.mode === 'answer' ? { context: text.exampleContext } : { system: text.exampleContext }),
    });
  const first = runs[0];
  return (
    <section aria-label={text.reply} className="flex min-w-0 flex-col gap-4">
      {hasTurns && draft.turns.length + runs.length > 0 && (
        <Thread turns={shownTurns(first, draft)} onClear={() => onDraft({ ...draft, turns: [] })} />
      )}
      {runs.length === 0 ? (
        <EmptyState
          icon={<MessagesSquare aria-hidden />}
          title={text.emptyTitle}
          action={canRun && <Button onClick={tryExample}>{text.tryExample}</Button>}
        >
          {text.emptyHint}
        </EmptyState>
      ) : (
        <div
          className={classNames('grid items-start gap-4', runs.length > 1 && 'xl:grid-cols-2', columns[runs.length])}
        >
          {runs.map((run, index) => (
            <Suspense
              // The first is the model, the others those beside it.
              // biome-ignore lint/suspicious/noArrayIndexKey: their places are what they are
              key={index}
              fallback={<Skeleton className="h-40 w-full" />}
            >
              <ResultCard
                run={run}
                {...(runs.length > 1 && { number: index + 1 })}
                {...(runs.length > 1 &&
                  hasTurns &&
                  run.state === 'done' && { onContinue: () => onDraft(continued(draft, run)) })}
                {...(canRun && { onResults: (results) => onSend(continued(draft, run, results)) })}
              />
            </Suspense>
          ))}
        </div>
      )}
      {runs.length > 1 && runs.every(({ state }) => state !== 'running') && (
        <Suspense fallback={null}>
          <Comparison runs={runs} />
        </Suspense>
      )}
    </section>
  );
}

/** What was asked stands above its reply; before a run, what a next one would go on after. */
function shownTurns(run: Run | undefined, draft: Draft): Draft['turns'] {
  return run ? continued(draft, run).turns.slice(0, -1) : draft.turns;
}
