import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/database.ts';
import { addWorkspace } from '../../../../test/integration-parts.ts';
import { decodePage } from './charset.ts';
import { extractPage } from './extract-page.ts';
import { PageRepository } from './page-repository.ts';
import type { StoredPage } from './stored-page.ts';

describe('charsets', () => {
  const text = 'Grüße aus Łódź, señor – “quoted”';
  test.each([
    ['a byte order mark goes before the header', Buffer.from(`\ufeff${text}`), 'text/html; charset=iso-8859-1'],
    ['the header', iconv.encode(text, 'windows-1250').subarray(0), 'text/html; charset=windows-1250'],
    ['UTF-16 with a mark', iconv.encode(text, 'utf-16le', { addBOM: true }), 'text/html'],
    ['the declaration', Buffer.from(`<meta charset="utf-8">${text}`), ''],
    ['nothing said, valid UTF-8', Buffer.from(text), ''],
    ['declared latin1 but UTF-8', Buffer.from(text), 'text/html; charset=iso-8859-1'],
  ])('%s', (_name, bytes, header) => {
    const expected = header.includes('1250') ? iconv.decode(bytes, 'windows-1250') : text;
    expect(decodePage(bytes, header).text).toContain(expected);
  });

  test('latin1 means windows-1252, and a false UTF-8 is not believed', () => {
    const bytes = iconv.encode('“naïve” – 5 €', 'windows-1252');
    expect(decodePage(bytes, 'text/html; charset=latin1').text).toBe('“naïve” – 5 €');
    expect(decodePage(bytes, 'text/html; charset=utf-8').text).not.toContain('\ufffd');
  });

  test('shift_jis and euc-kr by their declarations', () => {
    const page = (name: string, body: string) =>
      iconv.encode(`<meta http-equiv="content-type" content="text/html; charset=${name}">${body}`, name);
    expect(decodePage(page('shift_jis', '潮力発電所'), 'text/html').text).toContain('潮力発電所');
    expect(decodePage(page('euc-kr', '조력 발전소'), 'text/html').text).toContain('조력 발전소');
  });
});

describe('main text', () => {
  const sentence = (n: number) =>
    `Paragraph ${n} tells at some length how the station number ${n} was built, run and repaired over the years.`;
  const page = (
    inner: string,
  ) => `<html lang="en-GB"><head><title>Works | Site</title><meta property="og:title" content="Works">
    <meta name="author" content="A. Writer"><meta property="article:published_time" content="2026-01-05T10:00:00Z"></head>
    <body><nav><a href="/a">Menu</a></nav>${inner}<footer>Copyright 2026. All rights reserved.</footer></body></html>`;

  test('holds the article and nothing around it', () => {
    const body = [1, 2, 3, 4].map((n) => `<p>${sentence(n)}</p>`).join('');
    const extracted = extractPage(
      page(
        `<article><h1>Works</h1><p>By A. Writer</p>${body}<h3>Related articles</h3><ul><li><a href="/x">Teaser about other works</a></li></ul></article>`,
      ),
      'https://a.example/works',
    );
    expect(extracted.text).toBe([1, 2, 3, 4].map(sentence).join('\n\n'));
    expect(extracted).toMatchObject({
      title: 'Works',
      author: 'A. Writer',
      publishedDate: '2026-01-05T10:00:00.000Z',
      language: 'en-GB',
      isMainText: true,
    });
    expect(extracted.links).toContainEqual({ url: 'https://a.example/x', text: 'Teaser about other works' });
  });

  test.each([
    ['no tag of a body', '<!doctype html><html lang="en"><title>Anholm</title>', '</html>'],
    ['a head and no tag of a body', '<html><head><title>Anholm</title></head>', ''],
    ['no tag but those of text', '<title>Anholm</title>', ''],
  ])('reads a page with %s', (_name, before, after) => {
    const said = 'The lighthouse of Anholm was built in 1781 and stands seventeen metres above the sea.';
    const { text, title } = extractPage(`${before}<p>${said}</p>${after}`, 'https://a.example/');
    expect([title, text]).toEqual(['Anholm', said]);
  });

  test('holds no text that visitors do not see', () => {
    const hidden = [
      'style="display: none"',
      'hidden',
      'aria-hidden="true"',
      'style="font-size:0px"',
      'style="position:absolute;left:-9999px"',
      'style="opacity:0"',
    ];
    const traps = hidden.map((attribute) => `<p ${attribute}>SECRET ${sentence(9)}</p>`).join('');
    const body = [1, 2, 3, 4].map((n) => `<p>${sentence(n)}</p>`).join(traps);
    expect(extractPage(page(`<article>${body}</article>`), 'https://a.example/').text).not.toContain('SECRET');
  });

  test('of a page without an article is everything but navigation', () => {
    const cells = Array.from({ length: 30 }, (_, n) => `<tr><td>Station ${n}</td><td>${n} MW</td></tr>`).join('');
    const extracted = extractPage(page(`<table>${cells}</table>`), 'https://a.example/');
    expect(extracted.text).toContain('Station 29');
    expect(extracted.text).not.toContain('Menu');
  });

  test('survives what is no document', () => {
    for (const html of ['', '<', 'plain words', '<p>unclosed', '<html>', '<frameset>']) {
      expect(() => extractPage(html, 'https://a.example/')).not.toThrow();
    }
    expect(extractPage('plain words', 'https://a.example/').text).toBe('plain words');
  });
});

onBothDatabases('stored pages', (open) => {
  const stored: StoredPage = {
    url: 'https://a.example/',
    finalUrl: 'https://a.example/x',
    contentHash: 'a'.repeat(64),
    fetchedAt: 1_700_000_000_000,
    mediaType: 'text/html',
    title: 'T',
    text: 'Text',
    author: null,
    publishedDate: null,
    language: 'en',
    links: [{ url: 'https://a.example/y', text: 'y' }],
  };

  test('are found by address and hash, within their workspace and age', async () => {
    const database = await open();
    try {
      const pages = new PageRepository({ db: database.db });
      await addWorkspace(database.db, 'ws_1');
      await pages.save('ws_1', stored);
      await pages.save('ws_1', {
        ...stored,
        contentHash: 'b'.repeat(64),
        text: 'Later',
        fetchedAt: stored.fetchedAt + 5,
      });
      expect(await pages.findFetched('ws_1', stored.url, 0)).toMatchObject({ text: 'Later', links: stored.links });
      expect(await pages.findFetched('ws_1', stored.url, stored.fetchedAt + 6)).toBeNull();
      expect(await pages.findFetched('ws_2', stored.url, 0)).toBeNull();
      expect(await pages.findContent('ws_1', stored.contentHash)).toEqual({ title: 'T', text: 'Text' });
      expect(await pages.findContent('ws_2', stored.contentHash)).toBeNull();
      await pages.sweep(stored.fetchedAt + 1);
      expect(await pages.findContent('ws_1', stored.contentHash)).toBeNull();
      await pages.deleteWorkspace('ws_1');
      expect(await pages.findFetched('ws_1', stored.url, 0)).toBeNull();
      await pages.save('ws_gone', stored);
      expect(await pages.findContent('ws_gone', stored.contentHash)).toBeNull();
    } finally {
      await database.close();
    }
  });
});
