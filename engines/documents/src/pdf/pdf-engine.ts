import type { FileMember } from '../formats/file-members.ts';

/** Where the bytes of a document are. A path is better for anything large: the worker process reads it itself. */
export type DocumentSource = { path: string } | { bytes: Uint8Array };

/**
 * Reads and draws PDFs outside this process.
 *
 * Throws errors with a code: `pdf_password_required` (locked, or the password is wrong), `invalid_pdf` (broken or no PDF),
 * `file_empty`, `file_timeout`, `file_failed` (more memory than allowed), or what the abort signal carries.
 */
export interface PdfEngine {
  /** Text and structure of the pages, all of them or the first `maxPages`. Never runs OCR. */
  read(source: DocumentSource, options?: PdfReadOptions): Promise<PdfDocument>;
  /** Draws one page. `page` begins at 1. */
  render(source: DocumentSource, options: PdfRenderOptions): Promise<PdfPageImage>;
  /**
   * For several pages of one document: `use` gets a source that the processes reach without its bytes travelling again, and
   * that each of them opens once. It is good until `use` has ended.
   */
  hold<Result>(source: DocumentSource, use: (held: DocumentSource) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface PdfReadOptions {
  password?: string | undefined;
  /** Only the first so many pages are read; `pageCount` still counts all. */
  maxPages?: number | undefined;
  /** Whether files that are attached to the PDF are wanted, too. Default false. */
  withAttachments?: boolean;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

export interface PdfRenderOptions {
  page: number;
  /** Dots per inch. A page too large for the engine at this value is drawn smaller; `PdfPageImage.dpi` says at what. */
  dpi: number;
  password?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

export interface PdfPageImage {
  png: Uint8Array;
  width: number;
  height: number;
  dpi: number;
  /** Every pixel has the same colour. */
  isBlank: boolean;
}

export interface PdfDocument {
  /** Pages of the document, also those beyond `maxPages`. */
  pageCount: number;
  title: string | null;
  author: string | null;
  /** Bookmarks in reading order; empty when the document has none. */
  outline: PdfOutlineEntry[];
  pages: PdfPage[];
  /** Files that are attached to it, when they were asked for. */
  attached?: PdfAttachments;
}

export interface PdfAttachments {
  members: FileMember[];
  /** What was left out. */
  warnings: string[];
}

export interface PdfOutlineEntry {
  title: string;
  /** 1 for the top level. */
  level: number;
  /** Page it leads to, from 1; null when it leads nowhere in this document. */
  page: number | null;
}

export interface PdfPage {
  /** From 1. */
  number: number;
  /** Points (1/72 inch). */
  width: number;
  height: number;
  /** The text layer as Markdown; empty when there is none. */
  markdown: string;
  /** False when the text layer is missing, unreadable, or does not hold what the page shows: such a page needs OCR. */
  hasSoundText: boolean;
  /** Why not, as short words (`scanned`, `no-text`, `garbled`, …); empty when it is sound. */
  reasons: string[];
  /** True when nothing at all is drawn on the page. */
  isBlank: boolean;
  /** Letters and digits of the text layer, and how many of them the Markdown does not have. */
  letters: { all: number; lost: number };
  tables: PdfTable[];
}

export interface PdfTable {
  rows: number;
  columns: number;
}
