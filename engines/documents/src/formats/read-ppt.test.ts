import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeCompound, makeDoc } from '../../test/make-compound.ts';
import { makePpt } from '../../test/make-ppt.ts';
import { detectFormat } from './detect-format.ts';
import { readPpt } from './read-ppt.ts';

const slides = [
  { title: 'Tides & moon', table: [['Port', 'Hour'], ['Dover', '04:12'], ['Calais', '']] }, // biome-ignore format: as it looks
  { title: 'The harbour of Łódź', body: ['It has no water', 'Ships come by train'], notes: 'Say this\rslowly.' },
  { body: ['A box without a title'] },
];
const shown = `## Tides & moon

| Port | Hour |
|---|---|
| Dover | 04:12 |
| Calais |  |

## The harbour of Łódź

- It has no water
- Ships come by train

Notes: Say this slowly.

## Slide 3

A box without a title`;

describe('PPT', () => {
  it('gives each slide with its title, texts, tables and notes', async () => {
    const { text, pages, pageStarts, processingSummary, mediaType } = await readPpt(makePpt(slides));
    expect(text).toBe(shown);
    expect([pages, pageStarts]).toEqual([3, ['## Tides', '## The', '## Slide'].map((head) => shown.indexOf(head))]);
    expect(processingSummary).toBe('PowerPoint presentation with 3 slides, 31 words');
    expect(mediaType).toBe('application/vnd.ms-powerpoint');
  });

  it('as an office program writes it reads the same, in the order of showing', async () => {
    // Made of the slides above in an office suite, where the first was made last and moved to the front.
    const packed = await readFile(new URL('../../test/harbour.ppt.gz', import.meta.url));
    const { text } = await readPpt(gunzipSync(packed));
    expect(text.replace('Say this slowly. And twice.', 'Say this slowly.')).toBe(shown);
  });

  it('shows the last saving of a slide, not the one before', async () => {
    const { text } = await readPpt(makePpt([{ title: 'Now' }], { before: 'Once' }));
    expect(text).toBe('## Now');
  });

  it('under a password, broken or cut is refused with words', async () => {
    await expect(readPpt(makePpt(slides, { isLocked: true }))).rejects.toMatchObject({
      code: 'file_failed',
      message: expect.stringContaining('password'),
    });
    const none = makeCompound({ 'Current User': Buffer.alloc(40), 'PowerPoint Document': Buffer.alloc(9000, 0xff) });
    await expect(readPpt(none)).rejects.toMatchObject({ code: 'file_failed' });
  });

  it('forged to show one slide a hundred thousand times, or to nest without end, ends soon', async () => {
    const sameSlide = makePpt(Array.from({ length: 3 }, () => ({ title: 'x' })));
    // All numbers of slides become that of the first.
    for (const id of [3, 4]) {
      const entry = Buffer.from([0xf3, 0x03, 20, 0, 0, 0, id, 0, 0, 0]);
      sameSlide[sameSlide.indexOf(entry) + 6] = 2;
    }
    expect((await readPpt(sameSlide)).pages).toBe(1);
    let nest = Buffer.alloc(0);
    for (let depth = 0; depth < 5000; depth++) {
      const head = Buffer.from([0xf, 0, 0x03, 0xf0, 0, 0, 0, 0]);
      head.writeUInt32LE(nest.length, 4);
      nest = Buffer.concat([head, nest]);
    }
    const { drawnTexts } = await import('./powerpoint-texts.ts');
    const drawing = Buffer.from([0xf, 0, 0x0c, 0x04, 0, 0, 0, 0]);
    drawing.writeUInt32LE(nest.length, 4);
    expect(drawnTexts(Buffer.concat([drawing, nest]), [])).toEqual([]);
  });
});

describe('the kind of an old Office file', () => {
  const formatOf = (bytes: Buffer) => detectFormat(bytes, '', '');

  it('is told by the streams of its root, not by its words or by what is embedded', async () => {
    expect(await formatOf(makePpt([{ title: 'Workbook of Łódź' }]))).toBe('ppt');
    expect(await formatOf(makeDoc('Bookkeeping in a Workbook'))).toBe('doc');
    const embedding = makeCompound({
      WordDocument: Buffer.alloc(5000),
      'ObjectPool/_1/Workbook': Buffer.alloc(5000),
    });
    expect(await formatOf(embedding)).toBe('doc');
  });
});
