import type { Operations } from '../generated/operations.ts';
import type { OcrPdfResult, OcrResult } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';

/** A picture or document for OCR: a Blob, bytes, or base64. */
export type OcrSource = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string;

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

  /** Every page: from its text layer where that is sound, else by OCR. */
  pdf(
    source: OcrSource,
    settings: Omit<Operations['readPdf']['body'], 'pdf' | 'background'> = {},
    options?: RequestOptions,
  ): Promise<OcrPdfResult> {
    const input =
      typeof source === 'string' ? { body: { pdf: source, ...settings } } : { form: formOf(source, { ...settings }) };
    return this.#client.request('readPdf', input, options);
  }

  /** Whether OCR works, and in which languages. */
  health(options?: RequestOptions): Promise<Operations['getOcrHealth']['reply']> {
    return this.#client.request('getOcrHealth', {}, options);
  }
}

function formOf(source: Exclude<OcrSource, string>, settings: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) form.append(name, String(value));
  form.append('file', source instanceof Blob ? source : new Blob([source]), 'file');
  return form;
}
