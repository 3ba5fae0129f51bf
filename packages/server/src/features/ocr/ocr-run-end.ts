import { errorCatalogue, type JsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { restoreError } from '../../lib/stored-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Meter } from '../../ports/meter.ts';
import type { OcrRunRepository } from './ocr-run-repository.ts';
import type { OcrRunStore } from './ocr-run-store.ts';
import type { OcrRunRecord } from './ocr-run-types.ts';

export interface OcrRunEndParts {
  repository: OcrRunRepository;
  store: OcrRunStore;
  jobs: JobQueue;
  clock: Clock;
  /** A meter whose record is stored once, however often a run is taken up. */
  openMeter(run: OcrRunRecord): Promise<Meter>;
}

type OcrRunEnding = 'completed' | 'failed' | 'cancelled';

export const ocrWebhookKind = 'ocr-webhook';

/** What every end of a run has in common: its pages become the result, they are charged, and the end is told. */
export class OcrRunEnd {
  readonly #parts: OcrRunEndParts;

  constructor(parts: OcrRunEndParts) {
    this.#parts = parts;
  }

  /**
   * Moves a run to an end and does all that follows; false when it had ended before. Safe to run again. `status` is what
   * the ledger has as the status of the call.
   */
  async move(run: OcrRunRecord, to: OcrRunEnding, status: number, error?: JsonObject): Promise<boolean> {
    const { repository, store, clock } = this.#parts;
    // Whoever sees the end sees the result.
    await store.putResult(run, pagesOf(run));
    const isMoved = await repository.move(run, to, { finishedAt: clock.now(), ...(error && { error }) });
    if (isMoved) await this.#settle(run, status);
    return isMoved;
  }

  async #settle(run: OcrRunRecord, status: number): Promise<void> {
    const { repository, store, openMeter } = this.#parts;
    const pages = pagesOf(run);
    await store.putResult(run, pages);
    const meter = await openMeter(run);
    for (const used of await store.consumption(run, pages)) meter.add(used);
    await meter.settle({ status, isStreamed: false });
    await store.forgetSource(run);
    await repository.setProgress(run, (await store.result(run)).length);
    await this.#announce(run);
  }

  /** For a run whose end was stored by a process that did not live to do the rest. */
  async makeUp(run: OcrRunRecord): Promise<void> {
    if (run.finishedAt === null) return;
    // The PDF goes last of all that is charged and kept.
    if (await this.#parts.store.hasSource(run)) await this.#settle(run, statusOf(run));
    else await this.#announce(run);
  }

  async #announce(run: OcrRunRecord): Promise<void> {
    if (run.request.webhookUrl === null) return;
    const payload = { workspaceId: run.workspaceId, runId: run.id };
    await this.#parts.jobs.enqueue(ocrWebhookKind, payload, { id: `${run.id}-webhook` });
  }
}

const pagesOf = ({ request, totalPages }: OcrRunRecord): number => Math.min(request.maxPages, totalPages);

function statusOf({ status, error }: OcrRunRecord): number {
  if (status === 'cancelled') return errorCatalogue.ocr_cancelled.status;
  const failure = error && restoreError(error);
  return failure === null ? 200 : failure instanceof AppError ? failure.status : 500;
}
