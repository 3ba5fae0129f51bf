import { LiteParse, type ParsedPage, type TextItem } from '@llamaindex/liteparse';
import type { PdfPageImage } from '../../ports/pdf-engine.ts';
import { PdfFailure } from './pdf-failure.ts';
import type { RawPage, Rule, TextRun } from './raw-page.ts';

const batchPages = 25;
/** Larger pages are drawn at fewer dots per inch. */
const maxPixels = 36_000_000;
/** Thinner than this, in points, a filled rectangle is a line. */
const ruleThickness = 3;

const quiet = { ocrEnabled: false, imageMode: 'off', quiet: true } as const;

/** What the pages draw. A page that LiteParse cannot read is empty rather than fatal. */
export async function readPages(
  bytes: Buffer,
  options: { password: string | undefined; maxPages: number },
): Promise<{ pageCount: number; pages: RawPage[] }> {
  const parser = new LiteParse({
    ...quiet,
    outputFormat: 'json',
    maxPages: options.maxPages,
    preserveVerySmallText: true,
    continueOnPageError: true,
    extractVectorGraphics: true,
    extractContentBounds: true,
    extractTextMetadata: true,
    extractAnnotations: true,
    includeComplexity: true,
    emitWordBoxes: true,
    ...(options.password !== undefined && { password: options.password }),
  });
  const pages: RawPage[] = [];
  let pageCount = 0;
  try {
    for await (const batch of parser.parseBatches(bytes, { batchSize: batchPages })) {
      pageCount = batch.totalPages;
      const parsed = new Map(batch.result.pages.map((page) => [page.pageNum, page]));
      for (let number = batch.startPage; number <= batch.endPage; number++)
        pages.push(toRawPage(number, parsed.get(number)));
    }
  } catch (error) {
    throw toPdfFailure(error, options.password !== undefined);
  }
  return { pageCount, pages };
}

export async function renderPage(
  bytes: Buffer,
  task: { page: number; dpi: number; password: string | undefined },
): Promise<PdfPageImage> {
  const password = task.password === undefined ? {} : { password: task.password };
  try {
    const sized = await new LiteParse({
      ...quiet,
      ...password,
      outputFormat: 'json',
      targetPages: String(task.page),
    }).parse(bytes);
    const page = sized.pages[0];
    if (!page) throw new PdfFailure('invalid_pdf', `The PDF has no page ${task.page}.`);
    const inches = (page.width / 72) * (page.height / 72);
    const dpi = Math.max(8, Math.min(task.dpi, Math.floor(Math.sqrt(maxPixels / inches))));
    const [shot] = await new LiteParse({ ...quiet, ...password, dpi }).screenshot(bytes, [task.page]);
    if (!shot) throw new PdfFailure('invalid_pdf', `Page ${task.page} of the PDF cannot be drawn.`);
    return { png: shot.imageBuffer, width: shot.width, height: shot.height, dpi, isBlank: shot.isSolidFill };
  } catch (error) {
    throw toPdfFailure(error, task.password !== undefined);
  }
}

function toPdfFailure(error: unknown, hadPassword: boolean): PdfFailure {
  if (error instanceof PdfFailure) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (/password|encrypt|security/i.test(reason)) {
    const words = hadPassword
      ? 'The password does not open this PDF.'
      : 'The PDF is protected by a password. Send it with `password`, or upload it without protection.';
    return new PdfFailure('pdf_password_required', words);
  }
  return new PdfFailure(
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
    runs: page.textItems.map(toRun).filter((run) => run.text.trim() !== ''),
    rules,
    fills,
    links: (page.annotations ?? []).flatMap(({ uri, rect }) => (uri && rect ? [{ box: rect, address: uri }] : [])),
    hasFullPageImage: complexity?.fullPageImage ?? false,
    imageCoverage: complexity?.imageCoverage ?? 0,
    isGarbled: complexity?.isGarbled ?? false,
    isBlank: page.contentBounds === undefined,
  };
}

function toRun(item: TextItem): TextRun {
  const name = item.fontName ?? '';
  return {
    text: item.text,
    x: item.x,
    y: item.y,
    width: item.width,
    height: item.height,
    words:
      item.words && item.words.length > 0
        ? item.words
        : [{ text: item.text.trim(), x: item.x, y: item.y, width: item.width, height: item.height }],
    fontSize: item.fontHeight ?? item.fontSize ?? item.height,
    isBold: (item.fontWeight ?? 400) >= 600 || /bold|black|heavy|semibold|demi/i.test(name),
    isItalic: /italic|oblique/i.test(name),
    rotation: item.rotation ?? 0,
  };
}
