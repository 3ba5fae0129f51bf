import type { PlaygroundRun } from '@parley/sdk';
import { modes } from './draft.ts';
import { emptyReply, type Reply, type Run } from './run.ts';
import type { RunRequest } from './to-request.ts';

/** A run from the history as it was shown; null for kinds that this page does not show. */
export function fromStored(stored: PlaygroundRun): Run | null {
  const mode = modes.find((one) => one === stored.mode);
  if (!mode) return null;
  const { error, ...reply } = stored.reply ?? {};
  return {
    // The service keeps what this page has sent, as it was.
    request: { mode, body: stored.request } as unknown as RunRequest,
    model: stored.model ?? '',
    state: error === undefined ? 'done' : 'failed',
    reply: { ...emptyReply, ...reply } as Reply,
    error: error === undefined ? null : new Error(String(error)),
    status: stored.status,
    requestId: stored.request_id ?? '',
    headers: [],
    firstTokenMs: stored.first_token_ms,
    durationMs: stored.duration_ms,
  };
}
