import { readFile } from 'node:fs/promises';
import type { DocumentSource, PdfPageImage, PdfReadResult, PdfReadTask, PdfRenderTask } from '@parley/documents';
import { readPdfDocument, renderPage } from '@parley/documents/pdf';
import { serveTasks } from '../../lib/serve-tasks.ts';

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
