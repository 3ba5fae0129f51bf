import type { PageMemory, PageRecognizer, PageText, PdfDocument, PdfEngine, PdfPage } from '@parley/documents';
import { readPdf } from '@parley/documents';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDocx, paragraph, picture } from '../../../../../engines/documents/test/make-docx.ts';
import { AppError } from '../../lib/app-error.ts';
import { DocumentReader } from './document-reader.ts';

const page = (number: number, parts: Partial<PdfPage> = {}): PdfPage => ({
  number,
  width: 612,
  height: 792,
  markdown: '',
  hasSoundText: true,
  reasons: [],
  isBlank: false,
  letters: { all: 0, lost: 0 },
  tables: [],
  ...parts,
});

/** An engine that knows one document; what is drawn of page n is the text `page n`. */
function engineOf(document: Partial<PdfDocument>): PdfEngine {
  return {
    read: async () => ({
      pageCount: document.pages?.length ?? 0,
      title: null,
      author: null,
      outline: [],
      pages: [],
      ...document,
    }),
    render: async (_, { page: number, dpi }) => ({
      png: Buffer.from(`page ${number}`),
      width: 10,
      height: 10,
      dpi,
      isBlank: false,
    }),
    hold: (source, use) => use(source),
    close: async () => {},
  };
}

const recognizer: PageRecognizer = {
  method: 'parley_document_ai',
  recognize: async (image) => {
    const seen = Buffer.from(image).toString().startsWith('page')
      ? `Read from ${Buffer.from(image)}`
      : 'Read from the picture';
    return { markdown: seen, text: seen, confidence: 0.9 };
  },
};

const reader = new DocumentReader({ pdf: engineOf({}), recognizer, processes: 1 });
afterAll(() => reader.close());

function readPages(document: Partial<PdfDocument>, ocr: PageRecognizer | null = recognizer) {
  return readPdf({ source: { bytes: Buffer.alloc(0) }, filename: 'a.pdf' }, engineOf(document), ocr);
}

describe('PDFs', () => {
  test('are joined page by page, with places for everything', async () => {
    const pages = [
      page(1, { markdown: '# One\n\nFirst text.' }),
      page(2, { isBlank: true }),
      page(3, { markdown: '## Two', tables: [{ rows: 3, columns: 2 }] }),
    ];
    const document = await readPages({ pages, title: 'Report', outline: [{ title: 'Two', level: 1, page: 3 }] });
    expect(document.text).toBe('# One\n\nFirst text.\n\n## Two');
    expect(document.pageStarts).toEqual([0, 18, 20]);
    expect(document.outline).toEqual([{ title: 'Two', level: 1, page: 3, offset: document.text.indexOf('Two') }]);
    expect(document.processingSummary).toBe('PDF with 3 pages, 26 characters extracted');
    expect(document.metadata).toMatchObject({
      page_count: 3,
      text_length: 26,
      extracted_text: document.text,
      text_preview: document.text,
      method: 'text_extraction',
      title: 'Report',
      tables: [{ page: 3, rows: 3, columns: 2 }],
    });
  });

  test('send pages without a sound text layer to OCR and keep what the layer says beyond it', async () => {
    const pages = [
      page(1, { markdown: 'Typed text.' }),
      page(2, { markdown: 'Stamp 77', hasSoundText: false, reasons: ['scanned'] }),
    ];
    const document = await readPages({ pages });
    expect(document.text).toBe('Typed text.\n\nRead from page 2\n\nStamp 77');
    expect(document.metadata).toMatchObject({
      method: 'parley_document_ai',
      pages: [
        { page: 1, method: 'text_extraction' },
        { page: 2, method: 'parley_document_ai', confidence: 0.9 },
      ],
    });
    expect(document.processingSummary).toMatch(/via OCR$/);
  });

  test('have small pages drawn finer for OCR, so that their letters have enough pixels', async () => {
    const scan = { hasSoundText: false, reasons: ['no-text'] };
    const pages = [
      page(1, scan),
      page(2, { ...scan, width: 300, height: 400 }),
      page(3, { ...scan, width: 180, height: 100 }),
    ];
    const engine = engineOf({ pages });
    const drawn: number[] = [];
    const render: PdfEngine['render'] = (source, options) => {
      drawn.push(options.dpi);
      return engine.render(source, options);
    };
    await readPdf({ source: { bytes: Buffer.alloc(0) }, filename: 'a.pdf' }, { ...engine, render }, recognizer);
    expect(drawn).toEqual([200, 288, 400]);
  });

  test('without OCR say so instead of failing', async () => {
    const document = await readPages({ pages: [page(1, { hasSoundText: false, reasons: ['no-text'] })] }, null);
    expect(document.text).toBe('');
    expect(document.warnings).toEqual(['1 page has no readable text layer and OCR is not available.']);
  });

  test('say what was left out beyond the limit of pages', async () => {
    const document = await readPages({ pages: [page(1, { markdown: 'a' })], pageCount: 4000 });
    expect(document.pages).toBe(4000);
    expect(document.warnings).toEqual(['The PDF has 4000 pages; the first 1 were read.']);
  });

  test('name the pages that lose letters of their text layer, but not those that OCR reads anew', async () => {
    const lossy = { letters: { all: 1000, lost: 41 } };
    const pages = [page(1, lossy), page(2), page(3, { ...lossy, hasSoundText: false, isBlank: true })];
    const { warnings } = await readPages({ pages }, null);
    expect(warnings).toEqual(['Page 1: 41 of 1000 letters of its text layer are missing.']);
  });

  test('one page that OCR cannot read does not lose the others', async () => {
    const failing: PageRecognizer = {
      method: 'm',
      recognize: async () => Promise.reject(new AppError('ocr_timeout', 'too long')),
    };
    const pages = [page(1, { markdown: 'Typed text.' }), page(2, { hasSoundText: false, reasons: ['no-text'] })];
    const document = await readPages({ pages }, failing);
    expect(document.text).toBe('Typed text.');
    expect(document.warnings).toEqual(['Page 2 could not be read by OCR: too long']);
  });
});

