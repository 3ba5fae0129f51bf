import { expect, it } from 'vitest';
import { inkDifference } from '../../test/ink-difference.ts';
import { line, makePdf } from '../../test/make-pdf.ts';
import { textLayer } from './missing-text.ts';
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
