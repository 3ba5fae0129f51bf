import type { Batch, BatchRequest } from '@parley/contract';
import { AppError } from '../../../../lib/app-error.ts';
import { newId, newUuid } from '../../../../lib/ids.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { KeptFiles } from '../../../knowledge/files/kept-files.ts';
import type { Runs } from '../../../runs/background/runs.ts';
import type { BatchLineRepository } from './batch-line-repository.ts';
import { type BatchRun, type BatchTypes, noCounts, nothingUsed } from './batch-types.ts';
import { toBatch } from './to-batch.ts';

export interface BatchServiceParts {
  runs: Runs<BatchTypes>;
  lines: BatchLineRepository;
  files: KeptFiles;
  clock: Clock;
}

/** Of a workspace, not ended. */
const mostOpen = 100;
const hourMs = 60 * 60_000;

/** Batches as the API has them. */
export class BatchService {
  readonly #parts: BatchServiceParts;

  constructor(parts: BatchServiceParts) {
    this.#parts = parts;
  }

  async create(body: BatchRequest, call: Call): Promise<Batch> {
    const { runs, files, clock } = this.#parts;
    if (!call.scopes.includes('files')) {
      throw new AppError('forbidden', 'This key has no access to files; input_file_id needs the scope "files"');
    }
    const webhookUrl = body.webhook_url ?? null;
    runs.checkWebhook(webhookUrl);
    await files.require(call.workspaceId, body.input_file_id).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError(error.code, error.message, { param: 'input_file_id' }) : error;
    });
    if ((await runs.countOpen(call.workspaceId)) >= mostOpen) {
      throw new AppError('rate_limit_exceeded', `A workspace may have ${mostOpen} batches open at once`, {
        retryAfterMs: 60_000,
      });
    }
    const { requestId, origin } = call;
    const expiresAt = clock.now() + Number.parseInt(body.completion_window, 10) * hourMs;
    const ids = { outputFileId: newUuid(), errorFileId: newUuid() };
    const run = await runs.start(
      {
        id: newId('batch'),
        request: { body, requestId, origin, webhookUrl, expiresAt, ...ids },
        progress: {
          phase: 'validating',
          counts: noCounts,
          used: nothingUsed,
          inProgressAt: null,
          finalizingAt: null,
        },
      },
      // The call itself is free and has a record of its own; each line has another.
      { workspaceId: call.workspaceId, keyId: call.keyId },
    );
    return { ...toBatch(run, null), ...runs.secretFor(run) };
  }

  async get(workspaceId: string, id: string): Promise<Batch> {
    return this.view(await this.#parts.runs.get(workspaceId, id));
  }

  async list(workspaceId: string, { limit = 20, after }: { limit?: number; after?: string }) {
    const { runs, lines } = this.#parts;
    const place = after === undefined ? undefined : await runs.get(workspaceId, after);
    const found = await runs.list(workspaceId, { limit: limit + 1, after: place });
    const shown = found.slice(0, limit);
    const stops = await lines.stops(
      workspaceId,
      shown.map(({ id }) => id),
    );
    const data = shown.map((run) => toBatch(run, stops.get(run.id) ?? null));
    return {
      object: 'list' as const,
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: found.length > limit,
    };
  }

  /** Cancelling what has ended changes nothing. */
  async cancel(workspaceId: string, id: string): Promise<Batch> {
    const { runs, lines, clock } = this.#parts;
    const run = await runs.get(workspaceId, id);
    if (run.finishedAt === null) {
      if (run.status === 'queued') await runs.cancel(workspaceId, id);
      else await lines.askToStop(run, clock.now());
    }
    return this.get(workspaceId, id);
  }

  async view(run: BatchRun): Promise<Batch> {
    const stops = await this.#parts.lines.stops(run.workspaceId, [run.id]);
    return toBatch(run, stops.get(run.id) ?? null);
  }
}
