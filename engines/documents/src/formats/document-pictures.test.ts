import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeBitmap } from '../../test/make-compound.ts';
import { makeDocx, paragraph, picture, relation } from '../../test/make-docx.ts';
import { makePpt } from '../../test/make-ppt.ts';
import { makeZip } from '../../test/make-zip.ts';
import { insertPictureTexts } from './document-pictures.ts';
import { readContent } from './read-content.ts';

let scan: Buffer;
beforeAll(async () => {
  const noise = {
    create: {
      width: 40,
      height: 40,
      channels: 3 as const,
      background: '#fff',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
    },
  };
  scan = await sharp(noise).png().toBuffer();
});

describe('pictures inside documents', () => {
  it('of Word are taken with the end of the paragraph that they stand in', async () => {
    const body = paragraph('Before.') + picture('p0') + paragraph('After.');
    const { text, pictures } = await readContent(makeDocx(body, { 'scan.png': scan }), 'docx', 'a.docx');
    expect(text).toMatch(/^Before\.\s+After\.$/);
    expect(pictures).toEqual([{ bytes: scan, at: expect.any(Number) }]);
    const at = pictures?.[0]?.at ?? 0;
    expect(text.slice(0, at).trim()).toBe('Before.');
    expect(text.slice(at).trim()).toBe('After.');
  });

  it('of slides belong to the slide that shows them, and those that only its layout has are left', async () => {
    const slide = (text: string, ids: string[]) =>
      `<p:sld><p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>${ids.map((id) => `<a:blip r:embed="${id}"/>`).join('')}</p:sld>`;
    const { text, pictures, pageStarts } = await readContent(
      makeZip({
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r1"/><p:sldId id="2" r:id="r2"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels':
          relation('r1', 'slide', 'slides/slide1.xml') + relation('r2', 'slide', 'slides/slide2.xml'),
        'ppt/slides/slide1.xml': slide('One', ['p']),
        'ppt/slides/slide2.xml': slide('Two', ['p']),
        'ppt/slides/_rels/slide1.xml.rels': relation('p', 'image', '../media/chart.png'),
        'ppt/slides/_rels/slide2.xml.rels': relation('p', 'image', '../media/chart.png'),
        'ppt/media/chart.png': scan,
        'ppt/media/layout.png': scan,
      }),
      'pptx',
      'a.pptx',
    );
    expect(pictures).toEqual([{ bytes: scan, at: (pageStarts?.[1] ?? 0) - 2 }]);
    expect(text.slice(0, pictures?.[0]?.at)).toContain('One');
  });

  it('of old slides are taken as the files they were, each once, and drawings are left', async () => {
    const photograph = await sharp(scan).jpeg().toBuffer();
    const bitmap = makeBitmap(20, 20, [255, 0, 0]);
    const presentation = makePpt(
      [
        { title: 'One', pictures: [1, 3] },
        { title: 'Two', pictures: [2, 4, 1, 9] },
      ],
      {
        pictures: [
          { type: 0xf01e, instance: 0x6e0, content: scan },
          { type: 0xf01d, instance: 0x46b, content: photograph },
          { type: 0xf01f, instance: 0x7a8, content: bitmap.subarray(14) },
          { type: 0xf01a, instance: 0x3d4, content: scan },
        ],
      },
    );
    const { text, pictures, pageStarts } = await readContent(presentation, 'ppt', 'a.ppt');
    const endOfOne = (pageStarts?.[1] ?? 0) - 2;
    expect(pictures?.map(({ bytes, at }) => [Buffer.from(bytes), at])).toEqual([
      [scan, endOfOne],
      [bitmap, endOfOne],
      [photograph, text.length],
    ]);
  });

  it('that are missing, lie elsewhere, are drawings or too many cost nothing but themselves', async () => {
    const missing = await readContent(makeDocx(paragraph('Text.') + picture('p0'), {}, ['gone.png']), 'docx', 'a.docx');
    expect(missing).toMatchObject({ text: 'Text.' });
    expect(missing.pictures).toBeUndefined();

    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`p${i}.png`, Buffer.concat([scan, Buffer.from([i])])]),
    );
    const body = Object.keys(many).map((_, i) => picture(`p${i}`));
    const { pictures, warnings } = await readContent(makeDocx(body.join(''), many), 'docx', 'a.docx');
    expect(pictures).toHaveLength(50);
    expect(warnings).toEqual([expect.stringMatching(/^10 pictures were left out: at most 50 pictures/)]);
  });

  it('move everything behind them when their texts are put in', () => {
    const text = 'One\n\n# Two\n\nThree';
    const document = {
      kind: 'document' as const,
      mediaType: 'x/y',
      text,
      pageStarts: [0, 5],
      pages: 2,
      metadata: { slide_count: 2, word_count: 3 },
      processingSummary: '',
      outline: [{ title: 'Two', level: 1, page: 2, offset: 5 }],
      tables: [],
      sheets: [],
      warnings: [],
    };
    const read = insertPictureTexts(document, [
      { at: 3, markdown: 'Total 12.50' },
      { at: text.length, markdown: '' },
    ]);
    expect(read.text).toBe('One\n\nTotal 12.50\n\n# Two\n\nThree');
    expect(read.pageStarts).toEqual([0, 18]);
    expect(read.text.slice(read.outline[0]?.offset)).toMatch(/^# Two/);
    expect(read.metadata).toMatchObject({ slide_count: 2, word_count: 6 });
  });
});
