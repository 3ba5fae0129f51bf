import { expect, it } from 'vitest';
import { inkDifference } from '../../test/ink-difference.ts';
import { line, makePdf } from '../../test/make-pdf.ts';
import { restoreMarks, textLayer } from './missing-text.ts';
import { PdfiumDocument } from './pdfium-document.ts';
import { readPdfDocument } from './read-pdf-document.ts';

/** WinAnsi: 0x92 is ’, 0x93 “, 0x94 ”, 0x96 –, 0x97 —. */
const quoted = line('It\x92s a \x93quiet\x94 place \x97 open 9\x9617, they\x92re told', 72, 700);
const numbers = Array.from({ length: 40 }, (_, index) => line(String(index), 72 + (index % 5) * 90, 650 - index * 14));

it.each([
  ['dashes and quotation marks as they are drawn', [quoted]],
  ['many lone numbers', numbers],
  ['both', [quoted, ...numbers]],
])('Markdown and text layer agree to the last character: %s', async (_, lines) => {
  const bytes = makePdf({ pages: [{ content: lines.join('\n') }] });
  const { pages } = await readPdfDocument(bytes, { password: undefined, maxPages: 10 });
  const document = await PdfiumDocument.open(bytes, undefined);
  expect(document).not.toBeNull();
  if (!document) return;
  const layer = textLayer(document, 0);
  document.close();
  expect(layer.length).toBeGreaterThan(30);
  expect(inkDifference(layer, pages[0]?.markdown ?? '')).toMatchObject({ lost: '', added: '' });
});

it.each([
  ['−', '-∂B = 0-1', 72, '−∂B = 0-1'],
  ['−', 'a-b', 82, 'a−b'],
  ['–', 'well-known - and', 130, 'well-known – and'],
])(
  'the mark %s gets back into %j, also where it is written together with what stands beside it',
  (mark, text, x, wanted) => {
    const box = { x: 72, y: 700, width: 100, height: 10 };
    const run = { ...box, text, fontSize: 10, isBold: false, isItalic: false, isMonospaced: false, rotation: 0 };
    restoreMarks([run], mark, { ...box, x, width: 6 });
    expect(run.text).toBe(wanted);
  },
);
