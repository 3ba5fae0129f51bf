import { type OcrPageElement, type OcrPdfPage, type OcrPdfResult, type OcrResult, ocrMethod } from '@parley/contract';
import type { DocumentSource, PageReading, PdfDocument, PdfEngine } from '@parley/documents';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Call } from '../../../ports/call.ts';
import { noUsage } from '../../money/billing/cost.ts';
import type { LocalReader } from './local-reader.ts';
import type { DonePage } from './ocr-run-types.ts';
import type { PageImageStore } from './page-image-store.ts';
import { inParallel, noTextMessage, PdfPageReader, type PdfReading, toPdfResult } from './pdf-page-reader.ts';
import type { RemoteOcr } from './remote-ocr.ts';

export const defaultDpi = 200;
const defaultMaxPages = 500;
/** Pages of one TIFF that are read in one call. */
const mostImagePages = 100;

export interface OcrServiceParts {
  reader: LocalReader;
  /** A reader elsewhere that is asked first; null when everything is read here. */
  remote: RemoteOcr | null;
  pdfs: PdfEngine;
  images: PageImageStore;
  /** Pages of one document at once. */
  concurrency: number;
}

/** A page as other capabilities want it. */
export interface OcrPage {
  markdown: string;
  text: string;
  confidence: number;
  width: number;
  height: number;
  blocks: OcrPageElement['blocks'];
}

export interface PdfRequest {
  bytes: Uint8Array;
  maxPages?: number | undefined;
  dpi?: number | undefined;
  password?: string | undefined;
}

/** Reads images and PDFs. */
export class OcrService {
  /** What metadata names as the way a page was read. */
  readonly method = ocrMethod;
  readonly #parts: OcrServiceParts;
  readonly #pages: PdfPageReader;

  constructor(parts: OcrServiceParts) {
    this.#parts = parts;
    const { pdfs, concurrency } = parts;
    this.#pages = new PdfPageReader({
      pdfs,
      concurrency,
      readPage: async (image, place, call) => {
        const { element, model } = await this.#readPage(image, { ...place, page: 0 }, call);
        return toResult(place.id, model, [element]);
      },
    });
  }

  get pagesAtOnce(): number {
    return this.#parts.concurrency;
  }

  /** One image for other capabilities: no addresses, nothing kept. Throws as `readImage`. */
  async recognize(
    image: Uint8Array,
    options: { signal?: AbortSignal | undefined; page?: number } = {},
  ): Promise<OcrPage> {
    const { markdown, text, confidence, width, height, blocks } = await this.#parts.reader.read(image, {
      withImage: false,
      signal: options.signal,
      page: options.page ?? 0,
    });
    return { markdown, text, confidence, width, height, blocks };
  }

  /** Throws `invalid_image`, `image_too_large`, `ocr_timeout`, `ocr_unavailable`. */
  async readImage(image: Uint8Array, call: Call): Promise<OcrResult> {
    if (image.length === 0) throw new AppError('invalid_image', 'The image is empty (0 bytes). Send its bytes.');
    const id = newId('ocr');
    await call.meter.reserve({ costUsd: 0, tokens: 0 });
    const { element, model, pages } = await this.#readPage(image, { id, index: 0, page: 0 }, call);
    if (pages > mostImagePages) {
      const message = `The image has ${pages} pages; at most ${mostImagePages} are read at once. Send it as a file or a PDF.`;
      throw new AppError('image_too_large', message);
    }
    const numbers = Array.from({ length: pages - 1 }, (_, i) => i + 1);
    const elements = [element];
    await inParallel(numbers, this.#parts.concurrency, async (page) => {
      const read = await this.#readPage(image, { id, index: page, page }, call);
      elements[page] = read.element;
    });
    return toResult(id, model, elements);
  }

  /** Throws `invalid_pdf`, `pdf_password_required`; a page that fails is reported in its place. */
  async readPdf(request: PdfRequest, call: Call): Promise<OcrPdfResult> {
    checkIsPdf(request.bytes);
    const { bytes, password, maxPages = defaultMaxPages, dpi = defaultDpi } = request;
    await call.meter.reserve({ costUsd: 0, tokens: 0 });
    return this.#parts.pdfs.hold({ bytes }, async (source) => {
      const document = await this.#parts.pdfs.read(source, { password, maxPages, signal: call.signal });
      const pages: OcrPdfPage[] = [];
      const onPage = ({ page, consumption }: DonePage) => {
        pages[page.page_number - 1] = page;
        for (const used of consumption) call.meter.add(used);
      };
      await this.#pages.read(source, document, { id: newId('ocr'), dpi, password, onPage }, call);
      return toPdfResult(pages, document.pageCount);
    });
  }

  /** Reads the pages of an open document; see `PdfPageReader`. */
  readPages(source: DocumentSource, document: PdfDocument, reading: PdfReading, call: Call): Promise<void> {
    return this.#pages.read(source, document, reading, call);
  }

  async #readPage(
    image: Uint8Array,
    { page, ...place }: { id: string; index: number; page: number },
    call: Call,
  ): Promise<{ element: OcrPageElement; model: string; pages: number }> {
    const local = await this.#parts.reader.read(image, { withImage: true, signal: call.signal, page });
    const { pages } = local;
    const { reading, warnings, readings } = this.#parts.remote
      ? await this.#parts.remote.improve(image, local, call)
      : { reading: local, warnings: [], readings: [] };
    if (!this.#parts.remote) call.meter.add({ model: 'parley-ocr', usage: noUsage, costUsd: 0, upstreamCostUsd: 0 });
    const element = { ...toElement(reading, place.index, warnings), ...(readings.length > 0 && { readings }) };
    if (!local.jpeg) return { element, model: reading.model, pages };
    const { imageUrl, viewUrl } = await this.#parts.images.keep({
      origin: call.origin,
      workspaceId: call.workspaceId,
      ...place,
      jpeg: local.jpeg,
      view: element,
    });
    return { element: { ...element, image_url: imageUrl, view_url: viewUrl }, model: reading.model, pages };
  }
}

