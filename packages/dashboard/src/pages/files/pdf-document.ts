import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { findQuote } from './find-quote.ts';

export type { PDFDocumentProxy, PDFPageProxy };

/** A rectangle in shares of the page, origin top left. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Opens the bytes of a PDF. Its code runs in a worker of this origin. */
export async function openPdf(bytes: Blob, signal: AbortSignal): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const task = getDocument({ data: new Uint8Array(await bytes.arrayBuffer()) });
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
  return task.promise;
}

/** Where a quote stands on a page; empty when the page has no text of its own or says it otherwise. */
export async function boxesOfQuote(page: PDFPageProxy, quote: string): Promise<Box[]> {
  const { items } = await page.getTextContent();
  const runs = items.flatMap((item) => ('str' in item ? [item] : []));
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  return findQuote(
    runs.map(({ str }) => str),
    quote,
  ).flatMap((index) => {
    const run = runs[index];
    if (!run || run.width === 0) return [];
    const matrix: number[] = run.transform;
    const [, , , , x = 0, y = 0] = matrix;
    const size = Math.hypot(matrix[2] ?? 0, matrix[3] ?? 0);
    const at = [x, y, x + run.width, y + size] as const;
    const xs = [a * at[0] + c * at[1] + e, a * at[2] + c * at[3] + e];
    const ys = [b * at[0] + d * at[1] + f, b * at[2] + d * at[3] + f];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return [
      {
        left: left / width,
        top: (top + size * 0.2) / height,
        width: (Math.max(...xs) - left) / width,
        height: (Math.max(...ys) - top) / height,
      },
    ];
  });
}
