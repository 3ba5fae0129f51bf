import type { PlaygroundRun } from '@parley/sdk';
import { modes } from './draft.ts';
import { emptyReply, type Reply, type Run } from './run.ts';
import type { RunRequest } from './to-request.ts';

/** What the ledger says of a call whose caller left. */
const stoppedStatus = 499;

/** A run from the history as it was shown; null for kinds that this page does not show. */
export function fromStored(stored: PlaygroundRun): Run | null {
  const mode = modes.find((one) => one === stored.mode);
  if (!mode) return null;
  const { error, ...reply } = stored.reply ?? {};
  return {
    // The service keeps what this page has sent, as it was.
    request: { mode, body: stored.request } as unknown as RunRequest,
    model: stored.model ?? '',
    state: error !== undefined ? 'failed' : stored.status === stoppedStatus ? 'stopped' : 'done',
    reply: { ...emptyReply, ...reply } as Reply,
    error: error === undefined ? null : new Error(String(error)),
    status: stored.status,
    requestId: stored.request_id ?? '',
    headers: [],
    firstTokenMs: stored.first_token_ms,
    durationMs: stored.duration_ms,
  };
}

/** How a kept run ended: by its status, which `toSaved` gives it. */
export function outcomeOf(status: number | null): 'done' | 'failed' | 'stopped' {
  if (status === stoppedStatus) return 'stopped';
  return status === null || status >= 400 ? 'failed' : 'done';
}

/** As the history keeps it. One that failed after its reply had begun has no status: nothing answered it whole. */
export function toSaved({ request, requestId, status, state, durationMs, firstTokenMs, error, reply }: Run) {
  const ended = state === 'failed' && status !== null && status < 400 ? null : status;
  return {
    mode: request.mode,
    request: { ...request.body },
    reply: { ...reply, ...(state === 'failed' && { error: error instanceof Error ? error.message : String(error) }) },
    request_id: requestId === '' ? null : requestId,
    status: state === 'stopped' ? stoppedStatus : ended,
    duration_ms: durationMs,
    first_token_ms: firstTokenMs,
  };
}
