import { LiteParse, type TextItem } from '@llamaindex/liteparse';
import { DocumentError } from '../../document-error.ts';
import type { Box, GrayRaster, PageOcrEngine, ReadLine, ReadWord } from '../ocr-engine.ts';
import { pageAsPdf } from './page-as-pdf.ts';

/** Resolution at which LiteParse lays an image on a page; points turn back into pixels with it. */
const dpi = 150;
const pixelsPerPoint = dpi / 72;

/** Tesseract, as it is built into LiteParse: reads accents, spaces and layout well, photos badly. */
export class TesseractEngine implements PageOcrEngine {
  readonly id = 'tesseract';
  readonly #dataFolder: string;

  /** `dataFolder` holds `<language>.traineddata` files. */
  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  async read(page: GrayRaster, languages: readonly string[]): Promise<ReadLine[]> {
    const parser = new LiteParse({
      ocrEnabled: true,
      ocrLanguage: languages.join('+'),
      tessdataPath: this.#dataFolder,
      outputFormat: 'json',
      quiet: true,
      numWorkers: 1,
      dpi,
    });
    const items = await parser.parse(pageAsPdf(page, dpi)).then(
      (result) => result.pages[0]?.textItems ?? [],
      (cause: unknown) => {
        throw new DocumentError('ocr_unavailable', 'The page could not be read by Tesseract.', { cause });
      },
    );
    const words = items.flatMap(toWords);
    return toLines(words.filter((word) => word.text !== '' && word.box.width > 0 && word.box.height > 0));
  }

  async close(): Promise<void> {}
}

/** LiteParse puts words that stand close together into one item; each gets its share of the item's width. */
function toWords(item: TextItem): ReadWord[] {
  const perLetter = (item.width * pixelsPerPoint) / Math.max(1, item.text.length);
  return [...item.text.matchAll(/\S+/gu)].map((match) => ({
    text: match[0],
    box: {
      x: item.x * pixelsPerPoint + match.index * perLetter,
      y: item.y * pixelsPerPoint,
      width: match[0].length * perLetter,
      height: item.height * pixelsPerPoint,
    },
    confidence: item.confidence ?? 0,
  }));
}

/** Words come in reading order; a line goes on while they advance at the same height without a wide gap. */
function toLines(words: readonly ReadWord[]): ReadLine[] {
  const lines: ReadWord[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line && last && continues(last.box, word.box)) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => ({
    words: line,
    box: around(line.map((word) => word.box)),
    confidence: line.reduce((sum, word) => sum + word.confidence, 0) / line.length,
    engine: 'tesseract',
  }));
}

function continues(before: Box, after: Box): boolean {
  const height = Math.max(before.height, after.height);
  const shared = Math.min(before.y + before.height, after.y + after.height) - Math.max(before.y, after.y);
  const gap = after.x - (before.x + before.width);
  return shared > 0.3 * Math.min(before.height, after.height) && gap > -height && gap < 1.5 * height;
}

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
