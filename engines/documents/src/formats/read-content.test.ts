import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeCompound } from '../../test/make-compound.ts';
import { makeZip } from '../../test/make-zip.ts';
import { detectFormat } from './detect-format.ts';
import { extensionOf, readContent } from './read-content.ts';

async function read(filename: string, content: string | Buffer) {
  const bytes = Buffer.from(content);
  const format = await detectFormat(bytes, extensionOf(filename), '');
  if (format === 'pdf') throw new Error('a PDF is read elsewhere');
  return readContent(bytes, format, filename);
}

const word = (body: string) =>
  makeZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    'word/footer1.xml': '<w:ftr><w:p><w:r><w:t>Strictly confidential</w:t></w:r></w:p></w:ftr>',
  });
const paragraph = (text: string, style = '') =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`;

describe('what a file is', () => {
  test.each([
    ['table.csv', '<!doctype html><html><body><p>hi</p></body></html>', 'html'],
    ['notes.csv', 'a,b\n1,2\n', 'csv'],
    ['unnamed', 'a;b;c\n1;2;3\n4;5;6\n', 'csv'],
    ['unnamed', '{"a": 1}', 'json'],
    ['unnamed', 'Just a sentence, and another one.\nAnd a third line.', 'text'],
    ['unnamed', '<?xml version="1.0"?><a/>', 'xml'],
    ['unnamed', 'From: a@b.c\nSubject: hi\n\nbody', 'email'],
    ['a.pdf', '%PDF-1.4 broken', 'pdf'],
    ['a.pdf', '1 0 obj << >> endobj', 'pdf'],
    ['controller.ini', '; tanks\n[tank 2]\nsetpoint = 18.5; maximum = 20\n', 'text'],
    ['deploy.yaml', 'a: 1, 2\nb: 3, 4\nc: 5, 6\n', 'text'],
  ])('%s with %j', async (name, content, format) => {
    expect(await detectFormat(Buffer.from(content), extensionOf(name), '')).toBe(format);
  });

  test('goes by content: a PNG named .csv is a PNG', async () => {
    const png = await sharp({ create: { width: 4, height: 2, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    expect((await read('table.csv', png)).kind).toBe('image');
  });

  test.each([
    ['a.txt', '', 'file_empty', /0 bytes/],
    [
      'a.exe',
      Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
      'unsupported_file_type',
      /Supported are PDF/,
    ],
    ['a.docx', makeCompound({ EncryptedPackage: Buffer.from('sealed') }), 'file_failed', /password/],
    ['a.doc', makeCompound({ WordDocument: Buffer.from('no text') }), 'file_failed', /\.docx/],
    ['a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'file_failed', /broken/],
    ['a.png', Buffer.from([0, 1, 2, 3, 0, 0, 5, 6]), 'file_failed', /no \.png file/],
  ])('refuses %s in words', async (name, content, code, words) => {
    await expect(read(name, content)).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
  });
});

describe('documents', () => {
  test('Word: headings, tables and footers', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell('Item')}${cell('Price')}</w:tr><w:tr>${cell('Pen')}${cell('2.50')}</w:tr></w:tbl>`;
    const { text, outline, processingSummary } = await read(
      'a.docx',
      word(paragraph('Contract', 'Heading1') + paragraph('It begins &amp; ends.') + table),
    );
    expect(text).toContain('# Contract\n\nIt begins & ends.');
    expect(text).toMatch(/\| Item +\| Price +\|\n\| -+ \| -+ \|\n\| Pen +\| 2.50 +\|/);
    expect(text).toContain('Strictly confidential');
    expect(outline).toEqual([{ title: 'Contract', level: 1, page: null, offset: 0 }]);
    expect(processingSummary).toMatch(/^Word document, \d+ words$/);
  });

  test('PowerPoint: slides in order of showing, with notes', async () => {
    const shape = (text: string, type = 'body') =>
      `<p:sp><p:nvPr><p:ph type="${type}"/></p:nvPr><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`;
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;
    const { text, pages, pageStarts } = await read(
      'a.pptx',
      makeZip({
        '[Content_Types].xml': 'presentationml',
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r2"/><p:sldId id="2" r:id="r1"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels':
          relation('r1', 'slide', 'slides/slide1.xml') + relation('r2', 'slide', 'slides/slide2.xml'),
        'ppt/slides/slide1.xml': `<p:sld>${shape('Second', 'title')}${shape('A &lt; B')}</p:sld>`,
        'ppt/slides/slide2.xml': `<p:sld>${shape('First', 'title')}</p:sld>`,
        'ppt/slides/_rels/slide1.xml.rels': relation('n', 'notesSlide', '../notesSlides/n1.xml'),
        'ppt/notesSlides/n1.xml': `<p:notes>${shape('say hello')}</p:notes>`,
      }),
    );
    expect(text).toBe('## First\n\n## Second\n\nA < B\n\nNotes: say hello');
    expect(pages).toBe(2);
    expect(pageStarts).toEqual([0, 10]);
  });

  test('EPUB: chapters in reading order', async () => {
    const { text, metadata } = await read(
      'a.epub',
      makeZip({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
        'OPS/book.opf':
          '<package><dc:title>Tides</dc:title><item id="b" href="b.xhtml"/><item id="a" href="text/a%20b.xhtml"/><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
        'OPS/text/a b.xhtml': '<html><body><h1>One</h1><p>Low water.</p></body></html>',
        'OPS/b.xhtml': '<html><body><h1>Two</h1></body></html>',
      }),
    );
    expect(text).toBe('# One\n\nLow water.\n\n# Two');
    expect(metadata).toMatchObject({ title: 'Tides', chapter_count: 2 });
  });

  test('mail: head, body, names of attachments', async () => {
    const mail =
      'From: Ann <ann@example.org>\r\nTo: bob@example.org\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nContent-Type: text/plain\r\n\r\nSee you soon.\r\n';
    const { text, metadata } = await read('a.eml', mail);
    expect(text).toContain('# Grüße');
    expect(text).toContain('**From:** Ann <ann@example.org>');
    expect(text).toContain('See you soon.');
    expect(metadata).toMatchObject({ subject: 'Grüße', from: 'Ann <ann@example.org>', attachments: [] });
  });

  test('HTML: text and tables without scripts', async () => {
    const { text, metadata } = await read(
      'a.html',
      '<html><head><title>A &amp; B</title></head><body><h2>Prices</h2><script>bad()</script><table><tr><th>a</th></tr><tr><td>1</td></tr></table></body></html>',
    );
    expect(text).toMatch(/^## Prices\n\n\| a +\|\n/);
    expect(text).not.toContain('bad');
    expect(metadata.title).toBe('A & B');
  });

  test('XML: nothing is expanded', async () => {
    const bomb =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]><a>&c;&x;</a>';
    const { text, metadata } = await read('a.xml', bomb);
    expect(text).toBe(bomb);
    expect(metadata.root_element).toBe('a');
  });

  test('Markdown: outline without what stands in code', async () => {
    const { outline, metadata, processingSummary } = await read(
      'a.md',
      '# One\n\n```\n# no heading\n```\n\n## Two **bold**\n\nThe weather is nice today in the whole country.\n',
    );
    expect(outline?.map(({ title, level }) => [title, level])).toEqual([
      ['One', 1],
      ['Two bold', 2],
    ]);
    expect(metadata).toMatchObject({ line_count: 9, language: 'en' });
    expect(processingSummary).toBe('Markdown document, 14 words');
  });
});