describe('long scans', () => {
  const scan = (count: number) =>
    Array.from({ length: count }, (_, i) => page(i + 1, { hasSoundText: false, reasons: ['no-text'] }));
  const request = { source: { bytes: Buffer.alloc(0) }, filename: 'a.pdf' };
  /** Counts its readings and how many go on at once. */
  const counting = (pagesAtOnce: number) => {
    const seen = { reads: 0, now: 0, most: 0 };
    const recognize: PageRecognizer['recognize'] = async (image) => {
      seen.reads++;
      seen.most = Math.max(seen.most, ++seen.now);
      await new Promise((resolve) => setImmediate(resolve));
      seen.now--;
      return { markdown: `Read from ${Buffer.from(image)}`, text: '', confidence: 0.9 };
    };
    return { seen, recognizer: { method: 'm', pagesAtOnce, recognize } };
  };

  test('are read over all OCR processes at once', async () => {
    const { seen, recognizer } = counting(4);
    await readPdf(request, engineOf({ pages: scan(12) }), recognizer);
    expect(seen).toEqual({ reads: 12, now: 0, most: 4 });
  });

  test('go on where they broke off', async () => {
    const kept = new Map<number, PageText>();
    const pageMemory: PageMemory = {
      recall: async (number) => kept.get(number) ?? null,
      keep: async (number, text) => {
        kept.set(number, text);
        if (kept.size === 3) throw new Error('killed');
      },
    };
    const { seen, recognizer } = counting(1);
    const read = () => readPdf({ ...request, pageMemory }, engineOf({ pages: scan(5) }), recognizer);
    await expect(read()).rejects.toThrow('killed');
    const document = await read();
    expect(document.text).toBe([1, 2, 3, 4, 5].map((number) => `Read from page ${number}`).join('\n\n'));
    expect(seen.reads).toBe(5);
  });

  test('whose time is up are what was read by then, which is said', async () => {
    const { seen, recognizer } = counting(1);
    const isTimeUp = () => seen.reads >= 2;
    const document = await readPdf({ ...request, isTimeUp }, engineOf({ pages: scan(5) }), recognizer);
    expect(document.text).toBe('Read from page 1\n\nRead from page 2');
    expect(document.warnings).toEqual([expect.stringMatching(/^3 pages from page 3 on were not read.*background/)]);
  });
});

