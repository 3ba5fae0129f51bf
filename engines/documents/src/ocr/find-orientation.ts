import { mean, quadAngle, quadSize, turnQuad } from './geometry.ts';
import type { FoundLine, LineOcrEngine, PageOcrEngine, PageTurns, Quad, Raster } from './ocr-engine.ts';
import { rotateRaster, toGray } from './page-pixels.ts';

/** Quarter turns clockwise that make a page upright. */
export type QuarterTurns = PageTurns['turns'];

/** Lines that are asked for their direction. */
const votes = 14;
/** Lines that are read in two directions when the votes are split. */
const readings = 6;
const clearlyLegible = 0.75;

/** A page of so many lines is told by its looks where the model is so sure; fewer lines, such as a label, are read. */
const pageOf = { lines: 8, confidence: 0.8 };

/** Decides by the looks of a page of many lines, else by the shape of the lines found (across or down the page) and then by which way round they can be read. */
export async function findOrientation(
  engine: LineOcrEngine,
  page: Raster,
  found: readonly FoundLine[],
): Promise<QuarterTurns> {
  if (found.length >= pageOf.lines) {
    const { turns, confidence } = await engine.pageTurns(page);
    if (confidence >= pageOf.confidence) return turns;
  }
  const lines = found.map((line) => ({ quad: line.quad, ...quadSize(line.quad) }));
  const across = lines.filter((line) => line.length > 2 * line.thickness);
  const down = lines.filter((line) => line.thickness > 2 * line.length);
  const weight = (list: typeof lines) => list.reduce((sum, line) => sum + Math.max(line.length, line.thickness), 0);
  const isTurned = weight(down) > weight(across);
  const chosen = [...(isTurned ? down : across)]
    .sort((a, b) => Math.max(b.length, b.thickness) - Math.max(a.length, a.thickness))
    .slice(0, votes)
    .map((line) => line.quad);
  if (chosen.length === 0) return 0;
  const [first, second]: [QuarterTurns, QuarterTurns] = isTurned ? [1, 3] : [0, 2];
  const upright = await engine.uprightness(
    page,
    chosen.map((quad) => turnQuad(quad, first)),
  );
  const share = upright.filter((value) => value > 0.5).length / upright.length;
  // Few lines, or a split vote: the recogniser knows better, at the price of reading them.
  if (!isTurned && share > 0.6 && chosen.length > 2) return 0;
  const sample = chosen.slice(0, readings);
  const one = await legibility(engine, page, sample, first);
  const other = await legibility(engine, page, sample, second);
  // A script that the engine does not know reads badly either way round: only a clear gain turns such a page.
  if (!isTurned) return other > Math.max(one + 0.1, clearlyLegible) ? second : first;
  const best = other > one ? second : first;
  // Text that is written down the page stays as it is when it reads no better turned.
  const asItStands = await legibility(engine, page, sample, 0);
  return asItStands > Math.max(one, other) ? 0 : best;
}

async function legibility(
  engine: LineOcrEngine,
  page: Raster,
  quads: readonly Quad[],
  turns: QuarterTurns,
): Promise<number> {
  const lines = await engine.readLines(
    page,
    quads.map((quad) => turnQuad(quad, turns)),
  );
  return mean(lines.map((line) => line.confidence * (line.words.length > 0 ? 1 : 0)));
}

/** Without an engine for lines: the turn in which whole words come out surest. Reads the page up to four times. */
export async function findOrientationByReading(
  engine: PageOcrEngine,
  page: Raster,
  languages: readonly string[],
): Promise<QuarterTurns> {
  let best: QuarterTurns = 0;
  let bestScore = -1;
  const order: QuarterTurns[] = [0, 2, 1, 3];
  for (const turns of order) {
    const words = (await engine.read(toGray(await rotateRaster(page, turns * 90)), languages)).flatMap(
      (line) => line.words,
    );
    const letters = words.reduce((sum, word) => sum + word.text.length, 0);
    const sure = words.reduce((sum, word) => sum + (word.confidence > 0.7 ? word.text.length * word.confidence : 0), 0);
    if (turns === 0 && letters > 0 && sure / letters > 0.7) return 0;
    if (sure > bestScore) {
      best = turns;
      bestScore = sure;
    }
  }
  return best;
}

/** Skew of the page in degrees clockwise, by its long lines; 0 when they do not agree. */
export function findSkew(found: readonly FoundLine[]): number {
  const long = found
    .map((line) => ({ angle: quadAngle(line.quad), ...quadSize(line.quad) }))
    .filter((line) => line.length > 5 * line.thickness)
    .sort((a, b) => a.angle - b.angle);
  if (long.length < 3) return 0;
  const middle = long[Math.floor(long.length / 2)]?.angle ?? 0;
  const near = long.filter((line) => Math.abs(line.angle - middle) < 1.5);
  return near.length >= 0.6 * long.length ? mean(near.map((line) => line.angle)) : 0;
}
