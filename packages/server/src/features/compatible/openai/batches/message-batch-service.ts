import { Readable } from 'node:stream';
import { isJsonObject, type JsonObject, type MessageBatch, type MessageBatchRequest } from '@parley/contract';
import { AppError } from '../../../../lib/app-error.ts';
import { newId, newUuid } from '../../../../lib/ids.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { KeptFiles } from '../../../knowledge/files/kept-files.ts';
import type { Runs } from '../../../runs/background/runs.ts';
import type { BatchLineRepository } from './batch-line-repository.ts';
import { type BatchRun, type BatchTypes, noCounts, nothingUsed } from './batch-types.ts';
import { everyLine, parsedLine } from './read-batch-lines.ts';

export interface MessageBatchParts {
  runs: Runs<BatchTypes>;
  lines: BatchLineRepository;
  files: KeptFiles;
  clock: Clock;
}

/** Of a workspace, not ended. */
const mostOpen = 100;
const windowMs = 24 * 60 * 60_000;
/** Requests and results go with the batch. */
const keptSeconds = 30 * 24 * 60 * 60;

/** Message batches as Anthropic's clients have them, over the same work as batches of files. */
export class MessageBatchService {
  readonly #parts: MessageBatchParts;

  constructor(parts: MessageBatchParts) {
    this.#parts = parts;
  }

  async create({ requests }: MessageBatchRequest, call: Call): Promise<MessageBatch> {
    const { runs, files, clock } = this.#parts;
    const { workspaceId, keyId, requestId, origin, keepsNothing, signal } = call;
    if (!call.scopes.includes('files')) {
      throw new AppError('forbidden', 'This key has no access to files; batches need the scope "files"');
    }
    if (keepsNothing) {
      throw new AppError('invalid_request', 'A batch is kept, and this key says that nothing is (store: false)', {
        param: 'store',
      });
    }
    const ids = new Set(requests.map(({ custom_id: id }) => id));
    if (ids.size < requests.length) {
      throw new AppError('invalid_request', 'requests: each custom_id may stand there once', { param: 'requests' });
    }
    if ((await runs.countOpen(workspaceId)) >= mostOpen) {
      throw new AppError('rate_limit_exceeded', `A workspace may have ${mostOpen} batches open at once`, {
        retryAfterMs: 60_000,
      });
    }
    const id = newId('msgbatch');
    const inputFileId = newUuid();
    const now = clock.now();
    const expiresAt = now + keptSeconds * 1000;
    const input = { id: inputFileId, workspaceId, filename: `${id}.jsonl`, purpose: 'batch' as const, expiresAt };
    await files.write(input, Readable.from(linesOf(requests)), signal);
    const run = await runs.start(
      {
        id,
        request: {
          body: {
            input_file_id: inputFileId,
            endpoint: '/v1/messages',
            completion_window: '24h',
            output_expires_after: { anchor: 'created_at', seconds: keptSeconds },
          },
          requestId,
          origin,
          webhookUrl: null,
          expiresAt: now + windowMs,
          outputFileId: newUuid(),
          errorFileId: newUuid(),
        },
        progress: {
          phase: 'validating',
          counts: { ...noCounts, total: requests.length },
          used: nothingUsed,
          inProgressAt: null,
          finalizingAt: null,
        },
      },
      // The call itself is free and has a record of its own; each request has another.
      { workspaceId, keyId },
    );
    return toMessageBatch(run, null);
  }

