import type { JsonObject, JsonValue } from '../json-value.ts';
import type { PdfDocument, PdfEngine, PdfPage } from '../pdf/pdf-engine.ts';
import { layoutOf, type PageRecognizer } from './page-recognizer.ts';
import type { OutlineEntry, PageText, ReadDocument, ReadRequest, TableEntry } from './read-document.ts';
import { joinPages, recognizePages } from './recognize-pages.ts';
import { markdownOutline } from './text-facts.ts';

const previewCharacters = 500;
/** Dots per inch at which pages are drawn for OCR, and at most, for small ones. */
const ocrDpi = { usual: 200, most: 400 };
/** Inches of the longer side below which a page is drawn finer: of a book or a card 200 dots leave letters of ten pixels. */
const smallPage = 8;
const extractionMethod = 'text_extraction';

/** A PDF: text layer first, OCR for the pages whose text layer is missing or unsound. */
export async function readPdf(
  request: ReadRequest,
  engine: PdfEngine,
  recognizer: PageRecognizer | null,
): Promise<ReadDocument> {
  const { source, password, maxPages, signal } = request;
  const document = await engine.read(source, { password, maxPages, signal, withAttachments: true });
  const { members, warnings: leftOut = [] } = document.attached ?? {};
  const warnings: string[] = [...leftOut];
  const texts = await pageTexts(document, request, { engine, recognizer, warnings });
  warnings.push(...lossWarnings(document.pages));
  const { text, pageStarts } = joinPages(texts);
  const more = document.pageCount - document.pages.length;
  if (more > 0) warnings.push(`The PDF has ${document.pageCount} pages; the first ${document.pages.length} were read.`);
  const outline = outlineOf(document, text, pageStarts);
  const tables = document.pages.flatMap((page) =>
    page.tables.map(({ rows, columns }): TableEntry => ({ page: page.number, rows, columns })),
  );
  const scannedPages = document.pages.filter((page) => !page.hasSoundText && !page.isBlank).map(({ number }) => number);
  const ocrMethod = texts.find(({ method }) => method !== extractionMethod)?.method;
  const pageCount = `${document.pageCount.toLocaleString('en-US')} page${document.pageCount === 1 ? '' : 's'}`;
  return {
    kind: 'pdf',
    mediaType: 'application/pdf',
    text,
    pageStarts,
    pages: document.pageCount,
    ...(scannedPages.length > 0 && { scannedPages }),
    metadata: {
      page_count: document.pageCount,
      text_length: text.length,
      extracted_text: text,
      text_preview: text.slice(0, previewCharacters),
      method: ocrMethod ?? extractionMethod,
      pages: texts.map((page, i) => pageFacts(page, i + 1)),
      title: document.title,
      author: document.author,
      outline: outline.map(({ title, level, page }) => ({ title, level, page })),
      tables: tables.map(({ page, rows, columns }): JsonValue => ({ page, rows, columns })),
    },
    processingSummary: `PDF with ${pageCount}, ${text.length.toLocaleString('en-US')} characters extracted${ocrMethod ? ' via OCR' : ''}`,
    outline,
    tables,
    sheets: [],
    warnings,
    ...(members && { members }),
  };
}

/** A page that loses more than this share of its letters, and more than so many, is named. */
const tolerated = { share: 0.03, letters: 20 };
const namedPages = 10;

/** The letters of each text layer against those of what was made of it. */
function lossWarnings(pages: PdfPage[]): string[] {
  const lossy = pages.filter(
    ({ hasSoundText, letters: { lost, all } }) =>
      hasSoundText && lost > tolerated.letters && lost > all * tolerated.share,
  );
  const warnings = lossy
    .slice(0, namedPages)
    .map(
      ({ number, letters }) =>
        `Page ${number}: ${letters.lost} of ${letters.all} letters of its text layer are missing.`,
    );
  if (lossy.length > namedPages) warnings.push(`So are letters of ${lossy.length - namedPages} more pages.`);
  return warnings;
}

