import { Wrench } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import type { Turn } from './draft.ts';
import { usePlaygroundText } from './playground-text.ts';

/** What was said before the reply. */
export function Thread({ turns, onClear }: { turns: Turn[]; onClear: () => void }) {
  const text = usePlaygroundText();
  if (turns.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <ol className="flex flex-col gap-2">
        {turns.map((turn, index) => (
          // A conversation only grows.
          // biome-ignore lint/suspicious/noArrayIndexKey: turns keep their places
          <li key={index} className={turn.role === 'user' ? 'max-w-[90%] self-end' : 'max-w-[95%] self-start'}>
            <span className="sr-only">{turn.role === 'user' ? text.you : text.assistant}</span>
            <Said turn={turn} />
          </li>
        ))}
      </ol>
      {turns.length > 1 && (
        <Button size="small" look="quiet" className="self-end" onClick={onClear}>
          {text.removeTurns}
        </Button>
      )}
    </div>
  );
}

function Said({ turn }: { turn: Turn }) {
  const text = usePlaygroundText();
  if (turn.role === 'user') {
    return <p className="rounded-lg bg-accent-soft px-3 py-2 text-sm break-words whitespace-pre-wrap">{turn.text}</p>;
  }
  if (turn.role === 'tool') {
    return (
      <div className="rounded-lg border bg-sunken px-3 py-2 text-xs">
        <p className="mb-1 flex items-center gap-1.5 text-muted [&_svg]:size-3.5">
          <Wrench aria-hidden />
          {text.toolResults}
        </p>
        {turn.results.map(({ call, result }) => (
          <p key={call.id} className="font-mono break-words">
            {call.name} → {JSON.stringify(result)}
          </p>
        ))}
      </div>
    );
  }
  return (
    <div className="min-w-0 rounded-lg border bg-surface px-3 py-2 text-sm break-words">
      <Markdown text={turn.text} />
      {turn.calls.map((call) => (
        <p key={call.id} className="font-mono text-xs text-muted">
          {call.name}({JSON.stringify(call.inputs)})
        </p>
      ))}
    </div>
  );
}