  async get(workspaceId: string, id: string): Promise<MessageBatch> {
    return this.view(await this.#parts.runs.get(workspaceId, id));
  }

  async list(workspaceId: string, { limit = 20, after_id: after }: { limit?: number; after_id?: string }) {
    const { runs, lines } = this.#parts;
    const place = after === undefined ? undefined : await runs.get(workspaceId, after);
    const found = await runs.list(workspaceId, { limit: limit + 1, after: place });
    const shown = found.slice(0, limit);
    const stops = await lines.stops(
      workspaceId,
      shown.map(({ id }) => id),
    );
    const data = shown.map((run) => toMessageBatch(run, stops.get(run.id) ?? null));
    return {
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: found.length > limit,
    };
  }

  /** Cancelling what has ended changes nothing. */
  async cancel(workspaceId: string, id: string): Promise<MessageBatch> {
    const { runs, lines, clock } = this.#parts;
    const run = await runs.get(workspaceId, id);
    // One that waits in the queue, too, is worked off: then each request has a result that says so.
    if (run.finishedAt === null) await lines.askToStop(run, clock.now());
    return this.get(workspaceId, id);
  }

  /** With all that it holds. Throws `conflict` for one that goes on. */
  async delete(workspaceId: string, id: string): Promise<void> {
    const { runs, files } = this.#parts;
    const run = await runs.get(workspaceId, id);
    if (run.finishedAt === null)
      throw new AppError('conflict', 'The batch goes on; cancel it, and delete it at its end');
    const { body, outputFileId, errorFileId } = run.request;
    for (const file of [body.input_file_id, outputFileId, errorFileId]) await files.remove({ workspaceId, id: file });
    await runs.delete(workspaceId, id);
  }

  /** JSON Lines, replies first. Throws `conflict` before the end. */
  async results(workspaceId: string, id: string): Promise<Readable> {
    const { runs, files } = this.#parts;
    const run = await runs.get(workspaceId, id);
    if (run.finishedAt === null) throw new AppError('conflict', 'The batch has no results yet: it goes on');
    const { outputFileId, errorFileId } = run.request;
    async function* results() {
      for (const fileId of [outputFileId, errorFileId]) {
        const file = await files.open({ workspaceId, id: fileId });
        if (file) for await (const { text } of everyLine(file)) yield* resultOf(text);
      }
    }
    return Readable.from(results());
  }

  async view(run: BatchRun): Promise<MessageBatch> {
    const stops = await this.#parts.lines.stops(run.workspaceId, [run.id]);
    return toMessageBatch(run, stops.get(run.id) ?? null);
  }
}

function* linesOf(requests: MessageBatchRequest['requests']): Generator<string> {
  for (const { custom_id, params: body } of requests)
    yield `${JSON.stringify({ custom_id, method: 'POST', url: '/v1/messages', body })}\n`;
}

/** A line of the files of replies and errors as Anthropic has it. */
function* resultOf(text: string): Generator<string> {
  const line = parsedLine(text);
  if (line === null) return;
  const { custom_id, response, error } = line;
  const write = (result: JsonObject) => `${JSON.stringify({ custom_id: custom_id ?? null, result })}\n`;
  if (!isJsonObject(response)) {
    const isExpired = isJsonObject(error) && error.code === 'batch_expired';
    yield write({ type: isExpired ? 'expired' : 'canceled' });
  } else if (response.status_code === 200) yield write({ type: 'succeeded', message: response.body ?? null });
  else yield write({ type: 'errored', error: response.body ?? null });
}

function toMessageBatch(run: BatchRun, stoppedAt: number | null): MessageBatch {
  const { id, request, progress, result, createdAt, finishedAt } = run;
  const { counts, used } = result ?? progress;
  const uncalled = result?.uncalled ?? 0;
  const time = (at: number) => new Date(at).toISOString();
  const hasEnded = finishedAt !== null;
  const cancelledAt = result?.cancellingAt ?? stoppedAt;
  return {
    id,
    type: 'message_batch',
    processing_status: hasEnded ? 'ended' : stoppedAt === null ? 'in_progress' : 'canceling',
    request_counts: {
      processing: hasEnded ? 0 : counts.total - counts.completed - counts.failed,
      succeeded: counts.completed,
      errored: counts.failed - uncalled,
      canceled: result?.ending === 'cancelled' ? uncalled : 0,
      expired: result?.ending === 'expired' ? uncalled : 0,
    },
    created_at: time(createdAt),
    expires_at: time(request.expiresAt),
    ended_at: finishedAt === null ? null : time(finishedAt),
    cancel_initiated_at: cancelledAt === null ? null : time(cancelledAt),
    archived_at: null,
    results_url: hasEnded ? `${request.origin}/v1/messages/batches/${id}/results` : null,
    cost_usd: used.costUsd,
  };
}
