import type { PdfOutlineEntry } from './pdf-engine.ts';
import type { PdfiumDocument } from './pdfium-document.ts';

export interface PdfFacts {
  title: string | null;
  author: string | null;
  outline: PdfOutlineEntry[];
}

const maxEntries = 2000;
const maxLevels = 20;

/** Title, author and bookmarks, which LiteParse does not tell. */
export function readPdfFacts(document: PdfiumDocument): PdfFacts {
  const text = (name: string) =>
    document.wideText((buffer, size) => document.library.FPDF_GetMetaText(document.handle, name, buffer, size));
  return { title: text('Title'), author: text('Author'), outline: outlineOf(document) };
}

function outlineOf(document: PdfiumDocument): PdfOutlineEntry[] {
  const { library, handle } = document;
  const entries: PdfOutlineEntry[] = [];
  const seen = new Set<number>();
  const walk = (parent: number, level: number) => {
    let bookmark = library.FPDFBookmark_GetFirstChild(handle, parent);
    // Broken documents link bookmarks in circles.
    while (bookmark && !seen.has(bookmark) && entries.length < maxEntries) {
      seen.add(bookmark);
      const current = bookmark;
      const title = document.wideText((buffer, size) => library.FPDFBookmark_GetTitle(current, buffer, size));
      if (title !== null) entries.push({ title, level, page: pageOf(document, bookmark) });
      if (level < maxLevels) walk(bookmark, level + 1);
      bookmark = library.FPDFBookmark_GetNextSibling(handle, bookmark);
    }
  };
  walk(0, 1);
  return entries;
}

function pageOf({ library, handle }: PdfiumDocument, bookmark: number): number | null {
  let destination = library.FPDFBookmark_GetDest(handle, bookmark);
  if (!destination) {
    const action = library.FPDFBookmark_GetAction(bookmark);
    if (action) destination = library.FPDFAction_GetDest(handle, action);
  }
  const index = destination ? library.FPDFDest_GetDestPageIndex(handle, destination) : -1;
  return index >= 0 ? index + 1 : null;
}
