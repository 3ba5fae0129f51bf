import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { PdfOutlineEntry } from '../../ports/pdf-engine.ts';

export interface PdfFacts {
  title: string | null;
  author: string | null;
  outline: PdfOutlineEntry[];
}

const maxEntries = 2000;
const maxLevels = 20;

let pdfium: Promise<WrappedPdfiumModule> | null = null;

/** Title, author and bookmarks, which LiteParse does not tell. A document that PDFium cannot open has none. */
export async function readPdfFacts(bytes: Buffer, password: string | undefined): Promise<PdfFacts> {
  pdfium ??= loadPdfium();
  const library = await pdfium;
  const { malloc, free } = library.pdfium.wasmExports;
  const pointer = malloc(bytes.length);
  heapOf(library).set(bytes, pointer);
  const document = library.FPDF_LoadMemDocument(pointer, bytes.length, password ?? '');
  try {
    if (!document) return { title: null, author: null, outline: [] };
    return {
      title: metaText(library, document, 'Title'),
      author: metaText(library, document, 'Author'),
      outline: outlineOf(library, document),
    };
  } finally {
    if (document) library.FPDF_CloseDocument(document);
    free(pointer);
  }
}

async function loadPdfium(): Promise<WrappedPdfiumModule> {
  const file = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const wasmBinary = new Uint8Array(file).buffer;
  const library = await init({ wasmBinary });
  library.PDFiumExt_Init();
  return library;
}

/** The memory of the module; it moves when it grows, so it is asked for each time. */
function heapOf({ pdfium: module }: WrappedPdfiumModule): Uint8Array {
  if ('HEAPU8' in module && module.HEAPU8 instanceof Uint8Array) return module.HEAPU8;
  throw new Error('the PDFium module has no heap');
}

function outlineOf(library: WrappedPdfiumModule, document: number): PdfOutlineEntry[] {
  const entries: PdfOutlineEntry[] = [];
  const seen = new Set<number>();
  const walk = (parent: number, level: number) => {
    let bookmark = library.FPDFBookmark_GetFirstChild(document, parent);
    // Broken documents link bookmarks in circles.
    while (bookmark && !seen.has(bookmark) && entries.length < maxEntries) {
      seen.add(bookmark);
      const title = wideText(library, (buffer, size) => library.FPDFBookmark_GetTitle(bookmark, buffer, size));
      if (title !== null) entries.push({ title, level, page: pageOf(library, document, bookmark) });
      if (level < maxLevels) walk(bookmark, level + 1);
      bookmark = library.FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  walk(0, 1);
  return entries;
}

function pageOf(library: WrappedPdfiumModule, document: number, bookmark: number): number | null {
  let destination = library.FPDFBookmark_GetDest(document, bookmark);
  if (!destination) {
    const action = library.FPDFBookmark_GetAction(bookmark);
    if (action) destination = library.FPDFAction_GetDest(document, action);
  }
  const index = destination ? library.FPDFDest_GetDestPageIndex(document, destination) : -1;
  return index >= 0 ? index + 1 : null;
}

function metaText(library: WrappedPdfiumModule, document: number, name: string): string | null {
  return wideText(library, (buffer, size) => library.FPDF_GetMetaText(document, name, buffer, size));
}

/** Text from a PDFium call that first tells its size in bytes and then fills a buffer with UTF-16. */
function wideText(library: WrappedPdfiumModule, fill: (buffer: number, size: number) => number): string | null {
  const size = fill(0, 0);
  if (size <= 2) return null;
  const { malloc, free } = library.pdfium.wasmExports;
  const buffer = malloc(size);
  try {
    fill(buffer, size);
    const text = library.pdfium.UTF16ToString(buffer).replace(/\s+/g, ' ').trim();
    return text === '' ? null : text;
  } finally {
    free(buffer);
  }
}
