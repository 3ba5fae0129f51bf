import { areSure, chooseLanguages, sampleSize } from './choose-languages.ts';
import { findOrientation, findOrientationByReading, findSkew, type QuarterTurns } from './find-orientation.ts';
import { flattenBackground, mapPaper } from './flatten-background.ts';
import { mean, median, quadOf, quadSize, scaleBox, scaleQuad } from './geometry.ts';
import type { Box, FoundLine, GrayRaster, LineOcrEngine, PageOcrEngine, Raster, ReadLine } from './ocr-engine.ts';
import {
  type DecodedPage,
  invertGray,
  padRaster,
  resizeGray,
  resizeRaster,
  rotateRaster,
  toGray,
} from './page-pixels.ts';
import { languageScript } from './scripts.ts';

export interface PageEngines {
  pages: PageOcrEngine;
  /** Absent where the ONNX runtime is not installed. */
  lines: LineOcrEngine | null;
  /** Languages whose data is there; the first is tried first. */
  languages: readonly string[];
}

export interface ReadPage {
  /** The upright page that the boxes refer to. */
  raster: Raster;
  /** Quarter turns clockwise that made it upright. */
  turns: QuarterTurns;
  lines: ReadLine[];
}

/** Longer side at which lines are looked for. */
const detectionSide = 1536;
/** Height of a line, margins included, at which Tesseract reads best. */
const idealLineHeight = 42;
/** Pixels that Tesseract is given at most: it takes some 15 bytes for each while it reads. */
const largestForTesseract = 8_000_000;
/** Pages smaller than this get a margin and are enlarged: text that touches the edge is overlooked. */
const smallSide = 320;

/** From this many times as wide as high, and this confidence on, a small picture may be one line. */
const labelShape = 1.8;
const labelFrom = 0.85;

/** Reads an image. */
export async function readPage(decoded: DecodedPage, engines: PageEngines): Promise<ReadPage> {
  const { raster } = decoded;
  const side = Math.max(raster.width, raster.height);
  if (side >= smallSide) return readUpright(raster, engines);
  const factor = Math.min(4, smallSide / side);
  const large = await resizeRaster(raster, factor);
  const margin = Math.round(Math.min(large.width, large.height) * 0.3);
  const read = await readUpright(await padRaster(large, margin), engines, false);
  const label = await readAsLabel(raster, engines.lines);
  if (label && label.confidence > mean(read.lines.map((line) => line.confidence)))
    return { raster, turns: 0, lines: [label] };
  const { lines, turns } = read;
  const back = (box: Box): Box => scaleBox({ ...box, x: box.x - margin, y: box.y - margin }, 1 / factor);
  return {
    raster: await rotateRaster(raster, turns * 90),
    turns,
    lines: lines.map((line) => ({
      ...line,
      box: back(line.box),
      words: line.words.map((word) => ({ ...word, box: back(word.box) })),
    })),
  };
}

/** A small wide picture may be nothing but one line, whose letters fill it to the edge: what is found in it is then a part of them. */
async function readAsLabel(picture: Raster, engine: LineOcrEngine | null): Promise<ReadLine | null> {
  const { width, height } = picture;
  if (!engine || width < labelShape * height) return null;
  const [line] = await engine.readLines(picture, [quadOf({ x: 0, y: 0, width, height })]);
  return line && line.confidence >= labelFrom ? line : null;
}

function readUpright(raster: Raster, engines: PageEngines, mayDeskew = true): Promise<ReadPage> {
  return engines.lines ? readWithLines(raster, engines.lines, engines, mayDeskew) : readWithoutLines(raster, engines);
}

async function readWithLines(
  page: Raster,
  lineEngine: LineOcrEngine,
  engines: PageEngines,
  mayDeskew: boolean,
): Promise<ReadPage> {
  let raster = page;
  let found = await find(lineEngine, raster);
  const turns = await findOrientation(lineEngine, raster, found);
  if (turns !== 0) {
    raster = await rotateRaster(raster, turns * 90);
    found = await find(lineEngine, raster);
  }
  const skew = mayDeskew ? findSkew(found) : 0;
  if (Math.abs(skew) > 0.7) {
    raster = await rotateRaster(raster, -skew);
    found = await find(lineEngine, raster);
  }
  if (found.length === 0) return { raster, turns, lines: [] };
  const lines = await readLines(raster, found, lineEngine, engines);
  return { raster, turns, lines };
}

/** The page-reading engine reads the page alone where it is written in a script that the other one does not know. */
async function readLines(
  page: Raster,
  found: readonly FoundLine[],
  lineEngine: LineOcrEngine,
  engines: PageEngines,
): Promise<ReadLine[]> {
  const quads = found.map((line) => line.quad);
  const lines = await lineEngine.readLines(page, quads);
  const isForeign = (language: string) => !lineEngine.scripts.has(languageScript(language));
  if (!engines.languages.some(isForeign)) return lines;
  const longest = [...lines].sort((a, b) => b.box.width - a.box.width).slice(0, sampleSize);
  if (areSure(longest)) return lines;
  const { prepared, factor } = await prepare(page, found);
  const places = longest.map(({ box }) => scaleBox(box, factor));
  const languages = await chooseLanguages(engines.pages, prepared, places, engines.languages);
  return languages.some(isForeign) ? readPrepared(prepared, factor, languages, engines) : lines;
}

async function find(engine: LineOcrEngine, page: Raster): Promise<FoundLine[]> {
  const factor = Math.min(1, detectionSide / Math.max(page.width, page.height));
  const found = await engine.findLines(await resizeRaster(page, factor));
  return found.map((line) => ({ quad: scaleQuad(line.quad, 1 / factor), score: line.score }));
}

/** A copy of the page for Tesseract, `factor` times as large: text of its favourite height, dark on even white. */
async function prepare(page: Raster, found: readonly FoundLine[]): Promise<{ prepared: GrayRaster; factor: number }> {
  const lineHeight = median(found.map((line) => quadSize(line.quad).thickness));
  const wanted = lineHeight > 0 ? idealLineHeight / lineHeight : 1;
  const limit = Math.sqrt(largestForTesseract / (page.width * page.height));
  const factor = Math.min(limit, wanted > 1.3 ? Math.min(2.5, wanted) : wanted < 0.5 ? Math.max(0.4, wanted) : 1);
  const prepared = await resizeGray(toGray(page), factor);
  const paper = mapPaper(prepared);
  if (paper.usual < 100) return { prepared: invertGray(prepared), factor };
  return { prepared: paper.isUneven ? flattenBackground(prepared, paper) : prepared, factor };
}

async function readPrepared(
  prepared: GrayRaster,
  factor: number,
  languages: readonly string[],
  { pages }: PageEngines,
): Promise<ReadLine[]> {
  const lines = await pages.read(prepared, languages);
  return lines.map((line) => ({
    ...line,
    box: scaleBox(line.box, 1 / factor),
    words: line.words.map((word) => ({ ...word, box: scaleBox(word.box, 1 / factor) })),
  }));
}

async function readWithoutLines(page: Raster, engines: PageEngines): Promise<ReadPage> {
  const turns = await findOrientationByReading(engines.pages, page, engines.languages);
  const raster = await rotateRaster(page, turns * 90);
  const { prepared, factor } = await prepare(raster, []);
  const lines = await readPrepared(prepared, factor, engines.languages, engines);
  return { raster, turns, lines: lines.filter((line) => line.confidence > 0.6) };
}
