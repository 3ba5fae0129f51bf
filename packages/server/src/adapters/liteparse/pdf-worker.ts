import { readFile } from 'node:fs/promises';
import type { DocumentSource, PdfPageImage, PdfReadResult, PdfReadTask, PdfRenderTask } from '@parley/documents';
import { OpenPdf, readPdfDocument } from '@parley/documents/pdf';
import { serveTasks } from '../../lib/serve-tasks.ts';

/** Documents that stay open between pages, oldest first. A process that has nothing to do ends and takes them with it. */
const held = new Map<string, OpenPdf>();
const maxHeld = 3;
const maxHeldBytes = 150_000_000;

serveTasks({
  async read({ source, ...options }: PdfReadTask): Promise<PdfReadResult> {
    return readPdfDocument(await bytesOf(source), options);
  },
  async render({ source, password, page, dpi, isHeld }: PdfRenderTask): Promise<PdfPageImage> {
    const open = () => OpenPdf.open(() => bytesOf(source), password);
    if (isHeld && 'path' in source) return (await heldPdf(source.path, open)).draw({ page, dpi });
    const pdf = await open();
    try {
      return await pdf.draw({ page, dpi });
    } finally {
      pdf.close();
    }
  },
});

async function heldPdf(path: string, open: () => Promise<OpenPdf>): Promise<OpenPdf> {
  const known = held.get(path);
  if (known) return known;
  const pdf = await open();
  const bytes = () => [...held.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, pdf.sizeBytes);
  for (const [old, document] of held) {
    if (held.size < maxHeld && bytes() <= maxHeldBytes) break;
    document.close();
    held.delete(old);
  }
  held.set(path, pdf);
  return pdf;
}

async function bytesOf(source: DocumentSource): Promise<Buffer> {
  if ('path' in source) return readFile(source.path);
  return Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
}