describe('images', () => {
  test('size, colours, orientation', async () => {
    const half = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer();
    const image = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#ffffff' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { metadata, processingSummary } = await read('a.jpg', image);
    expect(processingSummary).toBe('JPEG image, 80x120 pixels');
    expect(metadata).toMatchObject({
      width: 80,
      height: 120,
      format: 'JPEG',
      mode: 'RGB',
      frames: 1,
      analysis: { is_blank: false, orientation: 'portrait' },
    });
    expect(metadata.analysis).toMatchObject({
      dominant_colors: [{ share: expect.closeTo(0.5, 1) }, { share: expect.closeTo(0.5, 1) }],
    });
  });

  test('a blank one is said to be blank', async () => {
    const blank = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#fefefe' } })
      .png()
      .toBuffer();
    expect((await read('a.png', blank)).metadata).toMatchObject({ analysis: { is_blank: true } });
  });

  test('a broken one is refused', async () => {
    const whole = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#123456' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    await expect(read('a.png', whole.subarray(0, 5000))).rejects.toMatchObject({ code: 'invalid_image' });
  });
});

test('tells a page behind many comments, and a text of comments that none follows, at once', {
  timeout: 5000,
}, async () => {
  const comments = '<!-- a -->\n'.repeat(34);
  expect(
    await detectFormat(Buffer.from(`<?xml version="1.0"?>${comments}<html><body>x</body></html>`), 'txt', ''),
  ).toBe('text');
  expect(await detectFormat(Buffer.from(`${comments}<!doctype html><p>x`), '', '')).toBe('html');
  expect(await detectFormat(Buffer.from(`${'<!---->'.repeat(140)}x`), '', '')).not.toBe('html');
});
