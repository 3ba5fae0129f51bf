import { FlaskConical, History, Share2, SquareCode } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Segments } from '../../ui/segments.tsx';
import { abilities, type Draft, emptyDraft, modes } from './draft.ts';
import { continued } from './next-turns.ts';
import { usePlaygroundText } from './playground-text.ts';
import { RequestPanel } from './request-panel.tsx';
import { ResultArea } from './result-area.tsx';
import { toRequest } from './to-request.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useOpenCall, useOpenRun } from './use-open-run.ts';
import { useRuns } from './use-runs.ts';

const CodeDialog = lazy(async () => ({ default: (await import('./code-dialog.tsx')).CodeDialog }));
const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** Requests by hand: written on the left, answered on the right. */
export function PlaygroundPage() {
  const text = usePlaygroundText();
  const canRun = useHasRole('member');
  const [mode, setMode] = useUrlState('mode');
  const [runId, setRunId] = useUrlState('run');
  const [dialog, setDialog] = useState<'code' | 'history' | 'share' | null>(null);
  const [callId] = useUrlState('call');
  const { draft, setDraft, isKept } = useKeptDraft(
    modes.find((one) => one === mode),
    { run: runId, call: callId },
  );
  const ownId = useRef('');
  const { runs, setRuns, start, stop, isRunning } = useRuns((id) => {
    ownId.current = id;
    setRunId(id);
  });
  const opened = useOpenRun(runId === ownId.current ? '' : runId);
  useEffect(() => {
    if (!opened.data) return;
    if (!isKept()) setDraft(opened.data.draft);
    setRuns([opened.data.run]);
  }, [opened.data, setRuns, setDraft, isKept]);

  const called = useOpenCall(callId);
  useEffect(() => {
    if (called.data && !isKept()) setDraft(called.data);
  }, [called.data, setDraft, isKept]);

  const send = (next: Draft) => {
    const asked = [next.model, ...next.others];
    setDraft(abilities[next.mode].has('turns') ? { ...next, input: '' } : next);
    void start(
      asked.map((model) => ({ request: toRequest(next, model), model })),
      next.isStreamed,
    );
  };
  const run = () => {
    const last = runs[0];
    const goesOn = abilities[draft.mode].has('turns') && last?.state === 'done' && last.request.mode === draft.mode;
    send(goesOn && draft.input.trim() !== '' ? { ...continued(draft, last), input: draft.input } : draft);
  };
  const startAnew = () => {
    stop();
    setRuns([]);
    setDraft({ ...emptyDraft, mode: draft.mode, model: draft.model });
    setRunId('');
  };
  const changeMode = (next: Draft['mode']) => {
    setMode(next);
    setRunId('');
    setRuns([]);
    setDraft({ ...draft, mode: next, ...(!abilities[next].has('turns') && { turns: [] }) });
  };
  return (
    <>
      <PageHeader
        title={text.title}
        description={text.hint}
        actions={
          <>
            <Button icon={<FlaskConical aria-hidden />} onClick={startAnew}>
              {text.startAnew}
            </Button>
            <Button icon={<History aria-hidden />} onClick={() => setDialog('history')}>
              {text.history}
            </Button>
            <Button icon={<SquareCode aria-hidden />} onClick={() => setDialog('code')}>
              {text.code}
            </Button>
            <Button icon={<Share2 aria-hidden />} disabled={runId === ''} onClick={() => setDialog('share')}>
              {text.share}
            </Button>
          </>
        }
      />
      <div className="no-scrollbar more-beyond -mx-4 mb-4 overflow-x-auto px-4">
        <Segments
          label={text.modeLabel}
          value={draft.mode}
          onValue={changeMode}
          options={modes.map((key) => ({ key, label: text.modes[key] }))}
        />
      </div>
      {called.error && (
        <div className="mb-4">
          <Problem error={called.error} />
        </div>
      )}
      {opened.error && (
        <div className="mb-4">
          <Problem error={opened.error} />
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <RequestPanel
          draft={draft}
          onDraft={setDraft}
          onRun={run}
          onStop={stop}
          isRunning={isRunning}
          canRun={canRun}
          hasReply={runs[0]?.state === 'done'}
        />
        <ResultArea runs={runs} draft={draft} onDraft={setDraft} onSend={send} canRun={canRun} />
      </div>
      <Suspense fallback={null}>
        {dialog === 'code' && <CodeDialog draft={draft} onClose={() => setDialog(null)} />}
        {dialog === 'history' && <HistoryDialog onOpen={setRunId} onClose={() => setDialog(null)} />}
        {dialog === 'share' && <ShareDialog runId={runId} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}
