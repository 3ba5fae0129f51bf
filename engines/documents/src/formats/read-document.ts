import type { JsonObject } from '../json-value.ts';
import type { DocumentSource } from '../pdf/pdf-engine.ts';
import type { SheetData } from '../sheets/sheet-data.ts';
import type { FileMember } from './file-members.ts';

/** What a file is, in the words of the API. */
export type DocumentKind = 'pdf' | 'image' | 'spreadsheet' | 'document' | 'json' | 'audio' | 'video';

export interface ReadRequest {
  /** The bytes, or the path where they are; a path is better for anything large. */
  source: DocumentSource;
  /** As the user named it; decides the kind only where the content leaves it open. */
  filename: string;
  /** Media type that came with the upload; the weakest of all hints. */
  declaredType?: string | undefined;
  /** For locked PDFs. */
  password?: string | undefined;
  /** Pages of a PDF to read; default 2,000. A longer PDF is read so far and `warnings` says it. */
  maxPages?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** Where recognised pages are kept, so that reading that broke off goes on where it was. Default: nowhere. */
  pageMemory?: PageMemory | undefined;
  /** True once no further page may be begun: what was read by then is the document, and `warnings` name the rest. */
  isTimeUp?: (() => boolean) | undefined;
}

/** The text of one page of a PDF. */
export interface PageText {
  /** Markdown. */
  markdown: string;
  /** The way it was read, as metadata name it. */
  method: string;
  /** 0 to 1, of a page that was recognised. */
  confidence?: number;
  /** Where its words stand, of a page that was recognised. */
  layout?: PageLayout;
}

/** Where the words of a page stand on its upright picture, in pixels. */
export interface PageLayout {
  width: number;
  height: number;
  confidence: number;
  /** As the recognizer gives them. */
  blocks: readonly object[];
}

/** Keeps the pages that OCR has read of one document; pages begin at 1. */
export interface PageMemory {
  /** Null for a page that was not kept. */
  recall(page: number): Promise<PageText | null>;
  keep(page: number, text: PageText): Promise<void>;
  /** Keeps where the words of a page stand, for as long as there is the document. Default: nowhere. */
  keepLayout?(page: number, layout: PageLayout): Promise<void>;
}

export interface ReadProgress {
  /** Pages done and to do, where a document has pages that take time. */
  done: number;
  total: number;
}

/** A file as it is understood. All offsets are UTF-16 positions in `text`. */
export interface ReadDocument {
  kind: DocumentKind;
  /** Found in the content, such as `application/pdf`. */
  mediaType: string;
  /** The whole text as Markdown. */
  text: string;
  /** Where each page begins in `text`, first page first; empty where pages have no meaning. */
  pageStarts: number[];
  /** When what begins at an offset is said, in seconds and in their order. Absent where nobody speaks. */
  times?: { at: number; seconds: number }[];
  /** Pages of a PDF, slides of a presentation; null where pages have no meaning. */
  pages: number | null;
  /** Of a PDF: those that are pictures of text, by number from 1. Absent for none. */
  scannedPages?: number[];
  /** Exactly the fields that the API promises for the kind. */
  metadata: JsonObject;
  /** One sentence, such as `CSV with 3 columns (a, b, c), 120 rows`. */
  processingSummary: string;
  /** Headings (or bookmarks) with the place they stand at. */
  outline: OutlineEntry[];
  tables: TableEntry[];
  /** The rows of a spreadsheet in a form that can be stored and asked (`SheetQuery`), one per sheet; empty for other kinds. */
  sheets: SheetData[];
  /** Files inside this one: attachments, members of archives. */
  members?: FileMember[];
  /** Sentences for the user: rows left out of the text, pages beyond the limit, and the like. */
  warnings: string[];
}

export interface OutlineEntry {
  title: string;
  /** 1 for the top level. */
  level: number;
  /** Page from 1, null where pages have no meaning. */
  page: number | null;
  /** Where it stands in `text`. */
  offset: number;
}

export interface TableEntry {
  /** Page from 1, null where pages have no meaning. */
  page: number | null;
  rows: number;
  columns: number;
}

/**
 * What other capabilities ask for. Throws errors with a code and words for the user: `file_empty`, `file_failed` (broken,
 * bomb-like, too much memory), `file_timeout`, `invalid_pdf`, `pdf_password_required`, `invalid_image`,
 * `unsupported_file_type`; or what the signal carries.
 */
export interface DocumentReading {
  read(request: ReadRequest): Promise<ReadDocument>;
}
