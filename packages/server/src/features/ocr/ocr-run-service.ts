import { errorCatalogue, type OcrPdfRun, ocrMethod, ocrRunDetailPages } from '@parley/contract';
import type { PdfEngine } from '@parley/documents';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { restoreError } from '../../lib/stored-error.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import type { Call } from '../../ports/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { OcrRunEnd } from './ocr-run-end.ts';
import type { OcrRunRepository } from './ocr-run-repository.ts';
import { ocrRunKind } from './ocr-run-runner.ts';
import type { OcrRunStore } from './ocr-run-store.ts';
import { type OcrRunRecord, ocrRunKeptMs } from './ocr-run-types.ts';
import { checkIsPdf, defaultDpi, type PdfRequest } from './ocr-service.ts';
import { toPdfResult } from './pdf-page-reader.ts';

export interface OcrRunServiceParts {
  repository: OcrRunRepository;
  store: OcrRunStore;
  end: OcrRunEnd;
  pdfs: PdfEngine;
  jobs: JobQueue;
  clock: Clock;
  fetcher: Pick<GuardedFetcher, 'check'>;
  /** Seals the password of a PDF for its run. */
  seal(password: string, runId: string): string;
  webhookSecret(workspaceId: string): string;
}

/** Pages of one PDF that are read at most. */
const mostPages = 10_000;
/** Runs of one workspace that have not ended. */
const mostOpenRuns = 50;
const retryAfterMs = 60_000;

/** PDFs that are read in the background: started, looked up, cancelled. */
export class OcrRunService {
  readonly #parts: OcrRunServiceParts;

  constructor(parts: OcrRunServiceParts) {
    this.#parts = parts;
  }

  /** Looks at the PDF, keeps it and puts it into the queue. Throws what reading its first page throws. */
  async start(request: PdfRequest & { webhookUrl?: string | undefined }, call: Call): Promise<OcrPdfRun> {
    const { repository, store, pdfs, jobs, clock, fetcher, seal, webhookSecret } = this.#parts;
    const { bytes, password, maxPages = mostPages, dpi = defaultDpi, webhookUrl = null } = request;
    checkIsPdf(bytes);
    if (webhookUrl !== null) fetcher.check(webhookUrl);
    const { workspaceId, keyId, requestId, origin } = call;
    if ((await repository.countOpen(workspaceId)) >= mostOpenRuns) {
      const message = `${mostOpenRuns} PDFs of this workspace are waiting already. Send the next one when one has ended.`;
      throw new AppError('rate_limit_exceeded', message, { retryAfterMs });
    }
    await call.meter.reserve({ costUsd: 0, tokens: 0 });
    const { pageCount } = await pdfs.read({ bytes }, { password, maxPages: 1, signal: call.signal });
    const id = newId('ocr');
    const sealed = password === undefined ? null : seal(password, id);
    const accepted = { maxPages, dpi, password: sealed, webhookUrl, requestId, origin };
    await store.putSource({ workspaceId, id }, bytes);
    const createdAt = clock.now();
    await repository.create({ id, workspaceId, keyId, request: accepted, totalPages: pageCount, createdAt });
    call.meter.handOver();
    await jobs.enqueue(ocrRunKind, { workspaceId, runId: id }, { id });
    const run = toRun(await this.#record(workspaceId, id));
    return webhookUrl === null ? run : { ...run, webhook_secret: webhookSecret(workspaceId) };
  }

  /** The run, and once it has ended its pages, `limit` of them from `firstPage` on with boxes and words. */
  async get(
    workspaceId: string,
    id: string,
    { firstPage = 1, limit = ocrRunDetailPages }: { firstPage?: number | undefined; limit?: number | undefined } = {},
  ): Promise<OcrPdfRun> {
    const record = await this.#record(workspaceId, id);
    if (record.finishedAt === null) return toRun(record);
    const { store } = this.#parts;
    const pages = await store.result(record);
    const { text, method, success, error, warnings } = toPdfResult(pages, record.totalPages);
    for (const [index, page] of pages.entries()) {
      const { page_number: number } = page;
      if (page.method !== ocrMethod || number < firstPage || number >= firstPage + limit) continue;
      pages[index] = (await store.page(record, number))?.page ?? page;
    }
    const run = toRun(record);
    const isEmpty = record.status === 'completed' && !success;
    return {
      ...run,
      // The record is told of the last pages only after the end is seen.
      pages_processed: pages.length,
      success: run.success && !isEmpty,
      text,
      method,
      pages,
      ...(warnings && { warnings }),
      ...(isEmpty && error && { error }),
    };
  }

  /** Cancelling what has ended changes nothing. */
  async cancel(workspaceId: string, id: string): Promise<OcrPdfRun> {
    const { jobs, end } = this.#parts;
    const record = await this.#record(workspaceId, id);
    if (await end.move(record, 'cancelled', errorCatalogue.ocr_cancelled.status)) await jobs.cancel(id);
    return this.get(workspaceId, id);
  }

  async #record(workspaceId: string, id: string): Promise<OcrRunRecord> {
    const record = await this.#parts.repository.find(workspaceId, id);
    if (record) return record;
    throw new AppError('ocr_not_found', `There is no PDF being read under ${id}`, { fields: { ocr_id: id } });
  }
}

/** A run as the API shows it, without its result. */
export function toRun(record: OcrRunRecord): OcrPdfRun {
  const { id, status, pagesProcessed, totalPages, error, createdAt, finishedAt } = record;
  const failure = error && restoreError(error);
  return {
    success: status !== 'failed',
    ocr_id: id,
    status,
    pages_processed: pagesProcessed,
    total_pages: totalPages,
    created_at: new Date(createdAt).toISOString(),
    finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    expires_at: finishedAt === null ? null : new Date(finishedAt + ocrRunKeptMs).toISOString(),
    ...(failure instanceof AppError && { error: failure.title, message: failure.message, code: failure.code }),
  };
}
