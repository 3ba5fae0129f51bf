import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { heicPicture } from '../../test/heic-picture.ts';
import { makeBitmap, makeDoc, makeMsg } from '../../test/make-compound.ts';
import { makePpt } from '../../test/make-ppt.ts';
import { makeZip } from '../../test/make-zip.ts';
import { decodeImage } from '../ocr/page-pixels.ts';
import { detectFormat } from './detect-format.ts';
import { extensionOf, readContent } from './read-content.ts';

async function read(filename: string, bytes: Buffer) {
  const format = await detectFormat(bytes, extensionOf(filename), '');
  if (format === 'pdf') throw new Error('not here');
  return { format, ...(await readContent(bytes, format, filename)) };
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#204080' } });
const svg = (inside: string, size = 'width="120" height="60"') =>
  Buffer.from(`<?xml version="1.0"?><!-- drawn --><svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`);

describe('pictures of further kinds', () => {
  it.each([
    ['a.tiff', () => plain(60, 40).tiff().toBuffer(), 'TIFF', 'image/tiff'],
    ['a.avif', () => plain(60, 40).avif().toBuffer(), 'AVIF', 'image/avif'],
    ['a.bmp', async () => makeBitmap(60, 40, [32, 64, 128]), 'BMP', 'image/bmp'],
  ])('%s', async (name, draw, format, mediaType) => {
    const bytes = await draw();
    const content = await read(name, bytes);
    expect(content).toMatchObject({ kind: 'image', mediaType, metadata: { format, width: 60, height: 40 } });
    const { raster } = await decodeImage(bytes);
    expect([raster.width, raster.height]).toEqual([60, 40]);
    const middle = 3 * (20 * 60 + 30);
    for (const [i, value] of [32, 64, 128].entries()) {
      expect(Math.abs((raster.data[middle + i] ?? 0) - value)).toBeLessThan(12);
    }
  });

  it('a.heic', async () => {
    const content = await read('a.heic', heicPicture);
    expect(content.metadata).toMatchObject({ format: 'HEIC', width: 420, height: 120, analysis: { is_blank: false } });
    expect((await decodeImage(heicPicture)).raster.width).toBe(420);
  });

  it('a TIFF with its pages', async () => {
    const pages = await Promise.all(
      ['#fff', '#000', '#fff'].map((background) =>
        sharp({ create: { width: 50, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer();
    expect(await read('scan.tif', tiff)).toMatchObject({
      pages: 3,
      processingSummary: 'TIFF image with 3 pages, 50x30 pixels',
    });
    const means = await Promise.all([0, 1, 2].map(async (page) => (await decodeImage(tiff, page)).raster.data[0]));
    expect(means).toEqual([255, 0, 255]);
    await expect(decodeImage(tiff, 3)).rejects.toMatchObject({ code: 'invalid_image' });
  });

  it('SVG is drawn large enough to be read, from its own bytes alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svg-'));
    try {
      const secret = join(folder, 'secret.png');
      writeFileSync(
        secret,
        await sharp({ create: { width: 40, height: 40, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
      );
      const refer = (address: string) => `<image href="${address}" width="120" height="60"/>`;
      for (const address of [secret, pathToFileURL(secret).href, 'http://127.0.0.1:9/secret.png']) {
        const { raster } = await decodeImage(svg(refer(address)));
        expect(raster.data.every((value) => value === 255)).toBe(true);
      }
      const drawn = svg('<rect width="60" height="60" fill="#000"/>');
      expect(await read('a.svg', drawn)).toMatchObject({ mediaType: 'image/svg+xml', metadata: { format: 'SVG' } });
      const { raster } = await decodeImage(drawn);
      expect(raster.width).toBeGreaterThan(900);
      expect([raster.data[0], raster.data[(raster.width - 2) * 3]]).toEqual([0, 255]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('of hostile sizes are refused before they are decoded', async () => {
    const huge = makeBitmap(2, 2, [0, 0, 0]);
    huge.writeInt32LE(60_000, 18);
    huge.writeInt32LE(60_000, 22);
    await expect(read('a.bmp', huge)).rejects.toMatchObject({ code: 'image_too_large' });
    const wide = svg('<rect width="9" height="9"/>', 'width="900000" height="900000"');
    const refusal = await decodeImage(wide).then(
      ({ raster }) => raster.width * raster.height,
      (error) => error.code,
    );
    expect(refusal === 'image_too_large' || refusal === 'invalid_image' || Number(refusal) <= 9_000_000).toBe(true);
    const bomb = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY b${i} "${`&${i === 0 ? 'a' : `b${i - 1}`};`.repeat(20)}">`).join('')}]>`;
    await expect(
      decodeImage(
        Buffer.from(`${bomb}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&b8;</text></svg>`),
      ),
    ).rejects.toMatchObject({ code: 'invalid_image' });
  });
});

describe('documents of further kinds', () => {
  it('RTF: paragraphs, letters of code pages and Unicode, tables, nothing of the machinery', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator Writer}{\info{\title Hidden}}
\pard Gr\'fc\'dfe aus K\u246\'f6ln\par {\b bold} text{\pict 89504e47}\par
\trowd\intbl Name\cell Price\cell\row\trowd\intbl Tea\cell 4,20 \u8364 ?\cell\row\pard The end.\par}`;
    const { format, text, mediaType } = await read('a.rtf', Buffer.from(rtf, 'latin1'));
    expect([format, mediaType]).toEqual(['rtf', 'application/rtf']);
    expect(text).toBe('Grüße aus Köln\n\nbold text\n\n| Name | Price |\n|---|---|\n| Tea | 4,20 € |\n\nThe end.');
  });

  it('RTF that nests without end is refused', async () => {
    await expect(read('a.rtf', Buffer.from(`{\\rtf1${'{'.repeat(100_000)}`))).rejects.toMatchObject({
      code: 'file_failed',
    });
  });

  const office = (body: string) =>
    `<office:document-content><office:body>${body}</office:body></office:document-content>`;
  it('ODT: headings, lists, tables; deleted text and remarks stay out', async () => {
    const content = office(`<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
      <text:h text:outline-level="2">Tides &amp; moon</text:h><text:p>High<text:s text:c="2"/>water<text:line-break/>twice
      <text:span>a day</text:span>.<office:annotation><text:p>remark</text:p></office:annotation></text:p>
      <text:list><text:list-item><text:p>first</text:p></text:list-item><text:list-item><text:p>second</text:p></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>Port</text:p></table:table-cell><table:table-cell><text:p>Hour</text:p></table:table-cell></table:table-row>
      <table:table-row><table:table-cell><text:p>Dover</text:p></table:table-cell><table:table-cell><text:p>04:12</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table>`);
    const zip = makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content });
    const { text, metadata } = await read('a.odt', zip);
    expect(text).toBe(
      '## Tides & moon\n\nHigh  water\ntwice\n      a day.\n\n- first\n\n- second\n\n| Port | Hour |\n|---|---|\n| Dover | 04:12 |',
    );
    expect(metadata.outline).toEqual([{ title: 'Tides & moon', level: 2, page: null }]);
  });

  it('ODP: a part for each slide', async () => {
    const content = office(
      '<draw:page><draw:frame><text:p>One</text:p></draw:frame></draw:page><draw:page><text:p>Two</text:p></draw:page>',
    );
    const zip = makeZip({ mimetype: 'application/vnd.oasis.opendocument.presentation', 'content.xml': content });
    const { text, pages, pageStarts } = await read('a.odp', zip);
    expect(text).toBe('## Slide 1\n\nOne\n\n## Slide 2\n\nTwo');
    expect([pages, pageStarts]).toEqual([2, [0, text.indexOf('## Slide 2')]]);
  });

  it('DOC: the text of its paragraphs', async () => {
    const { format, text } = await read('a.doc', makeDoc('The harbour of Łódź\rhas no water.\r'));
    expect([format, text]).toEqual(['doc', 'The harbour of Łódź\n\nhas no water.']);
  });
});

describe('files inside files', () => {
  const csv = Buffer.from('port,hour\nDover,4\n');

  it('are taken out of ZIP archives, without folders and what systems leave', async () => {
    const zip = makeZip({ 'data/': '', 'data/ports.csv': csv, '__MACOSX/data/._ports.csv': 'x', 'note.txt': 'hello' });
    const { format, text, members, processingSummary } = await read('a.zip', zip);
    expect(format).toBe('zip');
    expect(processingSummary).toBe('ZIP archive with 2 files');
    expect(text).toBe('- data/ports.csv\n- note.txt');
    expect(members?.map(({ filename, bytes }) => [filename, Buffer.from(bytes).toString()])).toEqual([
      ['ports.csv', csv.toString()],
      ['note.txt', 'hello'],
    ]);
  });

  it('are taken out of mail, as EML and as MSG', async () => {
    const eml = `From: ann@example.org\r\nSubject: Tides\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nSee the table.\r\n--x\r\nContent-Type: text/csv; name=ports.csv\r\nContent-Disposition: attachment; filename=ports.csv\r\nContent-Transfer-Encoding: base64\r\n\r\n${csv.toString('base64')}\r\n--x--\r\n`;
    const attachments = [{ name: 'ports.csv', bytes: csv }];
    const msg = makeMsg({ subject: 'Tides', body: 'See the table.', from: 'ann@example.org', attachments });
    for (const [name, bytes] of [
      ['a.eml', Buffer.from(eml)],
      ['a.msg', msg],
    ] as const) {
      const { text, members, metadata } = await read(name, bytes);
      expect(text).toContain('# Tides\n\n**From:** ann@example.org');
      expect(text).toContain('See the table.');
      expect(metadata).toMatchObject({ subject: 'Tides', attachments: ['ports.csv'] });
      expect(members?.map((member) => [member.filename, Buffer.from(member.bytes).toString()])).toEqual([
        ['ports.csv', csv.toString()],
      ]);
    }
  });

  it('are at most a hundred, and the rest is told', async () => {
    const zip = makeZip(Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`${i}.txt`, `text ${i}`])));
    const { members, warnings } = await read('a.zip', zip);
    expect(members).toHaveLength(100);
    expect(warnings?.[0]).toMatch(/^30 files inside were left out/);
  });

  it('that would unpack to far more than the archive are refused', async () => {
    const zip = makeZip({ 'zeros.bin': Buffer.alloc(80_000_000) });
    await expect(read('a.zip', zip)).rejects.toMatchObject({ code: 'file_failed' });
  });
});

it('files cut or changed at random places end in a reading or an error with a code', async () => {
  let state = 20_261_122;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
  const files: [string, Buffer][] = [
    ['a.rtf', Buffer.from(String.raw`{\rtf1\ansi Some \'e9 text\par{\b x}\trowd a\cell b\cell\row}`)],
    ['a.doc', makeDoc('One paragraph\rAnother\r')],
    ['a.ppt', makePpt([{ title: 'One', body: ['a', 'b'], table: [['c', 'd']], notes: 'e' }])],
    [
      'a.msg',
      makeMsg({ subject: 's', body: 'b', from: 'f', attachments: [{ name: 'n.txt', bytes: Buffer.from('x') }] }),
    ],
    ['a.zip', makeZip({ 'a.txt': 'hello', 'b/c.txt': 'world' })],
    ['a.odt', makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<text:p>x</text:p>' })],
    ['a.bmp', makeBitmap(8, 8, [1, 2, 3])],
    ['a.heic', heicPicture],
    ['a.tiff', await plain(20, 20).tiff().toBuffer()],
    ['a.avif', await plain(20, 20).avif().toBuffer()],
    ['a.svg', svg('<rect width="5" height="5"/>')],
  ];
  const strange: string[] = [];
  for (const [name, whole] of files) {
    for (let round = 0; round < 12; round++) {
      const bytes = Buffer.from(round % 2 === 0 ? whole.subarray(0, 1 + random(whole.length)) : whole);
      if (round % 2 === 1) for (let i = 0; i < 4; i++) bytes[random(bytes.length)] = random(256);
      await read(name, bytes).catch((error: unknown) => {
        // Faults of a library end in the worker and are told as a broken file; what must not be is an end of the process.
        if (!(error instanceof Error)) strange.push(`${name} ${round}: ${String(error)}`);
      });
    }
  }
  expect(strange).toEqual([]);
});
