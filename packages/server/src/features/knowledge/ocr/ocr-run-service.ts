import { type OcrPdfRun, ocrMethod, ocrRunDetailPages } from '@parley/contract';
import type { PdfEngine } from '@parley/documents';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { restoreError } from '../../../lib/stored-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { Runs } from '../../runs/background/runs.ts';
import type { OcrRunStore } from './ocr-run-store.ts';
import { type OcrRunRecord, type OcrRunTypes, ocrRunKeptMs } from './ocr-run-types.ts';
import { checkIsPdf, defaultDpi, type PdfRequest } from './ocr-service.ts';
import { toPdfResult } from './pdf-page-reader.ts';

export interface OcrRunServiceParts {
  runs: Runs<OcrRunTypes>;
  store: OcrRunStore;
  pdfs: PdfEngine;
  /** Seals the password of a PDF for its run. */
  seal(password: string, runId: string): string;
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
    const { runs, store, pdfs, seal } = this.#parts;
    const { bytes, password, maxPages = mostPages, dpi = defaultDpi, webhookUrl = null } = request;
    checkIsPdf(bytes);
    runs.checkWebhook(webhookUrl);
    const { workspaceId, requestId, origin } = call;
    if ((await runs.countOpen(workspaceId)) >= mostOpenRuns) {
      const message = `${mostOpenRuns} PDFs of this workspace are waiting already. Send the next one when one has ended.`;
      throw new AppError('rate_limit_exceeded', message, { retryAfterMs });
    }
    await call.meter.reserve({ costUsd: 0, tokens: 0 });
    const { pageCount } = await pdfs.read({ bytes }, { password, maxPages: 1, signal: call.signal });
    const id = newId('ocr');
    const sealed = password === undefined ? null : seal(password, id);
    const accepted = { maxPages, dpi, password: sealed, webhookUrl, requestId, origin };
    await store.putSource({ workspaceId, id }, bytes);
    const progress = { pagesProcessed: 0, totalPages: pageCount };
    const run = await runs.start({ id, request: accepted, progress }, call);
    return { ...toRun(run), ...runs.secretFor(run) };
  }

  /** The run, and once it has ended its pages, `limit` of them from `firstPage` on with boxes and words. */
  async get(
    workspaceId: string,
    id: string,
    { firstPage = 1, limit = ocrRunDetailPages }: { firstPage?: number | undefined; limit?: number | undefined } = {},
  ): Promise<OcrPdfRun> {
    const { runs, store } = this.#parts;
    const record = await runs.get(workspaceId, id);
    if (record.finishedAt === null) return toRun(record);
    const pages = await store.result(record);
    const { text, method, success, error, warnings } = toPdfResult(pages, record.progress.totalPages);
    for (const [index, page] of pages.entries()) {
      const { page_number: number } = page;
      if (page.method !== ocrMethod || number < firstPage || number >= firstPage + limit) continue;
      pages[index] = (await store.page(record, number))?.page ?? page;
    }
    const run = toRun(record);
    const isEmpty = record.status === 'completed' && !success;
    return {
      ...run,
      // The record is not told of the pages that end with the run.
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
    await this.#parts.runs.cancel(workspaceId, id);
    return this.get(workspaceId, id);
  }
}

/** A run as the API shows it, without its result. */
export function toRun(record: OcrRunRecord): OcrPdfRun {
  const { id, status, progress, error, createdAt, finishedAt } = record;
  const failure = error && restoreError(error);
  return {
    success: status !== 'failed',
    ocr_id: id,
    status,
    pages_processed: progress.pagesProcessed,
    total_pages: progress.totalPages,
    created_at: new Date(createdAt).toISOString(),
    finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    expires_at: finishedAt === null ? null : new Date(finishedAt + ocrRunKeptMs).toISOString(),
    ...(failure instanceof AppError && { error: failure.title, message: failure.message, code: failure.code }),
  };
}
