import type { Box, GrayRaster, PageOcrEngine, ReadLine } from './ocr-engine.ts';
import { cropGray, resizeGray } from './page-pixels.ts';
import { languageScript, letterOf, type Script } from './scripts.ts';

/** Lines that are looked at. */
export const sampleSize = 4;
/** Height of a sampled line, margins included, in pixels; higher ones are shrunk to it. */
const highest = 48;
/**
 * From this mean confidence on the line-reading engine knows the script, Latin or Chinese. It reads Greek and Cyrillic
 * as the Latin letters that look most like them, at 0.88 to 0.89.
 */
const knownFrom = 0.94;

/** Whether the line-reading engine knows the script of these lines. */
export function areSure(lines: readonly ReadLine[]): boolean {
  const words = lines.flatMap((line) => line.words);
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  const sure = words.reduce((sum, word) => sum + word.text.length * word.confidence, 0);
  return letters > 0 && sure / letters >= knownFrom;
}

/**
 * Picks, of the languages there are, those in whose scripts the page is written: a few lines are read once in each
 * script, and a script stays when it reads one of them best. Reading the whole page in all of them takes longer and
 * reads worse. Latin stays beside other scripts, for the names and figures within them.
 */
export async function chooseLanguages(
  engine: PageOcrEngine,
  page: GrayRaster,
  places: readonly Box[],
  languages: readonly string[],
): Promise<readonly string[]> {
  const scripts = [...new Set(languages.map(languageScript))];
  if (scripts.length < 2 || places.length === 0) return languages;
  const { picture, strips } = await stack(page, places);
  const scores = new Map<Script, number[]>();
  for (const script of scripts) {
    const lines = await engine.read(picture, inScript(languages, script));
    scores.set(
      script,
      strips.map((strip) => legibility(lines, strip, script)),
    );
  }
  const best = strips.map((_, index) => {
    const ranked = [...scripts].sort((a, b) => (scores.get(b)?.[index] ?? 0) - (scores.get(a)?.[index] ?? 0));
    return (scores.get(ranked[0] ?? 'Latin')?.[index] ?? 0) > 0 ? ranked[0] : undefined;
  });
  const kept = scripts.filter((script) => best.includes(script));
  if (kept.length === 0) return languages;
  const byWins = kept.sort((a, b) => wins(best, b) - wins(best, a));
  const withLatin: Script[] = byWins.includes('Latin') ? byWins : [...byWins, 'Latin'];
  return withLatin.flatMap((script) => inScript(languages, script));
}

function inScript(languages: readonly string[], script: Script): string[] {
  return languages.filter((language) => languageScript(language) === script);
}

function wins(best: readonly (Script | undefined)[], script: Script): number {
  return best.filter((winner) => winner === script).length;
}

interface Strip {
  top: number;
  bottom: number;
}

/** The lines one below the other on white, large print at the height of ordinary print. */
async function stack(page: GrayRaster, places: readonly Box[]): Promise<{ picture: GrayRaster; strips: Strip[] }> {
  const crops = await Promise.all(
    places.map((place) => resizeGray(cropGray(page, withMargin(page, place)), Math.min(1, highest / place.height))),
  );
  const gap = Math.max(...crops.map((crop) => crop.height));
  const width = Math.max(...crops.map((crop) => crop.width)) + 2 * gap;
  const height = crops.reduce((sum, crop) => sum + crop.height + gap, gap);
  const data = new Uint8Array(width * height).fill(255);
  const strips: Strip[] = [];
  let top = gap;
  for (const crop of crops) {
    for (let row = 0; row < crop.height; row++) {
      data.set(crop.data.subarray(row * crop.width, (row + 1) * crop.width), (top + row) * width + gap);
    }
    strips.push({ top: top - gap / 2, bottom: top + crop.height + gap / 2 });
    top += crop.height + gap;
  }
  return { picture: { width, height, data }, strips };
}

/** Whole pixels within the page, with a little air above and below. */
function withMargin(page: GrayRaster, place: Box): Box {
  const air = place.height * 0.15;
  const x = Math.min(page.width - 1, Math.max(0, Math.floor(place.x)));
  const y = Math.min(page.height - 1, Math.max(0, Math.floor(place.y - air)));
  return {
    x,
    y,
    width: Math.max(1, Math.min(page.width, Math.ceil(place.x + place.width)) - x),
    height: Math.max(1, Math.min(page.height, Math.ceil(place.y + place.height + air)) - y),
  };
}

/** Letters of the script read within a strip; what is read unsurely counts little. */
function legibility(lines: readonly ReadLine[], { top, bottom }: Strip, script: Script): number {
  const letter = letterOf(script);
  return lines
    .flatMap((line) => line.words)
    .filter(({ box }) => box.y + box.height / 2 >= top && box.y + box.height / 2 < bottom)
    .reduce((sum, word) => sum + [...word.text].filter((one) => letter.test(one)).length * word.confidence ** 2, 0);
}
