import { ParleyError } from '../errors.ts';
import type { Operations } from '../generated/operations.ts';
import type { OcrPdfResult, OcrPdfRun, OcrResult } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { pollUntil } from '../poll.ts';
import type { WaitOptions } from './research.ts';

/** A picture or document for OCR: a Blob, bytes, or base64. */
export type OcrSource = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string;

type Settings = Omit<Operations['readPdf']['body'], 'pdf' | 'background' | 'webhook_url'>;

/** Reads text from images and PDFs. */
export class OcrResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** PNG, JPEG, GIF or WebP. `success` is false when there is no text in it. */
  image(source: OcrSource, options?: RequestOptions): Promise<OcrResult> {
    const input = typeof source === 'string' ? { body: { image: source } } : { form: formOf(source, {}) };
    return this.#client.request('readImage', input, options);
  }

  /** Every page: from its text layer where that is sound, else by OCR. Long scans are better started with `startPdf`. */
  async pdf(source: OcrSource, settings: Settings = {}, options?: RequestOptions): Promise<OcrPdfResult> {
    const result = await this.#client.request('readPdf', inputOf(source, settings), options);
    if ('ocr_id' in result) throw new ParleyError('invalid_reply', 'The service reads the PDF in the background');
    return result;
  }

  /** Begins in the background; pages that are done outlive a restart of the service. */
  async startPdf(
    source: OcrSource,
    settings: Settings & { webhook_url?: string } = {},
    options?: RequestOptions,
  ): Promise<OcrPdfRun> {
    const run = await this.#client.request('readPdf', inputOf(source, { ...settings, background: true }), options);
    if ('ocr_id' in run) return run;
    throw new ParleyError('invalid_reply', 'The service read the PDF at once');
  }

  /** How far it is, and its result once it has ended: `limit` (at most 100) pages from `first_page` on with boxes and words. */
  getPdf(ocrId: string, query: Operations['getOcrPdf']['query'] = {}, options?: RequestOptions): Promise<OcrPdfRun> {
    return this.#client.request('getOcrPdf', { params: { id: ocrId }, query }, options);
  }

  cancelPdf(ocrId: string, options?: RequestOptions): Promise<OcrPdfRun> {
    return this.#client.request('cancelOcrPdf', { params: { id: ocrId } }, options);
  }

  /** Waits until a PDF in the background has ended, whichever way. `onProgress` gets the pages done and to do. */
  waitForPdf(ocrId: string, options: WaitOptions<{ done: number; total: number }> = {}): Promise<OcrPdfRun> {
    return pollUntil(
      (signal) => this.getPdf(ocrId, {}, { ...options, signal }),
      ({ status }) => status !== 'queued' && status !== 'running',
      {
        ...options,
        wait: this.#client.settings.wait,
        onLook: (run) => options.onProgress?.({ done: run.pages_processed, total: run.total_pages }),
      },
    );
  }

  /** Whether OCR works, and in which languages. */
  health(options?: RequestOptions): Promise<Operations['getOcrHealth']['reply']> {
    return this.#client.request('getOcrHealth', {}, options);
  }
}

function inputOf(source: OcrSource, settings: Record<string, unknown>) {
  return typeof source === 'string' ? { body: { pdf: source, ...settings } } : { form: formOf(source, settings) };
}

function formOf(source: Exclude<OcrSource, string>, settings: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) form.append(name, String(value));
  form.append('file', source instanceof Blob ? source : new Blob([source]), 'file');
  return form;
}