interface ReadingTools {
  engine: PdfEngine;
  /** Null where there is no OCR. */
  recognizer: PageRecognizer | null;
  /** What readers of the text should know is added here. */
  warnings: string[];
}

async function pageTexts(
  document: PdfDocument,
  request: ReadRequest,
  { engine, recognizer, warnings }: ReadingTools,
): Promise<PageText[]> {
  const texts = document.pages.map((page): PageText => ({ markdown: page.markdown, method: extractionMethod }));
  const unsound = document.pages.filter((page) => !page.hasSoundText && !page.isBlank);
  if (unsound.length === 0) return texts;
  if (!recognizer) {
    warnings.push(
      `${unsound.length} page${unsound.length === 1 ? ' has' : 's have'} no readable text layer and OCR is not available.`,
    );
    return texts;
  }
  const byNumber = new Map(unsound.map((page) => [page.number, page]));
  const recognized = await engine.hold(request.source, (held) =>
    recognizePages(
      request,
      {
        numbers: [...byNumber.keys()],
        total: document.pages.length,
        atOnce: recognizer.pagesAtOnce ?? 1,
        recognize: async (number) => {
          const page = byNumber.get(number);
          return page ? recognizePage(page, { ...request, source: held }, { engine, recognizer }) : null;
        },
      },
      warnings,
    ),
  );
  for (const [number, text] of recognized) texts[number - 1] = text;
  return texts;
}

/** What OCR makes of a page, together with a text layer that holds more than OCR found. Null for a blank page. */
async function recognizePage(
  page: PdfPage,
  { source, password, signal }: Pick<ReadRequest, 'source' | 'password' | 'signal'>,
  { engine, recognizer }: { engine: PdfEngine; recognizer: PageRecognizer },
): Promise<PageText | null> {
  const image = await engine.render(source, { page: page.number, dpi: dpiOf(page), password, signal });
  if (image.isBlank) return null;
  const recognized = await recognizer.recognize(image.png, { signal });
  if (recognized.markdown.trim() === '') return null;
  const layer = page.reasons.includes('garbled') ? '' : missingLines(page.markdown, recognized.text);
  return {
    markdown: [recognized.markdown.trim(), layer].filter((part) => part !== '').join('\n\n'),
    method: recognizer.method,
    ...(recognized.confidence !== null && { confidence: recognized.confidence }),
    ...layoutOf(recognized),
  };
}

/** A small page gets as many pixels as one of 8 inches. */
function dpiOf({ width, height }: PdfPage): number {
  const inches = Math.max(width, height, 1) / 72;
  return Math.min(ocrDpi.most, Math.round(ocrDpi.usual * Math.max(1, smallPage / inches)));
}

/** Lines of the text layer (a stamp, a page number) that OCR did not see. */
function missingLines(markdown: string, recognized: string): string {
  const squeeze = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const seen = squeeze(recognized);
  const lines = markdown.split('\n').filter((line) => squeeze(line) !== '' && !seen.includes(squeeze(line)));
  return lines.join('\n').trim();
}

function pageFacts({ markdown, method, confidence }: PageText, page: number): JsonObject {
  return { page, method, characters: markdown.length, ...(confidence !== undefined && { confidence }) };
}

/** The bookmarks, placed where their title stands on the page; without bookmarks the headings. */
function outlineOf(document: PdfDocument, text: string, pageStarts: number[]): OutlineEntry[] {
  const pageOf = (offset: number) => Math.max(1, pageStarts.findLastIndex((start) => start <= offset) + 1);
  if (document.outline.length === 0) return markdownOutline(text, pageOf);
  return document.outline.map(({ title, level, page }) => {
    const from = pageStarts[(page ?? 1) - 1] ?? 0;
    const found = text.indexOf(title, from);
    const end = pageStarts[page ?? 1] ?? text.length;
    return { title, level, page, offset: found >= 0 && found < end ? found : from };
  });
}
