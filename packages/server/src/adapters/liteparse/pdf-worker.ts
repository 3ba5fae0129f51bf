import { readFile } from 'node:fs/promises';
import { serveTasks } from '../../lib/process-pool.ts';
import type { DocumentSource, PdfPageImage } from '../../ports/pdf-engine.ts';
import { readPages, renderPage } from './liteparse-pages.ts';
import { layoutPages } from './page-layout.ts';
import { readPdfFacts } from './pdf-facts.ts';
import type { PdfReadResult, PdfReadTask, PdfRenderTask } from './pdf-tasks.ts';

serveTasks({
  async read({ source, password, maxPages }: PdfReadTask): Promise<PdfReadResult> {
    const bytes = await bytesOf(source);
    const { pageCount, pages } = await readPages(bytes, { password, maxPages });
    const facts = await readPdfFacts(bytes, password);
    return { pageCount, ...facts, pages: layoutPages(pages) };
  },
  async render(task: PdfRenderTask): Promise<PdfPageImage> {
    return renderPage(await bytesOf(task.source), task);
  },
});

async function bytesOf(source: DocumentSource): Promise<Buffer> {
  if ('path' in source) return readFile(source.path);
  return Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
}
