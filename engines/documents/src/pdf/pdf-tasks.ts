import type { DocumentSource, PdfAttachments, PdfOutlineEntry, PdfPage } from './pdf-engine.ts';

/** What the engine asks of its worker process. */
export interface PdfReadTask {
  source: DocumentSource;
  password: string | undefined;
  maxPages: number;
  withAttachments: boolean;
}

export interface PdfReadResult {
  pageCount: number;
  title: string | null;
  author: string | null;
  outline: PdfOutlineEntry[];
  pages: PdfPage[];
  attached?: PdfAttachments;
}

export interface PdfRenderTask {
  source: DocumentSource;
  password: string | undefined;
  page: number;
  dpi: number;
  /** More pages of this document will be asked for: it stays open. */
  isHeld: boolean;
}