/** Readers look for the header this far (PDF 1.7, appendix H, note 13). */
const headerWithinBytes = 1024;

/** Throws `invalid_pdf` for what is no PDF at all, so that nothing else is taken for one and converted. */
export function checkIsPdf(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new AppError('invalid_pdf', 'The PDF is empty (0 bytes). Send its bytes.');
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWithinBytes));
  if (head.includes('%PDF-')) return;
  throw new AppError('invalid_pdf', 'The data is no PDF: it has no PDF header. Send pictures to /v1/ocr/image.');
}

function toElement(reading: PageReading, index: number, warnings: string[]): OcrPageElement {
  const { markdown, text, width, height, confidence, blocks } = reading;
  return {
    index,
    markdown,
    text,
    bounding_box: { x: 0, y: 0, width, height },
    image_url: '',
    view_url: '',
    dimensions: { width, height },
    confidence,
    blocks,
    ...(warnings.length > 0 && { warnings }),
  };
}

function toResult(id: string, model: string, pages: OcrPageElement[]): OcrResult {
  const text = pages
    .map((page) => page.text)
    .filter(Boolean)
    .join('\n\n');
  const success = text !== '';
  return {
    success,
    text,
    method: ocrMethod,
    ...(!success && { error: noTextMessage }),
    raw_response: { id, object: 'document', model, pages },
  };
}

/** Base64 with or without a data URI prefix, white space allowed. Throws `code` for anything else. */
export function decodeBase64(given: string, code: 'invalid_image' | 'invalid_pdf'): Buffer {
  const comma = /^\s*data:/i.test(given) ? given.indexOf(',') : -1;
  const text = given.slice(comma + 1);
  // White space between the letters is passed over by the decoder.
  if (!/\S/.test(text) || !/^[A-Za-z0-9+/_\s-]+(?:=\s*){0,2}$/.test(text)) {
    const field = code === 'invalid_pdf' ? 'pdf' : 'image';
    throw new AppError(
      code,
      `"${field}" is not base64: send the bytes of the file as base64, with or without "data:…;base64," before them.`,
    );
  }
  return Buffer.from(text, 'base64');
}