describe('everything else', () => {
  test('PDFs are told by content and given to the PDF engine', async () => {
    const document = await reader.read({ source: { bytes: Buffer.from('%PDF-1.7 …') }, filename: 'a.txt' });
    expect(document).toMatchObject({ kind: 'pdf', mediaType: 'application/pdf', pages: 0 });
  });

  test('pictures get the text that OCR reads', async () => {
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#00ff00' } })
      .png()
      .toBuffer();
    const document = await reader.read({ source: { bytes: png }, filename: 'a.png' });
    expect(document).toMatchObject({
      kind: 'image',
      mediaType: 'image/png',
      text: 'Read from the picture',
      pages: null,
    });
    expect(document.metadata).toMatchObject({ width: 40, extracted_text: 'Read from the picture' });
  });

  test('pictures inside documents are read where they stand, and one that fails does not cost the others', async () => {
    const media = { 'a.png': Buffer.alloc(500, 1), 'b.png': Buffer.alloc(500, 2), 'c.png': Buffer.alloc(500, 3) };
    const body = paragraph('Before.') + picture('p0') + picture('p1') + paragraph('After.') + picture('p2');
    const bytes = makeDocx(body, media);
    const recognize: PageRecognizer['recognize'] = async (image) => {
      if (image[0] === 2) throw new AppError('invalid_image', 'The image is broken.');
      const markdown = image[0] === 1 ? 'Total 12.50' : '';
      return { markdown, text: markdown, confidence: 0.9 };
    };
    const seeing = new DocumentReader({ pdf: engineOf({}), recognizer: { method: 'ocr', recognize }, processes: 1 });
    const blind = new DocumentReader({ pdf: engineOf({}), recognizer: null, processes: 1 });
    const [read, unread] = await Promise.all(
      [seeing, blind].map((each) => each.read({ source: { bytes }, filename: 'a.docx' })),
    );
    await Promise.all([seeing.close(), blind.close()]);
    expect(read?.text.split(/\s*\n+\s*/)).toEqual(['Before.', 'Total 12.50', 'After.']);
    expect(read?.metadata).toMatchObject({ word_count: 5 });
    expect(read?.warnings).toEqual(['Picture 2 could not be read by OCR: The image is broken.']);
    expect(unread?.warnings).toEqual(['OCR is not available, so the text of pictures was not read.']);
  });

  test('pictures are read when OCR fails, which is said', async () => {
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0f0' } })
      .png()
      .toBuffer();
    const recognize = () => Promise.reject(new AppError('ocr_timeout', 'The page took too long to read.'));
    const failing = new DocumentReader({ pdf: engineOf({}), recognizer: { method: 'ocr', recognize }, processes: 1 });
    const document = await failing.read({ source: { bytes: png }, filename: 'a.png' });
    await failing.close();
    expect(document).toMatchObject({ kind: 'image', text: '', metadata: { width: 40 } });
    expect(document.warnings).toEqual(['The text could not be read by OCR: The page took too long to read.']);
  });

  test('tables are read and asked in worker processes', async () => {
    const document = await reader.read({ source: { bytes: Buffer.from('a,b\n1,x\n2,y\n') }, filename: 'a.csv' });
    expect(document.processingSummary).toBe('CSV with 2 columns (a, b), 2 rows');
    const answer = await reader.answer(document.sheets[0]!, { aggregates: [{ function: 'sum', column: 'a' }] });
    expect(answer.groups[0]?.values).toEqual([3]);
    await expect(
      reader.answer(document.sheets[0]!, { groupBy: ['c'], aggregates: [{ function: 'count' }] }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('failures carry a code and words for the user', async () => {
    const read = (filename: string, text: string) => reader.read({ source: { bytes: Buffer.from(text) }, filename });
    await expect(read('a.json', '{"a":')).rejects.toMatchObject({
      code: 'file_failed',
      message: expect.stringContaining('line 1, column 6'),
    });
    await expect(read('a.txt', '')).rejects.toMatchObject({ code: 'file_empty' });
    const slow = new DocumentReader({ pdf: engineOf({}), recognizer: null, processes: 1, timeoutMs: 1 });
    await expect(slow.read({ source: { bytes: Buffer.from('x') }, filename: 'a.txt' })).rejects.toMatchObject({
      code: 'file_timeout',
    });
    await slow.close();
  });
});
