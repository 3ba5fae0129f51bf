import type { JsonObject, OcrPdfPage, OcrRunStatus } from '@parley/contract';
import type { Consumption } from '../../ports/meter.ts';

/** A request as it is stored: all that reading the PDF needs besides its bytes. */
export interface AcceptedPdf {
  maxPages: number;
  dpi: number;
  /** Sealed; null for none. */
  password: string | null;
  webhookUrl: string | null;
  requestId: string;
  /** Base of the addresses of page images. */
  origin: string;
}

export interface OcrRunRecord {
  id: string;
  workspaceId: string;
  keyId: string;
  request: AcceptedPdf;
  status: OcrRunStatus;
  pagesProcessed: number;
  totalPages: number;
  error: JsonObject | null;
  createdAt: number;
  finishedAt: number | null;
}

/** The legal moves; anything else is refused by the repository. */
export const ocrRunMoves: Record<OcrRunStatus, readonly OcrRunStatus[]> = {
  queued: ['running', 'failed', 'cancelled'],
  // A run that is taken up again after a crash goes on.
  running: ['running', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

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
