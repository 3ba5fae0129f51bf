import { LiteParse, type ParsedPage, type TextItem } from '@llamaindex/liteparse';
import { DocumentError } from '../document-error.ts';
import type { PdfPageImage } from './pdf-engine.ts';
import type { RawPage, Rule, TextRun } from './raw-page.ts';

const batchPages = 10;
/** Thinner than this, in points, a filled rectangle is a line. */
const ruleThickness = 3;

const quiet = { ocrEnabled: false, imageMode: 'off', quiet: true } as const;

/**
 * What the pages draw, some pages at a time. LiteParse works in a thread of its own, so that a caller who asks for the
 * next batch early has it read while it uses the last one. A page that LiteParse cannot read is empty rather than fatal.
 */
export async function* readPages(
  bytes: Buffer,
  options: { password: string | undefined; maxPages: number },
): AsyncGenerator<{ pageCount: number; pages: RawPage[] }> {
  const settings = {
    ...quiet,
    outputFormat: 'json',
    maxPages: options.maxPages,
    preserveVerySmallText: true,
    continueOnPageError: true,
    extractVectorGraphics: true,
    extractContentBounds: true,
    extractAnnotations: true,
    includeComplexity: true,
    ...(options.password !== undefined && { password: options.password }),
  } as const;
  const parser = new LiteParse(settings);
  try {
    for await (const batch of parser.parseBatches(bytes, { batchSize: batchPages })) {
      const parsed = new Map(batch.result.pages.map((page) => [page.pageNum, page]));
      const pages: RawPage[] = [];
      for (let number = batch.startPage; number <= batch.endPage; number++) {
        pages.push(toRawPage(number, parsed.get(number)));
      }
      const framed = pages.filter(mayHaveFrame);
      if (framed.length > 0) {
        const targetPages = framed.map(({ number }) => number).join();
        const exact = await new LiteParse({ ...settings, targetPages, emitWordBoxes: true }).parse(bytes);
        for (const { pageNum, textItems } of exact.pages) {
          const page = framed.find(({ number }) => number === pageNum);
          if (page) page.runs = toRuns(textItems);
        }
      }
      yield { pageCount: batch.totalPages, pages };
    }
  } catch (error) {
    throw toDocumentError(error, options.password !== undefined);
  }
}

/** Draws a page with the fonts of the system. Opens the document for it. */
export async function screenshotPage(
  bytes: Buffer,
  task: { page: number; dpi: number; password: string | undefined },
): Promise<PdfPageImage> {
  const password = task.password === undefined ? {} : { password: task.password };
  try {
    const [shot] = await new LiteParse({ ...quiet, ...password, dpi: task.dpi }).screenshot(bytes, [task.page]);
    if (!shot) throw noSuchPage(task.page);
    const { imageBuffer: png, width, height, isSolidFill: isBlank } = shot;
    return { png, width, height, dpi: task.dpi, isBlank };
  } catch (error) {
    throw toDocumentError(error, task.password !== undefined);
  }
}

/** The size of a page in points, from a document that only LiteParse opens. */
export async function pageSize(
  bytes: Buffer,
  { page, password }: { page: number; password: string | undefined },
): Promise<{ width: number; height: number }> {
  const options = { ...quiet, ...(password !== undefined && { password }) };
  try {
    const sized = await new LiteParse({ ...options, outputFormat: 'json', targetPages: String(page) }).parse(bytes);
    const found = sized.pages[0];
    if (!found) throw noSuchPage(page);
    return { width: found.width, height: found.height };
  } catch (error) {
    throw toDocumentError(error, password !== undefined);
  }
}

export function noSuchPage(page: number): DocumentError {
  return new DocumentError('invalid_pdf', `The PDF has no page ${page}, or it cannot be drawn.`);
}

