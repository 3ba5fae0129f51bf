import type { Raster } from '../ocr-engine.ts';
import type { DecodedCharacter } from './decode-ctc.ts';

/** A gap at least this share of the line's height parts words whatever the letters around it do. */
const surelyApart = 0.62;
/** A gap below this share never does. */
const neverApart = 0.14;

/** Figures are set equally wide, so the narrow 1 has this much more air on its sides. */
const besideOne = 0.06;

const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;

/** The size of a line and which of its columns hold no ink (1) or some (0). */
export interface LineInk {
  width: number;
  height: number;
  empty: Uint8Array;
}

export function inkOf(line: Raster): LineInk {
  return { width: line.width, height: line.height, empty: emptyColumns(line) };
}

/**
 * The model was trained on a language without spaces and drops most of them, so they are read off the picture: the
 * widest run of empty columns between two characters is a space when it stands out among the gaps of its line.
 * Answers, for each character but the last, whether a space follows.
 */
export function findGaps(line: LineInk, characters: readonly DecodedCharacter[], steps: number): boolean[] {
  const stepWidth = line.width / steps;
  const centers = characters.map((character) => ((character.firstStep + character.lastStep + 1) / 2) * stepWidth);
  const gaps: number[] = [];
  for (let index = 0; index + 1 < characters.length; index++) {
    gaps.push(widestRun(line.empty, centers[index] ?? 0, centers[index + 1] ?? 0) / line.height);
  }
  const threshold = wordGap(gaps);
  return gaps.map((gap, index) => {
    const before = characters[index]?.text ?? '';
    const after = characters[index + 1]?.text ?? '';
    if (unspaced.test(before) || unspaced.test(after)) return gap >= surelyApart * 1.5;
    return gap >= threshold + (isBesideOne(before, after) ? besideOne : 0);
  });
}

function isBesideOne(before: string, after: string): boolean {
  return /^\d$/.test(before) && /^\d$/.test(after) && (before === '1' || after === '1');
}

/** The width from which a gap parts words: the middle of the widest jump between two kinds of gaps of the line. */
function wordGap(gaps: readonly number[]): number {
  if (gaps.length === 0) return surelyApart;
  const sorted = [...gaps].sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length * 0.4)] ?? 0;
  return Math.min(surelyApart, Math.max(neverApart, usual * 1.9 + 0.06));
}

function widestRun(empty: Uint8Array, from: number, to: number): number {
  let widest = 0;
  let run = 0;
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(empty.length, Math.ceil(to)); x++) {
    run = empty[x] ? run + 1 : 0;
    if (run > widest) widest = run;
  }
  return widest;
}

/** 1 for each column of the line that holds no ink. Ruled lines along the text are not ink. */
function emptyColumns(line: Raster): Uint8Array {
  const { width, height } = line;
  const gray = new Uint8Array(width * height);
  for (let index = 0; index < gray.length; index++) {
    const at = index * 3;
    gray[index] = ((line.data[at] ?? 0) * 77 + (line.data[at + 1] ?? 0) * 151 + (line.data[at + 2] ?? 0) * 28) >> 8;
  }
  const threshold = otsu(gray);
  let dark = 0;
  for (const value of gray) if (value <= threshold) dark++;
  const inkIsDark = dark * 2 <= gray.length;
  const isInk = (index: number) => (gray[index] ?? 0) <= threshold === inkIsDark;
  const ruled = new Uint8Array(height);
  for (let y = 0; y < height; y++) {
    let ink = 0;
    for (let x = 0; x < width; x++) if (isInk(y * width + x)) ink++;
    if (ink > width * 0.85) ruled[y] = 1;
  }
  const empty = new Uint8Array(width);
  // The outer rows belong to the neighbours above and below more often than to this line.
  const margin = Math.round(height * 0.12);
  for (let x = 0; x < width; x++) {
    let ink = 0;
    for (let y = margin; y < height - margin; y++) if (!ruled[y] && isInk(y * width + x)) ink++;
    empty[x] = ink <= 1 ? 1 : 0;
  }
  return empty;
}

/** The gray level that parts the values into two classes of least variance. */
function otsu(gray: Uint8Array): number {
  const histogram = new Float64Array(256);
  for (const value of gray) histogram[value] = (histogram[value] ?? 0) + 1;
  let total = 0;
  for (let level = 0; level < 256; level++) total += level * (histogram[level] ?? 0);
  let below = 0;
  let sumBelow = 0;
  let best = 0;
  let threshold = 127;
  for (let level = 0; level < 256; level++) {
    below += histogram[level] ?? 0;
    const above = gray.length - below;
    if (below === 0 || above === 0) continue;
    sumBelow += level * (histogram[level] ?? 0);
    const difference = sumBelow / below - (total - sumBelow) / above;
    const between = below * above * difference * difference;
    if (between > best) {
      best = between;
      threshold = level;
    }
  }
  return threshold;
}
