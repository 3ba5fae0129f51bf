import { readFile } from 'node:fs/promises';
import { renderPage } from '../../../../documents/src/pdf/liteparse-pages.ts';
import type { PdfReadResult, PdfReadTask, PdfRenderTask } from '../../../../documents/src/pdf/pdf-tasks.ts';
import { readPdfDocument } from '../../../../documents/src/pdf/read-pdf-document.ts';
import { serveTasks } from '../../lib/process-pool.ts';
import type { DocumentSource, PdfPageImage } from '../../ports/pdf-engine.ts';

serveTasks({
  async read({ source, password, maxPages }: PdfReadTask): Promise<PdfReadResult> {
    return readPdfDocument(await bytesOf(source), { password, maxPages });
  },
  async render(task: PdfRenderTask): Promise<PdfPageImage> {
    return renderPage(await bytesOf(task.source), task);
  },
});

async function bytesOf(source: DocumentSource): Promise<Buffer> {
  if ('path' in source) return readFile(source.path);
  return Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
}
