import { readPages } from './liteparse-pages.ts';
import { restoreMissingText } from './missing-text.ts';
import { layoutPages } from './page-layout.ts';
import { readPdfAttachments } from './pdf-attachments.ts';
import { type PdfFacts, readPdfFacts } from './pdf-facts.ts';
import type { PdfReadResult } from './pdf-tasks.ts';
import { PdfiumDocument } from './pdfium-document.ts';
import type { RawPage } from './raw-page.ts';

/** Everything that is read of a PDF. Runs in the worker process. */
export async function readPdfDocument(
  bytes: Buffer,
  options: { password: string | undefined; maxPages: number; withAttachments?: boolean },
): Promise<PdfReadResult> {
  const batches = readPages(bytes, options);
  // The generator begins to read when it is first asked, and PDFium opens the file meanwhile.
  let next = batches.next();
  next.catch(() => undefined);
  const document = await PdfiumDocument.open(bytes, options.password);
  try {
    const facts: PdfFacts = document ? readPdfFacts(document) : { title: null, author: null, outline: [] };
    const pages: RawPage[] = [];
    let pageCount = 0;
    for (let batch = await next; !batch.done; batch = await next) {
      next = batches.next();
      next.catch(() => undefined);
      if (document) restoreMissingText(document, batch.value.pages);
      pageCount = batch.value.pageCount;
      for (const page of batch.value.pages) pages.push(page);
    }
    const attached = document && options.withAttachments === true ? readPdfAttachments(document) : null;
    return { pageCount, ...facts, pages: layoutPages(pages, facts.outline), ...(attached && { attached }) };
  } finally {
    document?.close();
  }
}