function toDocumentError(error: unknown, hadPassword: boolean): DocumentError {
  if (error instanceof DocumentError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (/password|encrypt|security/i.test(reason)) {
    const words = hadPassword
      ? 'The password does not open this PDF.'
      : 'The PDF is protected by a password. Send it with `password`, or upload it without protection.';
    return new DocumentError('pdf_password_required', words);
  }
  return new DocumentError(
    'invalid_pdf',
    'The PDF is broken or no PDF at all. Print it to PDF again and upload the new file.',
  );
}

function toRawPage(number: number, page: ParsedPage | undefined): RawPage {
  if (!page) {
    return {
      number,
      width: 612,
      height: 792,
      runs: [],
      textLength: 0,
      rules: [],
      fills: [],
      links: [],
      hasFullPageImage: false,
      imageCoverage: 0,
      isGarbled: false,
      isBlank: false,
    };
  }
  const { complexity, vectorGraphics } = page;
  const rules: Rule[] = [];
  const fills: RawPage['fills'] = [];
  for (const { x1, y1, x2, y2 } of vectorGraphics?.lines ?? []) {
    rules.push({ x1: Math.min(x1, x2), y1: Math.min(y1, y2), x2: Math.max(x1, x2), y2: Math.max(y1, y2) });
  }
  for (const { bbox, fill, hasCurve } of vectorGraphics?.shapes ?? []) {
    if (fill && !hasCurve && bbox.width > ruleThickness && bbox.height > ruleThickness) fills.push(bbox);
  }
  return {
    number,
    width: page.width,
    height: page.height,
    textLength: complexity?.textLength ?? 0,
    runs: toRuns(page.textItems),
    rules,
    fills,
    links: (page.annotations ?? []).flatMap(({ uri, rect }) => (uri && rect ? [{ box: rect, address: uri }] : [])),
    hasFullPageImage: complexity?.fullPageImage ?? false,
    imageCoverage: complexity?.imageCoverage ?? 0,
    isGarbled: complexity?.isGarbled ?? false,
    isBlank: page.contentBounds === undefined,
  };
}

/** So far apart the ends of two lines may be that frame a table. */
const sameEnd = 6;

/**
 * Whether two lines across the page begin and end alike: between them a table may stand, whose columns are told by gaps as narrow as between
 * words. Only there are the boxes of words worth reading the page again.
 */
function mayHaveFrame({ rules }: RawPage): boolean {
  const across = rules
    .filter(({ x1, y1, x2, y2 }) => x2 - x1 > y2 - y1 && x2 - x1 > 72)
    .sort((a, b) => a.x1 - b.x1 || a.x2 - b.x2);
  return across.some((rule, i) => {
    const next = across[i + 1];
    return (
      next !== undefined &&
      Math.abs(rule.x1 - next.x1) < sameEnd &&
      Math.abs(rule.x2 - next.x2) < sameEnd &&
      Math.abs(rule.y1 - next.y1) > sameEnd
    );
  });
}

const toRuns = (items: TextItem[]): TextRun[] => items.map(toRun).filter((run) => run.text.trim() !== '');

function toRun(item: TextItem): TextRun {
  const { text, x, y, width, height, fontName = '', fontSize = 0, rotation = 0, words = [] } = item;
  // Some producers scale a font of size 1 by the text matrix; letters are then a little less high than the size.
  const size = fontSize > height * 0.4 && fontSize < height * 2.5 ? fontSize : height;
  return {
    text,
    x,
    y,
    width,
    height,
    fontSize: size,
    isBold: isBoldFont(fontName),
    isItalic: italicName.test(fontName),
    isMonospaced: monospacedName.test(fontName),
    font: fontName.replace(subsetName, ''),
    ...(words.length > 0 && { words }),
    rotation,
  };
}

/** Words for bold letters, the names that TeX gives them (CMBX10), and the endings that foundries use. */
const boldName = /bold|black|heavy|demi|[a-z]bx\d|[-_,](?:bd|medi)(?![a-z]{2})|tb$/i;
const italicName = /italic|oblique/i;
/** What a writer puts before the name of a font of which it brings some letters. */
const subsetName = /^[A-Z]{6}\+/;
const monospacedName = /courier|mono|consol|typewriter|fixed/i;

/** Whether the name of a font says that its letters are bold. */
export const isBoldFont = (name: string): boolean => boldName.test(name);
