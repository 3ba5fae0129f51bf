import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

let pdfium: Promise<WrappedPdfiumModule> | null = null;

/** A document as PDFium sees it: the second opinion on what LiteParse says. */
export class PdfiumDocument {
  readonly library: WrappedPdfiumModule;
  /** PDFium's handle. */
  readonly handle: number;
  readonly #pointer: number;

  private constructor(library: WrappedPdfiumModule, handle: number, pointer: number) {
    this.library = library;
    this.handle = handle;
    this.#pointer = pointer;
  }

  /** Null when PDFium cannot open it. PDFium itself is loaded with the first document of a process. */
  static async open(bytes: Buffer, password: string | undefined): Promise<PdfiumDocument | null> {
    pdfium ??= loadPdfium();
    const library = await pdfium;
    const { malloc, free } = library.pdfium.wasmExports;
    const pointer = malloc(bytes.length);
    heapOf(library).set(bytes, pointer);
    const handle = library.FPDF_LoadMemDocument(pointer, bytes.length, password ?? '');
    if (handle) return new PdfiumDocument(library, handle, pointer);
    free(pointer);
    return null;
  }

  /** In points; null when there is no such page. `page` begins at 1. */
  pageSize(page: number): { width: number; height: number } | null {
    const { library, handle } = this;
    const pageHandle = library.FPDF_LoadPage(handle, page - 1);
    if (!pageHandle) return null;
    const size = { width: library.FPDF_GetPageWidthF(pageHandle), height: library.FPDF_GetPageHeightF(pageHandle) };
    library.FPDF_ClosePage(pageHandle);
    return size;
  }

  close(): void {
    this.library.FPDF_CloseDocument(this.handle);
    this.library.pdfium.wasmExports.free(this.#pointer);
  }

  /** Text from a call that first tells its size in bytes and then fills a buffer with UTF-16. */
  wideText(fill: (buffer: number, size: number) => number): string | null {
    const size = fill(0, 0);
    if (size <= 2) return null;
    return this.withMemory(size, (buffer) => {
      fill(buffer, size);
      const text = this.library.pdfium.UTF16ToString(buffer).replace(/\s+/g, ' ').trim();
      return text === '' ? null : text;
    });
  }

  /** Bytes of the module's memory as they are now. */
  copyOf(pointer: number, length: number): Buffer {
    return Buffer.from(heapOf(this.library).subarray(pointer, pointer + length));
  }

  /** Lends memory of the module for one call. */
  withMemory<Result>(size: number, use: (pointer: number) => Result): Result {
    const { malloc, free } = this.library.pdfium.wasmExports;
    const pointer = malloc(size);
    try {
      return use(pointer);
    } finally {
      free(pointer);
    }
  }
}

async function loadPdfium(): Promise<WrappedPdfiumModule> {
  const file = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const wasmBinary = new Uint8Array(file).buffer;
  const library = await init({ wasmBinary });
  library.PDFiumExt_Init();
  return library;
}

/** The memory of the module; it moves when it grows, so it is asked for each time. */
function heapOf({ pdfium: module }: WrappedPdfiumModule): Uint8Array {
  if ('HEAPU8' in module && module.HEAPU8 instanceof Uint8Array) return module.HEAPU8;
  throw new Error('the PDFium module has no heap');
}
