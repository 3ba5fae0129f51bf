import type { OcrPdfPage } from '@parley/contract';
import type { Consumption } from '../../../ports/meter.ts';
import type { Run, RunTypes } from '../../runs/background/run-types.ts';

/** What is stored of a PDF that is read in the background. Its bytes and pages are blobs. */
export interface OcrRunTypes extends RunTypes {
  request: AcceptedPdf;
  progress: { pagesProcessed: number; totalPages: number };
  result: null;
}

export type OcrRunRecord = Run<OcrRunTypes>;

/** A request as it is stored: all that reading the PDF needs besides its bytes. */
interface AcceptedPdf {
  maxPages: number;
  dpi: number;
  /** Sealed; null for none. */
  password: string | null;
  webhookUrl: string | null;
  requestId: string;
  /** Base of the addresses of page images. */
  origin: string;
}

/** A page that is done, with what it used. */
export interface DonePage {
  page: OcrPdfPage;
  consumption: Consumption[];
}

/** Keeps the pages of one PDF that are done, so that work that broke off goes on where it was. Pages begin at 1. */
export interface PageKeeper {
  /** Null for a page that was not kept. */
  recall(number: number): Promise<DonePage | null>;
  keep(done: DonePage): Promise<void>;
}

/** Results are kept so long after the end. */
export const ocrRunKeptMs = 7 * 24 * 60 * 60_000;
