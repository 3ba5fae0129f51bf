import type { JsonObject } from '@parley/contract';
import type { PdfEngine } from '@parley/documents';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { storeError } from '../../lib/stored-error.ts';
import type { Call } from '../../ports/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job, JobKind, JobQueue } from '../../ports/job-queue.ts';
import type { Meter } from '../../ports/meter.ts';
import type { OcrRunEnd } from './ocr-run-end.ts';
import type { OcrRunRepository } from './ocr-run-repository.ts';
import type { OcrRunStore } from './ocr-run-store.ts';
import { type OcrRunRecord, ocrRunKeptMs } from './ocr-run-types.ts';
import type { OcrService } from './ocr-service.ts';

export interface OcrRunRunnerParts {
  repository: OcrRunRepository;
  store: OcrRunStore;
  end: OcrRunEnd;
  ocr: Pick<OcrService, 'readPages'>;
  pdfs: PdfEngine;
  jobs: JobQueue;
  clock: Clock;
  openMeter(run: OcrRunRecord): Promise<Meter>;
  /** The password of a PDF; null when it cannot be opened any more. */
  unseal(sealed: string, runId: string): string | null;
}

export const ocrRunKind = 'ocr-pdf';
/** Operation id of the call that starts a run, as the ledger has it. */
export const ocrRunEndpoint = 'readPdf';

/** Each spreads its pages over all OCR processes, so that more of them would end no sooner. */
const runsAtOnce = 2;
/** Killed processes count as attempts too; they must not end a run that gets on. */
const attempts = 60;
const backoffMs = 2000;
const deadlineMs = 24 * 60 * 60_000;
/** The text layer of a long PDF takes longer than that of a file. */
const textLayerMs = 300_000;
const progressMs = 500;
const sweptAtOnce = 200;

interface RunPayload extends JsonObject {
  workspaceId: string;
  runId: string;
}

/** Reads the PDFs that were sent to be read in the background. */
export class OcrRunRunner {
  readonly #parts: OcrRunRunnerParts;

  constructor(parts: OcrRunRunnerParts) {
    this.#parts = parts;
  }

  get kind(): JobKind<RunPayload> {
    return {
      name: ocrRunKind,
      concurrency: runsAtOnce,
      maxAttempts: attempts,
      backoffMs,
      deadlineMs,
      run: (job) => this.#work(job),
      onFailed: ({ payload }, error) => this.#fail(payload, error),
    };
  }

  /** Puts every open run into the queue; those that are in it already stay as they are. */
  async recover(): Promise<void> {
    for (const { id, workspaceId } of await this.#parts.repository.listOpen()) {
      await this.#parts.jobs.enqueue(ocrRunKind, { workspaceId, runId: id }, { id });
    }
  }

  /** Deletes results whose time is over. */
  async sweep(): Promise<void> {
    const { repository, store, clock } = this.#parts;
    for (;;) {
      const ended = await repository.listEnded(clock.now() - ocrRunKeptMs, sweptAtOnce);
      for (const run of ended) {
        await store.forget(run);
        await repository.delete(run);
      }
      if (ended.length < sweptAtOnce) return;
    }
  }

  async #work({ payload, signal }: Job<RunPayload>): Promise<void> {
    const { repository, end } = this.#parts;
    const run = await repository.find(payload.workspaceId, payload.runId);
    if (!run) return;
    if (!(await repository.move(run, 'running'))) {
      // Ended before this process was told so: what follows the end is made up for.
      await end.makeUp(run);
      return;
    }
    const meter = await this.#parts.openMeter(run);
    try {
      await this.#read(run, meter, signal);
      await end.move(run, 'completed', 200);
    } catch (error) {
      const isFinal = isAppError(error) && !isLater(error);
      if (signal.aborted || !isFinal) throw error;
      await this.#fail(payload, error);
    } finally {
      // The pages are charged at the end of the run, under a meter of its own.
      meter.handOver();
      await meter.settle({ status: 200, isStreamed: false });
      if (!(await repository.find(run.workspaceId, run.id))) await this.#parts.store.forget(run);
    }
  }

  async #read(run: OcrRunRecord, meter: Meter, signal: AbortSignal): Promise<void> {
    const { store, pdfs, ocr, unseal, repository, clock } = this.#parts;
    const { id, request } = run;
    const { maxPages, dpi } = request;
    const password = request.password === null ? undefined : (unseal(request.password, id) ?? undefined);
    const source = await store.source(run);
    if (!source) throw new AppError('file_not_in_storage', 'The PDF is no longer in the storage. Send it again.');
    await pdfs.hold(source, async (held) => {
      const document = await pdfs.read(held, { password, maxPages, signal, timeoutMs: textLayerMs });
      let processed = 0;
      let told = 0;
      const onPage = async () => {
        processed++;
        if (clock.now() - told < progressMs) return;
        told = clock.now();
        await repository.setProgress(run, processed);
      };
      const reading = { id, dpi, password, keeper: store.keeper(run), onPage };
      await ocr.readPages(held, document, reading, callOf(run, meter, signal));
    });
  }

  async #fail({ workspaceId, runId }: RunPayload, error: unknown): Promise<void> {
    const { repository, end } = this.#parts;
    const run = await repository.find(workspaceId, runId);
    if (!run) return;
    const told = isAppError(error)
      ? error
      : new AppError('ocr_unavailable', 'The PDF could not be read to its end. Send it again, or in smaller parts.');
    if (!(await end.move(run, 'failed', told.status, storeError(told)))) await end.makeUp(run);
  }
}

/** What another attempt may mend: the machine was busy or went down. */
const isLater = (error: AppError): boolean => error.code === 'service_unavailable';

/** The run as a caller. */
function callOf({ workspaceId, keyId, request }: OcrRunRecord, meter: Meter, signal: AbortSignal): Call {
  const { requestId, origin } = request;
  const none = { scopes: [], confirmChanges: 'always', address: '' } as const;
  return { requestId, endpoint: ocrRunEndpoint, workspaceId, keyId, ...none, origin, meter, signal };
}
