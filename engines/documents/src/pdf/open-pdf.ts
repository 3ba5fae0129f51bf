import { drawableDpi, drawPage } from './draw-page.ts';
import { noSuchPage, pageSize, screenshotPage } from './liteparse-pages.ts';
import type { PdfPageImage } from './pdf-engine.ts';
import { PdfiumDocument } from './pdfium-document.ts';

/** A PDF that is open for drawing: its bytes are read once, however many of its pages are drawn. */
export class OpenPdf {
  readonly #load: () => Promise<Buffer>;
  readonly #password: string | undefined;
  readonly #document: PdfiumDocument | null;
  /** Of the whole document. */
  readonly sizeBytes: number;

  private constructor(parts: {
    load: () => Promise<Buffer>;
    password: string | undefined;
    document: PdfiumDocument | null;
    sizeBytes: number;
  }) {
    this.#load = parts.load;
    this.#password = parts.password;
    this.#document = parts.document;
    this.sizeBytes = parts.sizeBytes;
  }

  /** `load` is asked again for the bytes when a page must be drawn in another way. */
  static async open(load: () => Promise<Buffer>, password: string | undefined): Promise<OpenPdf> {
    const bytes = await load();
    const document = await PdfiumDocument.open(bytes, password);
    return new OpenPdf({ load, password, document, sizeBytes: bytes.length });
  }

  /** Throws `invalid_pdf` or `pdf_password_required`. `page` begins at 1. */
  async draw({ page, dpi }: { page: number; dpi: number }): Promise<PdfPageImage> {
    const drawn = this.#document && (await drawPage(this.#document, { page, dpi }));
    if (drawn) return drawn;
    const bytes = await this.#load();
    const place = { page, password: this.#password };
    const size = this.#document?.pageSize(page) ?? (this.#document ? null : await pageSize(bytes, place));
    if (!size) throw noSuchPage(page);
    return screenshotPage(bytes, { ...place, dpi: drawableDpi(size, dpi) });
  }

  close(): void {
    this.#document?.close();
  }
}
