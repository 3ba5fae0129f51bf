import { readPages } from './liteparse-pages.ts';
import { restoreMissingText } from './missing-text.ts';
import { layoutPages } from './page-layout.ts';
import { type PdfFacts, readPdfFacts } from './pdf-facts.ts';
import type { PdfReadResult } from './pdf-tasks.ts';
import { PdfiumDocument } from './pdfium-document.ts';

/** Everything that is read of a PDF. Runs in the worker process. */
export async function readPdfDocument(
  bytes: Buffer,
  options: { password: string | undefined; maxPages: number },
): Promise<PdfReadResult> {
  const { pageCount, pages } = await readPages(bytes, options);
  let facts: PdfFacts = { title: null, author: null, outline: [] };
  const document = await PdfiumDocument.open(bytes, options.password);
  if (document) {
    try {
      facts = readPdfFacts(document);
      restoreMissingText(document, pages);
    } finally {
      document.close();
    }
  }
  return { pageCount, ...facts, pages: layoutPages(pages) };
}
