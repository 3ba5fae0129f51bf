import { letterCounts } from './lost-letters.ts';
import type { PdfiumDocument } from './pdfium-document.ts';
import type { Box, RawPage, TextRun } from './raw-page.ts';
import { areLinesTangled, mayBeTangled, runsOfWords } from './tangled-lines.ts';

const device = 100;

/** Marks that LiteParse writes plainer than they stand in the text layer, and what it writes. */
const plainMarks: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
};
const plainMark = /[‘’“”–—‐‑−]/g;
const withPlainMarks = (text: string): string => text.replace(plainMark, (mark) => plainMarks[mark] ?? mark);

/**
 * The conservation check: LiteParse leaves out some text, lone numbers above all, and writes dashes and quotation marks
 * plainer than they are. Where its own count of the text layer is another than that of the words it gave, or a word has
 * such a mark, the words are compared with PDFium's: those that stand where LiteParse gave nothing are put back, those
 * that differ by a mark get it back.
 */
export function restoreMissingText(document: PdfiumDocument, pages: RawPage[]): void {
  for (const page of pages) {
    if (isComplete(page)) continue;
    for (const run of missingRuns(document, page)) page.runs.push(run);
  }
}

/** The count is of all characters where spaces are drawn, and of the others where they are not. */
function isComplete({ runs, textLength }: RawPage): boolean {
  if (textLength === 0) return true;
  if (runs.some(({ text }) => /['"-]/.test(text))) return false;

  let all = 0;
  let ink = 0;
  for (const { text } of runs) {
    all += text.length;
    ink += text.length - spacesIn(text);
  }
  // Any other count, also one that only spaces make, is looked into: what is there already is told by its place.
  return textLength === all || textLength === ink;
}

function spacesIn(text: string): number {
  let spaces = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) spaces++;
  return spaces;
}

function missingRuns(document: PdfiumDocument, page: RawPage): TextRun[] {
  const { library, handle } = document;
  const pageHandle = library.FPDF_LoadPage(handle, page.number - 1);
  if (!pageHandle) return [];
  const text = library.FPDFText_LoadPage(pageHandle);
  try {
    if (!text) return [];
    const content = pageText(document, text);
    page.letters = letterCounts(content);
    const place = (start: number, end: number) => wordBox({ document, pageHandle, text, page }, { start, end });
    const words = layerWords(content, page);
    if (page.runs.every(({ rotation }) => rotation === 0) && mayBeTangled(words, page.runs)) {
      const placed = words.flatMap(({ word, start, end }) => {
        const box = place(start, end);
        return box ? [{ word, box }] : [];
      });
      if (areLinesTangled(placed, page.runs)) {
        page.runs.length = 0;
        return runsOfWords(placed);
      }
    }
    return words.flatMap(({ word, isMissing, start, end }): TextRun[] => {
      const box = isMissing ? place(start, end) : null;
      if (!box) return [];
      const there = page.runs.filter((run) => overlaps(run, box));
      if (there.length > 0) {
        restoreMarks(there, word, box);
        return [];
      }
      const size = library.FPDFText_GetFontSize(text, start) || box.height;
      return [{ ...box, text: word, fontSize: size, isBold: false, isItalic: false, isMonospaced: false, rotation: 0 }];
    });
  } finally {
    if (text) library.FPDFText_ClosePage(text);
    library.FPDF_ClosePage(pageHandle);
  }
}

/** The text layer of a page as PDFium gives it; `index` begins at 0. */
export function textLayer(document: PdfiumDocument, index: number): string {
  const page = document.library.FPDF_LoadPage(document.handle, index);
  if (!page) return '';
  const text = document.library.FPDFText_LoadPage(page);
  try {
    return text ? pageText(document, text) : '';
  } finally {
    if (text) document.library.FPDFText_ClosePage(text);
    document.library.FPDF_ClosePage(page);
  }
}

/** Writes a word as the text layer has it, into the run that has it with plain marks where it stands. */
export function restoreMarks(runs: readonly TextRun[], word: string, box: Box): void {
  const plain = withPlainMarks(word);
  if (plain === word) return;
  for (const run of runs) {
    const words = [...run.text.matchAll(/\S+/g)];
    const whole = words.filter((match) => match[0] === plain);
    // A mark that stands alone in the text layer may be written together with what stands beside it.
    const places = whole.length > 0 ? whole : partsOf(words, plain);
    // Of several like words in a run, the one nearest to where the word stands.
    const at = (index: number) => run.x + (run.width * index) / Math.max(1, run.text.length);
    const [nearest] = places.sort((one, other) => Math.abs(at(one.index) - box.x) - Math.abs(at(other.index) - box.x));
    if (!nearest) continue;
    run.text = run.text.slice(0, nearest.index) + word + run.text.slice(nearest.index + plain.length);
    return;
  }
}

/** Where `part` stands first in words that are longer. */
function partsOf(words: RegExpMatchArray[], part: string): { index: number }[] {
  return words.flatMap((match) => {
    const at = match[0].indexOf(part);
    return at < 0 ? [] : [{ index: (match.index ?? 0) + at }];
  });
}

function pageText(document: PdfiumDocument, text: number): string {
  const count = document.library.FPDFText_CountChars(text);
  if (count <= 0) return '';
  return document.withMemory(count * 2 + 2, (buffer) => {
    document.library.FPDFText_GetText(text, 0, count, buffer);
    return document.library.pdfium.UTF16ToString(buffer);
  });
}

interface LayerWord {
  word: string;
  /** Is not, or not as often, among those of the page. */
  isMissing: boolean;
  start: number;
  end: number;
}

/** The words of PDFium's text. */
function layerWords(content: string, page: RawPage): LayerWord[] {
  const known = new Map<string, number>();
  for (const run of page.runs) {
    for (const word of run.text.split(/\s+/)) known.set(word, (known.get(word) ?? 0) + 1);
  }
  const found = [...content.matchAll(/[^\s\uFFFE\uFFFF\u200B-\u200D\u2060\uFEFF]+/gu)].map(
    ({ 0: word, index: start }) => {
      const end = start + word.length;
      // PDFium's mark for the hyphen of a word that is parted at the end of a line.
      return { word: content[end] === '\uFFFE' ? `${word}-` : word, start, end };
    },
  );
  for (const { word } of found) known.set(word, (known.get(word) ?? 0) - 1);
  // Which of several like words is missing, only their places tell.
  return found.map((word) => ({ ...word, isMissing: (known.get(word.word) ?? 0) < 0 }));
}

/** The text of a page in PDFium, by its handles. */
interface OpenText {
  document: PdfiumDocument;
  pageHandle: number;
  text: number;
  page: RawPage;
}

/** Where characters stand, in points from the upper left corner of the page as it is shown. */
function wordBox(
  { document, pageHandle, text, page }: OpenText,
  { start, end }: { start: number; end: number },
): Box | null {
  const { library } = document;
  const { getValue } = library.pdfium;
  return document.withMemory(40, (memory) => {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let index = start; index < end; index++) {
      if (!library.FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24)) continue;
      const [x1, x2, y1, y2] = [0, 8, 16, 24].map((offset) => Number(getValue(memory + offset, 'double')));
      for (const [x, y] of [
        [x1, y1],
        [x2, y2],
      ] as const) {
        const [width, height] = [Math.round(page.width * device), Math.round(page.height * device)];
        library.FPDF_PageToDevice(pageHandle, 0, 0, width, height, 0, x ?? 0, y ?? 0, memory + 32, memory + 36);
        const [deviceX, deviceY] = [
          Number(getValue(memory + 32, 'i32')) / device,
          Number(getValue(memory + 36, 'i32')) / device,
        ];
        [left, right] = [Math.min(left, deviceX), Math.max(right, deviceX)];
        [top, bottom] = [Math.min(top, deviceY), Math.max(bottom, deviceY)];
      }
    }
    return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
  });
}

function overlaps(a: Box, b: Box): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > Math.min(a.width, b.width) * 0.2 && height > Math.min(a.height, b.height) * 0.2;
}
