import { type OcrPdfPage, type OcrPdfResult, type OcrResult, ocrMethod } from '@parley/contract';
import type { DocumentSource, PdfDocument, PdfEngine, PdfPage } from '@parley/documents';
import { isAppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import { collectingMeter } from './collecting-meter.ts';
import type { DonePage, PageKeeper } from './ocr-run-types.ts';

/** Of a page or picture that was read and on which no text stands. */
export const noTextMessage = 'No text could be extracted from the image';

export interface PdfPageReaderParts {
  pdfs: PdfEngine;
  /** Reads the picture of one page. `index` begins at 0. */
  readPage(image: Uint8Array, place: { id: string; index: number }, call: Call): Promise<OcrResult>;
  /** Pages of one document at once. */
  concurrency: number;
}

export interface PdfReading {
  /** Of the result; part of the addresses of its page images. */
  id: string;
  dpi: number;
  password: string | undefined;
  /** Where done pages are kept; without one they are only answered. */
  keeper?: PageKeeper;
  /** Called after each page. */
  onPage?: (done: DonePage) => Promise<void> | void;
}

/** Reads the pages of a PDF, each from its text layer where that is sound, else by OCR, many of them at once. */
export class PdfPageReader {
  readonly #parts: PdfPageReaderParts;

  constructor(parts: PdfPageReaderParts) {
    this.#parts = parts;
  }

  /** A page that fails is reported in its place. With a keeper, throws `service_unavailable` when no page is taken. */
  async read(source: DocumentSource, document: PdfDocument, reading: PdfReading, call: Call): Promise<void> {
    const { pdfs, concurrency } = this.#parts;
    await pdfs.hold(source, (held) =>
      inParallel(document.pages, concurrency, async (page) => {
        call.signal.throwIfAborted();
        const kept = await reading.keeper?.recall(page.number);
        const done = kept ?? (await this.#page(held, page, reading, call));
        if (!kept) await reading.keeper?.keep(done);
        await reading.onPage?.(done);
      }),
    );
  }

  async #page(source: DocumentSource, page: PdfPage, reading: PdfReading, call: Call): Promise<DonePage> {
    if (page.hasSoundText || page.isBlank) return { page: extractedPage(page), consumption: [] };
    const { pdfs, readPage } = this.#parts;
    const { id, dpi, password } = reading;
    const { meter, consumption } = collectingMeter(call.meter);
    try {
      const { png } = await pdfs.render(source, { page: page.number, dpi, password, signal: call.signal });
      const result = await readPage(png, { id, index: page.number - 1 }, { ...call, meter });
      return { page: recognizedPage(page.number, result), consumption };
    } catch (error) {
      // What has nothing to do with the page is tried again later, where done pages are kept.
      const isLater = reading.keeper !== undefined && isAppError(error, 'service_unavailable');
      if (call.signal.aborted || isLater) throw error;
      return { page: failedPage(page.number, error), consumption };
    }
  }
}

/** The answer for the pages that were read; `warnings` names those that could not be. */
export function toPdfResult(pages: OcrPdfPage[], total: number): OcrPdfResult {
  const text = pages
    .map((page) => page.text)
    .filter(Boolean)
    .join('\n\n');
  const warnings = unreadPages(pages);
  return {
    success: text !== '',
    text,
    method: pages.some((page) => page.method === ocrMethod) ? ocrMethod : 'text_extraction',
    pages_processed: pages.length,
    total_pages: total,
    pages,
    ...(warnings.length > 0 && { warnings }),
    ...(text === '' && { error: warnings[0] ?? 'No text could be extracted from the PDF' }),
  };
}

/** Numbers of pages that one warning names. */
const namedPages = 20;

/** One sentence for each cause. A page on which nothing stands was read, although it has no text. */
function unreadPages(pages: readonly OcrPdfPage[]): string[] {
  const byCause = new Map<string, number[]>();
  for (const { error, page_number: number } of pages) {
    if (error === undefined || error === noTextMessage) continue;
    byCause.set(error, [...(byCause.get(error) ?? []), number]);
  }
  return [...byCause].map(([cause, numbers]) => {
    const named = numbers.slice(0, namedPages).join(', ');
    const more = numbers.length > namedPages ? ` and ${numbers.length - namedPages} more` : '';
    return `Page${numbers.length === 1 ? '' : 's'} ${named}${more} could not be read: ${cause}`;
  });
}

function extractedPage(page: PdfPage): OcrPdfPage {
  return { page_number: page.number, text: page.markdown, success: page.markdown !== '', method: 'text_extraction' };
}

function recognizedPage(number: number, { text, success, error, raw_response }: OcrResult): OcrPdfPage {
  return { page_number: number, text, success, method: ocrMethod, ...(error && { error }), raw_response };
}

function failedPage(number: number, error: unknown): OcrPdfPage {
  const message = isAppError(error) ? error.message : 'The page could not be read.';
  return { page_number: number, text: '', success: false, method: ocrMethod, error: message };
}

/** Ends with the first error, when the work that had begun by then has ended too. */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  let isBroken = false;
  const workers = Array.from({ length: Math.min(limit, items.length) }, async () => {
    for (let index = next++; index < items.length && !isBroken; index = next++) {
      const item = items[index];
      try {
        if (item !== undefined) await work(item);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  });
  const ends = await Promise.allSettled(workers);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
