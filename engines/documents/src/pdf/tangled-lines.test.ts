import { expect, it } from 'vitest';
import { makePdf } from '../../test/make-pdf.ts';
import { readPdfDocument } from './read-pdf-document.ts';
import { areLinesTangled } from './tangled-lines.ts';

const lines = [
  'The keeper-to-be of the lighthouse counted every',
  'morning the ships that passed by the island',
  'before breakfast and wrote their names into',
  'a book which nobody but himself ever opened',
];

/** As a scanner's OCR lays text under a page: invisible, each word as high as it was taken for. */
function drawLayer(lead: number, largeWord: number, times: number): string {
  const size = 4;
  return lines
    .flatMap((line, row) => {
      let x = 20;
      return line.split(' ').map((word, index) => {
        const height = (row === 1 || row === 2) && index === largeWord ? size * times : size;
        const drawn = `BT 3 Tr /F1 ${height} Tf ${x} ${200 - row * lead} Td (${word}) Tj ET`;
        x += word.length * height * 0.5 + 3;
        return drawn;
      });
    })
    .join('\n');
}

it.each([
  [5, 0, 2],
  [4.5, 0, 2],
  [5, 3, 3],
])('lines %d points apart are all there where word %d of two is %d times as high', async (lead, word, times) => {
  const bytes = makePdf({ pages: [{ content: drawLayer(lead, word, times), width: 180, height: 300 }] });
  const { pages } = await readPdfDocument(bytes, { password: undefined, maxPages: 1 });
  const words = (pages[0]?.markdown ?? '').split(/\s+/).sort();
  expect(words).toEqual(lines.join(' ').split(' ').sort());
});

it('words that are only written differently are not taken for a dropped line', () => {
  const run = (text: string, y: number) => ({ text, x: 0, y, width: 100, height: 10 });
  const style = { fontSize: 10, isBold: false, isItalic: false, isMonospaced: false, rotation: 0 };
  const given = [{ ...run('nwonk ot eht repeek', 0), ...style }];
  const words = ['known', 'to', 'the', 'keeper'].map((word, index) => ({
    word,
    box: { x: index * 25, y: 1, width: 20, height: 8 },
  }));
  expect(areLinesTangled(words, given)).toBe(false);
  const garbled = [{ ...run('abcde fg hij klmnop', 0), ...style }];
  expect(areLinesTangled(words, garbled)).toBe(false);
});
