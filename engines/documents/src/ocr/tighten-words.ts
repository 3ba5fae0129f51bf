import { boxAround } from './geometry.ts';
import type { GrayRaster, ReadLine, ReadWord } from './ocr-engine.ts';

/** The part of a box where small letters stand: lines above and below reach into the rest. */
const band = { from: 0.25, to: 0.8 };
/** Ink is nearer to the darkest pixels of the line than to its paper. */
const inkFrom = 0.5;
/** Less contrast than this, in levels of gray, is none. */
const leastContrast = 20;

interface Gap {
  from: number;
  to: number;
}

/**
 * Lets words end where their print does. A recogniser tells where a letter stands to an eighth of the line's height and a detector draws
 * boxes over the edge, which leaves nothing of the white between columns that stand close. Each edge is moved to the widest white
 * within one letter of it.
 */
export function tightenWords(lines: readonly ReadLine[], page: GrayRaster): ReadLine[] {
  return lines.map((line) => {
    const isInk = inkColumns(line, page);
    if (!isInk || line.words.length === 0) return line;
    const words = line.words.map((word) => ({ ...word, box: { ...word.box } }));
    for (let index = 0; index <= words.length; index++) {
      const [before, after] = [words[index - 1], words[index]];
      const gap = widestGap(isInk, searched(before, after));
      if (!gap) continue;
      if (before && gap.from > before.box.x) before.box.width = gap.from - before.box.x;
      if (after && gap.to < endOf(after)) {
        after.box.width = endOf(after) - gap.to;
        after.box.x = gap.to;
      }
    }
    const { x, width } = boxAround(words.map(({ box }) => box));
    return { ...line, words, box: { ...line.box, x, width } };
  });
}

const endOf = ({ box }: ReadWord): number => box.x + box.width;
const letterWidth = ({ text, box }: ReadWord): number => box.width / Math.max(1, text.length);

/** Where the white between two words, or outside the first and the last one, is looked for. */
function searched(before: ReadWord | undefined, after: ReadWord | undefined): Gap {
  if (!before) return after ? around(after.box.x, letterWidth(after)) : { from: 0, to: 0 };
  if (!after) return around(endOf(before), letterWidth(before));
  return { from: endOf(before) - letterWidth(before), to: after.box.x + letterWidth(after) };
}

const around = (x: number, reach: number): Gap => ({ from: x - reach, to: x + reach });

function widestGap(isInk: (x: number) => boolean, { from, to }: Gap): Gap | null {
  let widest: Gap | null = null;
  let start = Math.floor(from);
  for (let x = start; x <= to; x++) {
    if (x + 1 <= to && !isInk(x)) continue;
    if (x > start && x - start > (widest ? widest.to - widest.from : 0)) widest = { from: start, to: x };
    start = x + 1;
  }
  return widest;
}

/** By column of the page: whether print is in it at the height of the line; null where nothing stands out. */
function inkColumns({ box }: ReadLine, page: GrayRaster): ((x: number) => boolean) | null {
  const left = Math.max(0, Math.floor(box.x - box.height));
  const right = Math.min(page.width, Math.ceil(box.x + box.width + box.height));
  const top = Math.max(0, Math.round(box.y + box.height * band.from));
  const bottom = Math.min(page.height, Math.round(box.y + box.height * band.to));
  if (right <= left || bottom <= top) return null;
  const rows = Array.from({ length: bottom - top }, (_, i) =>
    page.data.subarray((top + i) * page.width + left, (top + i) * page.width + right),
  );
  const { paper, ink } = levels(rows);
  if (Math.abs(paper - ink) < leastContrast) return null;
  const inked = new Uint8Array(right - left);
  for (const row of rows)
    for (const [x, value] of row.entries()) if ((paper - value) / (paper - ink) > inkFrom) inked[x] = 1;
  return (x) => inked[x - left] === 1;
}

/** The usual brightness, and that of the pixels on the side that is farther from it. */
function levels(rows: readonly Uint8Array[]): { paper: number; ink: number } {
  const counts = new Uint32Array(256);
  for (const row of rows) for (const value of row) counts[value] = (counts[value] ?? 0) + 1;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const at = (share: number): number => {
    let left = share * total;
    return counts.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
  };
  const [dark, paper, light] = [at(0.02), at(0.5), at(0.98)];
  return { paper, ink: paper - dark > light - paper ? dark : light };
}
