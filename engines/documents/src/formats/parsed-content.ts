import type { JsonObject } from '../json-value.ts';
import type { SheetData } from '../sheets/sheet-data.ts';
import type { DocumentPicture } from './document-pictures.ts';
import type { FileMember } from './file-members.ts';
import type { DocumentKind, OutlineEntry, TableEntry } from './read-document.ts';

/** What a parser inside the worker hands back; the reader adds what only it knows. */
export interface ParsedContent {
  kind: DocumentKind;
  mediaType: string;
  text: string;
  metadata: JsonObject;
  processingSummary: string;
  pageStarts?: number[];
  pages?: number;
  outline?: OutlineEntry[];
  tables?: TableEntry[];
  sheets?: SheetData[];
  warnings?: string[];
  /** Files inside this one. */
  members?: FileMember[];
  /** Pictures whose text OCR may add. */
  pictures?: DocumentPicture[];
}
