import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { line, makePdf } from '../../../../../engines/documents/test/make-pdf.ts';
import { LiteParsePdfEngine } from './liteparse-pdf-engine.ts';

const engine = new LiteParsePdfEngine({ processes: 1 });
afterAll(() => engine.close());

const chapters = makePdf({
  title: 'Tide tables',
  pages: [1, 2, 3].map((page) => ({ content: line(`Chapter ${page} speaks of water.`, 72, 700) })),
  outline: [
    { title: 'Low water', page: 1 },
    { title: 'High water', page: 3 },
  ],
});

describe('LiteParsePdfEngine', () => {
  test('reads text, title and bookmarks', async () => {
    const document = await engine.read({ bytes: chapters });
    expect(document).toMatchObject({ pageCount: 3, title: 'Tide tables' });
    expect(document.outline).toEqual([
      { title: 'Low water', level: 1, page: 1 },
      { title: 'High water', level: 1, page: 3 },
    ]);
    expect(document.pages.map((page) => page.markdown)).toEqual(
      [1, 2, 3].map((page) => `Chapter ${page} speaks of water.`),
    );
    expect(document.pages.every((page) => page.hasSoundText)).toBe(true);
  });

  test('obeys maxPages and reads from a path', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
    try {
      const path = join(folder, 'a.pdf');
      await writeFile(path, chapters);
      const document = await engine.read({ path }, { maxPages: 1 });
      expect(document.pageCount).toBe(3);
      expect(document.pages).toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('asks for a password and opens with it', async () => {
    const locked = makePdf({ pages: [{ content: line('Secret words', 72, 700) }], password: 'sesame' });
    await expect(engine.read({ bytes: locked })).rejects.toMatchObject({ code: 'pdf_password_required', status: 400 });
    await expect(engine.read({ bytes: locked }, { password: 'wrong' })).rejects.toMatchObject({
      code: 'pdf_password_required',
      message: expect.stringContaining('does not open'),
    });
    const document = await engine.read({ bytes: locked }, { password: 'sesame' });
    expect(document.pages[0]?.markdown).toBe('Secret words');
  });

  test.each([
    ['no PDF', Buffer.from('%PDF-1.4 and nothing else')],
    ['cut off', chapters.subarray(0, 60)],
    ['noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 0x5b)])],
  ])('refuses a broken one: %s', async (_, bytes) => {
    await expect(engine.read({ bytes })).rejects.toMatchObject({
      code: 'invalid_pdf',
      message: expect.stringContaining('broken'),
    });
  });

  test('tells empty pages from pages that need OCR', async () => {
    const pixels = 'q 612 0 0 792 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x00\xff\xff\x00 EI Q';
    const { pages } = await engine.read({ bytes: makePdf({ pages: [{ content: '' }, { content: pixels }] }) });
    expect(pages[0]).toMatchObject({ markdown: '', hasSoundText: true, isBlank: true });
    expect(pages[1]).toMatchObject({ markdown: '', hasSoundText: false, reasons: ['no-text'], isBlank: false });
  });

  test('draws a page, however large', async () => {
    const image = await engine.render({ bytes: chapters }, { page: 2, dpi: 72 });
    expect(image).toMatchObject({ width: 612, height: 792, dpi: 72, isBlank: false });
    const huge = makePdf({ pages: [{ content: line('x', 10, 10), width: 14_000, height: 14_000 }] });
    const drawn = await engine.render({ bytes: huge }, { page: 1, dpi: 300 });
    expect(drawn.width * drawn.height).toBeLessThan(40_000_000);
    await expect(engine.render({ bytes: chapters }, { page: 9, dpi: 72 })).rejects.toMatchObject({
      code: 'invalid_pdf',
    });
  });

  test('ends at its limit of time, and when the caller leaves', async () => {
    // So long that a busy event loop, too, hears of the time before the answer.
    const pages = Array.from({ length: 400 }, (_, page) => ({ content: line(`Page ${page} of many.`, 72, 700) }));
    await expect(engine.read({ bytes: makePdf({ pages }) }, { timeoutMs: 1 })).rejects.toMatchObject({
      code: 'file_timeout',
    });
    const leaving = new AbortController();
    const reading = engine.read({ bytes: chapters }, { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
    expect((await engine.read({ bytes: chapters })).pageCount).toBe(3);
  });
});
