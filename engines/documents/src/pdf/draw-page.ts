import sharp from 'sharp';
import type { PdfPageImage } from './pdf-engine.ts';
import type { PdfiumDocument } from './pdfium-document.ts';

/** Larger pages are drawn at fewer dots per inch. */
const maxPixels = 36_000_000;
/** PDFium's names: three bytes a pixel, red first, with what is annotated. */
const bytesPerPixel = 3;
const bitmapOfThreeBytes = 2;
const drawing = { annotations: 0x01, redFirst: 0x10 };
const white = 0xffffffff;
const objectKinds = { text: 1, form: 5 };
/** Objects of a page that are looked at for fonts; a page that draws more is drawn with the fonts of the system. */
const maxObjects = 5000;
const maxFormDepth = 4;

/** Dots per inch at which a page of this size (in points) stays within what can be drawn. */
export function drawableDpi(size: { width: number; height: number }, wanted: number): number {
  const inches = (size.width / 72) * (size.height / 72);
  return Math.max(8, Math.min(wanted, Math.floor(Math.sqrt(maxPixels / inches))));
}

/**
 * Draws one page of an open document; `page` begins at 1. Null when the document has no such page, or when the page needs
 * fonts of the system, which PDFium as WebAssembly cannot reach.
 */
export async function drawPage(
  document: PdfiumDocument,
  { page, dpi: wanted }: { page: number; dpi: number },
): Promise<PdfPageImage | null> {
  const { library, handle } = document;
  const pageHandle = library.FPDF_LoadPage(handle, page - 1);
  if (!pageHandle) return null;
  try {
    if (needsSystemFonts(document, pageHandle)) return null;
    const size = { width: library.FPDF_GetPageWidthF(pageHandle), height: library.FPDF_GetPageHeightF(pageHandle) };
    const dpi = drawableDpi(size, wanted);
    const width = Math.max(1, Math.round((size.width / 72) * dpi));
    const height = Math.max(1, Math.round((size.height / 72) * dpi));
    const pixels = pixelsOf(document, pageHandle, width, height);
    const look = lookAt(pixels);
    const drawn = sharp(pixels, { raw: { width, height, channels: bytesPerPixel } });
    const png = await (look.isGray ? drawn.toColourspace('b-w') : drawn).png({ compressionLevel: 1 }).toBuffer();
    return { png, width, height, dpi, isBlank: look.isBlank };
  } finally {
    library.FPDF_ClosePage(pageHandle);
  }
}

function pixelsOf(document: PdfiumDocument, page: number, width: number, height: number): Buffer {
  const { library } = document;
  const stride = width * bytesPerPixel;
  return document.withMemory(stride * height, (memory) => {
    const bitmap = library.FPDFBitmap_CreateEx(width, height, bitmapOfThreeBytes, memory, stride);
    try {
      library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
      const flags = drawing.annotations | drawing.redFirst;
      library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
      return document.copyOf(memory, stride * height);
    } finally {
      library.FPDFBitmap_Destroy(bitmap);
    }
  });
}

/** Whether all pixels are the same, and whether none has a colour. */
function lookAt(pixels: Buffer): { isBlank: boolean; isGray: boolean } {
  const [red = 0, green = 0, blue = 0] = pixels;
  let isBlank = true;
  for (let at = 0; at < pixels.length; at += bytesPerPixel) {
    const one = pixels[at] ?? 0;
    const two = pixels[at + 1] ?? 0;
    const three = pixels[at + 2] ?? 0;
    if (one !== two || two !== three) {
      return { isGray: false, isBlank: isBlank && isUniform(pixels) };
    }
    if (isBlank && (one !== red || two !== green || three !== blue)) isBlank = false;
  }
  return { isBlank, isGray: true };
}

function isUniform(pixels: Buffer): boolean {
  for (let at = bytesPerPixel; at < pixels.length; at++) if (pixels[at] !== pixels[at - bytesPerPixel]) return false;
  return true;
}

function needsSystemFonts({ library }: PdfiumDocument, page: number): boolean {
  let seen = 0;
  const isEmbedded = new Map<number, boolean>();
  const lacksFont = (object: number): boolean => {
    const font = library.FPDFTextObj_GetFont(object);
    if (!font) return false;
    const known = isEmbedded.get(font) ?? library.FPDFFont_GetIsEmbedded(font) !== 0;
    isEmbedded.set(font, known);
    return !known;
  };
  const looks = (object: number, depth: number): boolean => {
    if (++seen > maxObjects) return true;
    const kind = library.FPDFPageObj_GetType(object);
    if (kind === objectKinds.text) return lacksFont(object);
    if (kind !== objectKinds.form) return false;
    if (depth >= maxFormDepth) return true;
    const count = library.FPDFFormObj_CountObjects(object);
    for (let i = 0; i < count; i++) if (looks(library.FPDFFormObj_GetObject(object, i), depth + 1)) return true;
    return false;
  };
  const count = library.FPDFPage_CountObjects(page);
  for (let i = 0; i < count; i++) if (looks(library.FPDFPage_GetObject(page, i), 0)) return true;
  return false;
}
