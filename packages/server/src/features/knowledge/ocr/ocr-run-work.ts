import type { PdfEngine } from '@parley/documents';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import type { Consumption } from '../../../ports/meter.ts';
import type { RunContext, RunKind } from '../../runs/background/run-types.ts';
import { toRun } from './ocr-run-service.ts';
import type { OcrRunStore } from './ocr-run-store.ts';
import { type OcrRunRecord, type OcrRunTypes, ocrRunKeptMs } from './ocr-run-types.ts';
import type { OcrService } from './ocr-service.ts';

export interface OcrRunWorkParts {
  store: OcrRunStore;
  ocr: Pick<OcrService, 'readPages'>;
  pdfs: PdfEngine;
  /** The password of a PDF; null when it cannot be opened any more. */
  unseal(sealed: string, runId: string): string | null;
}

/** Killed processes count as attempts too; they must not end a run that gets on. */
const attempts = 60;
/** The text layer of a long PDF takes longer than that of a file. */
const textLayerMs = 300_000;

/** Reads the PDFs that were sent to be read in the background. Each page is kept when it is done, and charged at the end. */
export function ocrRunKind(parts: OcrRunWorkParts): RunKind<OcrRunTypes> {
  const { store } = parts;
  return {
    name: 'ocr',
    job: 'ocr-pdf',
    endpoint: 'readPdf',
    // Each spreads its pages over all OCR processes, so that more of them would end no sooner.
    concurrency: 2,
    maxAttempts: attempts,
    backoffMs: 2000,
    deadlineMs: 24 * 60 * 60_000,
    keptMs: ocrRunKeptMs,
    failure: {
      code: 'ocr_unavailable',
      message: 'The PDF could not be read to its end. Send it again, or in smaller parts.',
    },
    missing: (id) =>
      new AppError('ocr_not_found', `There is no PDF being read under ${id}`, { fields: { ocr_id: id } }),
    // The machine was busy or went down.
    retry: {
      isLater: (error) => !isAppError(error) || error.code === 'service_unavailable',
      mostFailures: attempts,
    },
    async work(run, context) {
      await readPdf(parts, run, context);
      return null;
    },
    used: (run) => consumptionOf(store, run),
    // Whoever sees the end sees the result.
    keepResult: (run) => store.putResult(run, pagesOf(run)),
    async tidy(run) {
      // With the pages that were under way when the run was cancelled.
      await store.putResult(run, pagesOf(run));
      await store.forgetSource(run);
    },
    async told(run) {
      const pagesProcessed = (await store.result(run)).length;
      return toRun({ ...run, progress: { ...run.progress, pagesProcessed } });
    },
    forget: (run) => store.forget(run),
  };
}

async function readPdf(
  { store, pdfs, ocr, unseal }: OcrRunWorkParts,
  run: OcrRunRecord,
  { call, tell }: RunContext<OcrRunTypes>,
): Promise<void> {
  const { id, request, progress } = run;
  const { maxPages, dpi } = request;
  const password = request.password === null ? undefined : (unseal(request.password, id) ?? undefined);
  const source = await store.source(run);
  if (!source) throw new AppError('file_not_in_storage', 'The PDF is no longer in the storage. Send it again.');
  await pdfs.hold(source, async (held) => {
    const document = await pdfs.read(held, { password, maxPages, signal: call.signal, timeoutMs: textLayerMs });
    let processed = 0;
    const onPage = async () => {
      processed++;
      // Never goes back: a run that is taken up again counts from the first page.
      if (processed > progress.pagesProcessed) await tell({ ...progress, pagesProcessed: processed });
    };
    await ocr.readPages(held, document, { id, dpi, password, keeper: store.keeper(run), onPage }, call);
  });
}

/** What was used for the pages that are done. */
async function consumptionOf(store: OcrRunStore, run: OcrRunRecord): Promise<Consumption[]> {
  const used: Consumption[] = [];
  for (let number = 1; number <= pagesOf(run); number++) {
    used.push(...((await store.page(run, number))?.consumption ?? []));
  }
  return used;
}

const pagesOf = ({ request, progress }: OcrRunRecord): number => Math.min(request.maxPages, progress.totalPages);
