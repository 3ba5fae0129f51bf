import { APIError } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { changed, newRun, type Reply, type ReplyChange, type Run } from './run.ts';
import { sendRequest } from './send-request.ts';
import { toSaved } from './stored-run.ts';
import type { RunRequest } from './to-request.ts';

export interface Sent {
  request: RunRequest;
  model: string;
}

/** Runs requests side by side. `savedId` names the first one in the history once it is kept. */
export function useRuns(onSaved: (id: string) => void) {
  const parley = useParley();
  const queries = useQueryClient();
  const [runs, setRuns] = useState<Run[]>([]);
  const controller = useRef<AbortController | null>(null);
  const stop = useCallback(() => controller.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const start = async (sent: Sent[], isStreamed: boolean) => {
    stop();
    const current = new AbortController();
    controller.current = current;
    setRuns(sent.map(({ request, model }) => newRun(request, model)));
    const set = (index: number, change: (run: Run) => Run) => {
      if (controller.current !== current) return;
      setRuns((all) => all.map((run, at) => (at === index ? change(run) : run)));
    };
    const ended = await Promise.all(
      sent.map(({ request, model }, index) =>
        follow(newRun(request, model), {
          events: (onResponse) => sendRequest(parley, request, { isStreamed, signal: current.signal, onResponse }),
          show: (run) => set(index, () => run),
          signal: current.signal,
        }),
      ),
    );
    const ids = await Promise.all(ended.map(save));
    await queries.invalidateQueries({ queryKey: queryKeys.runs.all });
    // Who stopped it may have begun something else since; the history has it.
    if (ids[0] && controller.current === current && !current.signal.aborted) onSaved(ids[0]);
  };

  const save = async (run: Run): Promise<string | null> => {
    try {
      const { id } = await parley.api.createPlaygroundRun({ body: toSaved(run) });
      return id;
    } catch {
      // A reply too long to keep is shown all the same.
      return null;
    }
  };
  return { runs, setRuns, start, stop, isRunning: runs.some(({ state }) => state === 'running') };
}

interface Following {
  events: (onResponse: (response: Response) => void) => AsyncIterable<ReplyChange>;
  show: (run: Run) => void;
  signal: AbortSignal;
}

/** Follows a reply to its end; shown at most once for each frame of the screen. */
async function follow(first: Run, { events, show, signal }: Following): Promise<Run> {
  let run = first;
  let frame = 0;
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  const update = (change: Partial<Run>) => {
    run = { ...run, ...change };
    if (frame === 0) {
      frame = requestAnimationFrame(() => {
        frame = 0;
        show(run);
      });
    }
  };
  const onResponse = ({ status, headers }: Response) =>
    update({ status, headers: [...headers], requestId: headers.get('x-request-id') ?? '' });
  try {
    for await (const change of events(onResponse)) {
      const reply = changed(run.reply, change);
      update({ reply, firstTokenMs: run.firstTokenMs ?? (hasContent(reply) ? elapsed() : null) });
    }
    update({ state: 'done', durationMs: elapsed() });
  } catch (error) {
    const status = error instanceof APIError ? error.status : run.status;
    update({ state: signal.aborted ? 'stopped' : 'failed', error, status, durationMs: elapsed() });
  }
  return run;
}

const hasContent = ({ text, thinking, calls }: Reply) => text !== '' || thinking !== '' || calls.length > 0;
