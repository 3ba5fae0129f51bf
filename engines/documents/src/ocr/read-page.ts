import { chooseByWords } from './choose-by-words.ts';
import { areSeveralScripts, chooseLanguages, languagesOf, sampleSize } from './choose-languages.ts';
import { findOrientation, findOrientationByReading, findSkew, type QuarterTurns } from './find-orientation.ts';
import { flattenBackground, mapPaper } from './flatten-background.ts';
import { boxAroundQuad, median, quadOf, quadSize, scaleBox, scaleQuad } from './geometry.ts';
import { joinLine } from './join-line.ts';
import { joinReadings, linesOf, matchWords } from './join-readings.ts';
import type { Dictionary } from './judge-word.ts';
import type {
  Box,
  FoundLine,
  GrayRaster,
  LineOcrEngine,
  PageOcrEngine,
  Raster,
  ReadLine,
  ReadWord,
} from './ocr-engine.ts';
import {
  type DecodedPage,
  invertGray,
  padRaster,
  resizeGray,
  resizeRaster,
  rotateRaster,
  toGray,
} from './page-pixels.ts';
import { mayBeSure, readSurely } from './sure-lines.ts';

export interface PageEngines {
  pages: PageOcrEngine;
  /** Absent where the ONNX runtime is not installed. */
  lines: LineOcrEngine | null;
  /** Languages whose data is there; the first is tried first. */
  languages: readonly string[];
  /** Words of all languages. */
  dictionary: Dictionary;
  /** Words of each language, by its code. */
  dictionaries: ReadonlyMap<string, Dictionary>;
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

/** Reads an image with all engines there are. */
export async function readPage(decoded: DecodedPage, engines: PageEngines): Promise<ReadPage> {
  const { raster } = decoded;
  const side = Math.max(raster.width, raster.height);
  if (side >= smallSide) return readPrepared(raster, engines);
  const factor = Math.min(4, smallSide / side);
  const large = await resizeRaster(raster, factor);
  const margin = Math.round(Math.min(large.width, large.height) * 0.3);
  const { lines, turns } = await readPrepared(await padRaster(large, margin), engines, false);
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

function readPrepared(raster: Raster, engines: PageEngines, mayDeskew = true): Promise<ReadPage> {
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

/** Both engines work side by side; lines that the page-reading one reads surely by itself are not read a second time. */
async function readLines(
  page: Raster,
  found: readonly FoundLine[],
  lineEngine: LineOcrEngine,
  engines: PageEngines,
): Promise<ReadLine[]> {
  const { dictionary } = engines;
  const quadsOf = (lines: readonly FoundLine[]) => lines.map((line) => line.quad);
  const [long, short] = [found.filter(mayBeSure), found.filter((line) => !mayBeSure(line))];
  const [second, firstOfShort] = await Promise.all([
    readWhole(page, found, engines),
    lineEngine.readLines(page, quadsOf(short)),
  ]);
  const places = [...short, ...long].map((line) => boxAroundQuad(line.quad));
  const { perLine, leftOver } = matchWords(places, second);
  const wordsOfLong = perLine.slice(short.length);
  const sure = long.map((line, index) => readSurely(boxAroundQuad(line.quad), wordsOfLong[index] ?? [], dictionary));
  const isDoubtful = (_: unknown, index: number) => !sure[index];
  const firstOfLong = await lineEngine.readLines(page, quadsOf(long.filter(isDoubtful)));
  return [
    ...joinReadings(firstOfShort, perLine, dictionary),
    ...joinReadings(firstOfLong, wordsOfLong.filter(isDoubtful), dictionary),
    ...sure.filter((line) => line !== null),
    ...(await confirm(leftOver, page, lineEngine, dictionary)),
  ];
}

async function find(engine: LineOcrEngine, page: Raster): Promise<FoundLine[]> {
  const factor = Math.min(1, detectionSide / Math.max(page.width, page.height));
  const found = await engine.findLines(await resizeRaster(page, factor));
  return found.map((line) => ({ quad: scaleQuad(line.quad, 1 / factor), score: line.score }));
}

/** Prepares a copy of the page for Tesseract: text of its favourite height, dark on even white. */
async function readWhole(page: Raster, found: readonly FoundLine[], engines: PageEngines): Promise<ReadLine[]> {
  const lineHeight = median(found.map((line) => quadSize(line.quad).thickness));
  const wanted = lineHeight > 0 ? idealLineHeight / lineHeight : 1;
  const limit = Math.sqrt(largestForTesseract / (page.width * page.height));
  const factor = Math.min(limit, wanted > 1.3 ? Math.min(2.5, wanted) : wanted < 0.5 ? Math.max(0.4, wanted) : 1);
  let prepared = await resizeGray(toGray(page), factor);
  const paper = mapPaper(prepared);
  if (paper.usual < 100) prepared = invertGray(prepared);
  else if (paper.isUneven) prepared = flattenBackground(prepared, paper);
  const languages = await languagesFor({ page, found, prepared, factor }, engines);
  const lines = await engines.pages.read(prepared, languages);
  return lines.map((line) => ({
    ...line,
    box: scaleBox(line.box, 1 / factor),
    words: line.words.map((word) => ({ ...word, box: scaleBox(word.box, 1 / factor) })),
  }));
}

interface FoundPage {
  page: Raster;
  found: readonly FoundLine[];
  prepared: GrayRaster;
  /** How many times larger the prepared picture is. */
  factor: number;
}

/** Those of the languages there are that the page is written in, by a look at its longest lines. */
async function languagesFor(
  { page, found, prepared, factor }: FoundPage,
  { lines, pages, languages, dictionaries }: PageEngines,
): Promise<readonly string[]> {
  if (!lines || languages.length < 2) return languages;
  const longest = [...found].sort((a, b) => quadSize(b.quad).length - quadSize(a.quad).length).slice(0, sampleSize);
  const quads = longest.map((line) => line.quad);
  const sample = await lines.readLines(page, quads);
  const places = quads.map((quad) => scaleBox(boxAroundQuad(quad), factor));
  const ofScript = areSeveralScripts(languages)
    ? (languagesOf(sample, languages) ?? (await chooseLanguages(pages, prepared, places, languages)))
    : languages;
  return chooseByWords({ engine: pages, page: prepared, places, sample, languages: ofScript, dictionaries });
}

/** What only Tesseract saw counts when the other engine, asked to read just there, reads much the same. */
async function confirm(
  words: readonly ReadWord[],
  page: Raster,
  engine: LineOcrEngine,
  dictionary: Dictionary,
): Promise<ReadLine[]> {
  const lines = linesOf(
    words.filter((word) => word.confidence > 0.3),
    'tesseract',
  );
  const margin = (line: ReadLine) => line.box.height * 0.25;
  const readings = await engine.readLines(
    page,
    lines.map((line) =>
      quadOf({
        x: line.box.x - margin(line),
        y: line.box.y - margin(line),
        width: line.box.width + 2 * margin(line),
        height: line.box.height + 2 * margin(line),
      }),
    ),
  );
  return lines.flatMap((line, index) => {
    const reading = readings[index];
    if (!reading || reading.words.length === 0) return [];
    const joined = joinLine({ ...reading, box: line.box }, line.words, dictionary);
    return joined.engine.includes('+') && joined.confidence > 0.6 ? [joined] : [];
  });
}

async function readWithoutLines(page: Raster, engines: PageEngines): Promise<ReadPage> {
  const turns = await findOrientationByReading(engines.pages, page, engines.languages);
  const raster = await rotateRaster(page, turns * 90);
  const lines = await readWhole(raster, [], engines);
  return { raster, turns, lines: lines.filter((line) => line.confidence > 0.6) };
}
