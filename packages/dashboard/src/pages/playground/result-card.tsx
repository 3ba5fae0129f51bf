import type { Source } from '@parley/sdk';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DataTree } from './data-tree.tsx';
import { Figures } from './figures.tsx';
import { MarkedText } from './marked-text.tsx';
import { PassageDialog } from './passage-dialog.tsx';
import { usePlaygroundText } from './playground-text.ts';
import type { Run } from './run.ts';
import { Sources } from './sources.tsx';
import { type CallResult, ToolCalls } from './tool-calls.tsx';

export interface ResultCardProps {
  run: Run;
  /** Which of several replies it is, from 1. */
  number?: number;
  /** Takes this reply into the conversation. */
  onContinue?: () => void;
  /** Sends what the tools gave. */
  onResults?: (results: CallResult[]) => void;
}

/** One reply with everything that belongs to it. */
export function ResultCard({ run, number, onContinue, onResults }: ResultCardProps) {
  const text = usePlaygroundText();
  const [passage, setPassage] = useState<Source | null>(null);
  const { reply, state, error, request } = run;
  const hasBegun = reply.text !== '' || reply.thinking !== '' || reply.calls.length > 0;
  const model = reply.model || run.model;
  return (
    <Card
      title={<span className="font-mono text-sm">{model || text.reply}</span>}
      actions={
        <>
          {state === 'running' && (
            <Badge tone="accent">{reply.thinking !== '' && reply.text === '' ? text.thinkingNow : text.writing}</Badge>
          )}
          {onContinue && (
            <Button size="small" onClick={onContinue}>
              {text.continueWith}
            </Button>
          )}
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4" aria-busy={state === 'running'}>
        {state === 'running' && !hasBegun && <SkeletonRows count={3} className="h-4" />}
        {reply.thinking !== '' && <Thinking text={reply.thinking} isOpen={state === 'running' && reply.text === ''} />}
        {reply.data === undefined && reply.text !== '' && (
          <MarkedText text={reply.text} sources={reply.sources} onSource={setPassage} isGrowing={state === 'running'} />
        )}
        {reply.data !== undefined && <DataTree data={reply.data} fields={reply.fields} onSource={setPassage} />}
        {state === 'done' && !hasBegun && reply.data === undefined && (
          <p className="text-sm text-muted">{text.noText}</p>
        )}
        {reply.calls.length > 0 && (
          <ToolCalls calls={reply.calls} {...(state === 'done' && onResults && { onResults })} />
        )}
        {reply.needsModel && <Note words={text.needsModel} />}
        {state === 'failed' && <Problem error={error} />}
        {state === 'stopped' && <Note words={text.stopped} />}
        {reply.sources.length > 0 && <Sources sources={reply.sources} onSource={setPassage} />}
        <Notes run={run} />
        {state !== 'running' && <Figures run={run} number={number} />}
      </div>
      {passage && (
        <PassageDialog
          source={passage}
          context={request.mode === 'answer' ? (request.body.context ?? '') : ''}
          onClose={() => setPassage(null)}
        />
      )}
    </Card>
  );
}

function Thinking({ text: words, isOpen }: { text: string; isOpen: boolean }) {
  const text = usePlaygroundText();
  return (
    <details open={isOpen} className="rounded-md border bg-sunken px-3 py-2 text-sm">
      <summary className="cursor-pointer text-xs font-medium text-muted">{text.thinking}</summary>
      <p className="mt-2 max-h-64 overflow-y-auto break-words whitespace-pre-wrap text-muted">{words}</p>
    </details>
  );
}

function Note({ words }: { words: string }) {
  return <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{words}</p>;
}

/** What no passage carries, and how the request was taken. */
function Notes({ run: { reply } }: { run: Run }) {
  const text = usePlaygroundText();
  const lists = [
    { title: text.ungrounded, lines: reply.ungrounded.map((part) => part.text) },
    { title: text.warnings, lines: reply.warnings },
  ];
  return lists.map(({ title, lines }) =>
    lines.length === 0 ? null : (
      <div key={title} className="text-sm">
        <h3 className="text-xs font-medium text-muted">{title}</h3>
        <ul className="list-inside list-disc text-soft">
          {lines.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      </div>
    ),
  );
}
